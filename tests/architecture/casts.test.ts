import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const cast = /\bas never\b|\bas unknown as\b/;
/** Lines above a cast in which its reason may stand. */
const reasonLines = 4;

function unexplained(path: string): string[] {
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    // A mention in a comment is no cast.
    if (!cast.test(line.replace(/\/\/.*|^\s*\*.*/, ''))) return [];
    const around = lines.slice(Math.max(0, index - reasonLines), index + 1);
    return around.some((one) => /\/\/|\/\*\*|\*\/|^\s*\*/.test(one)) ? [] : [`${path}:${index + 1}`];
  });
}

it('each cast that the compiler cannot check says why it holds', () => {
  const sources = ['src', 'client/src', 'dashboard/src', 'bench'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(unexplained)).toEqual([]);
});
