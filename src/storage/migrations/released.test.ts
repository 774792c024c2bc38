import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { migrations } from './all.js';

const storage = resolve(import.meta.dirname, '..');

/** The file that says `name: 'NNNN-what'`. */
function fileOf(name: string): string {
  const files = readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /migration/.test(path) && path.endsWith('.ts') && !path.endsWith('.test.ts'),
  );
  const found = files.filter((path) => readFileSync(join(storage, path), 'utf8').includes(`name: '${name}'`));
  expect([name, found.length]).toEqual([name, 1]);
  return found[0]!;
}

const hashOf = (name: string): string =>
  createHash('sha256')
    .update(readFileSync(join(storage, fileOf(name))))
    .digest('hex');

it('no released migration was changed, renamed or moved', () => {
  const { released } = JSON.parse(readFileSync(join(import.meta.dirname, 'released.json'), 'utf8')) as {
    released: { version: string; migrations: Record<string, string> }[];
  };
  const { version } = JSON.parse(readFileSync(resolve(storage, '../../package.json'), 'utf8')) as {
    version: string;
  };
  // From 1.0.0 on, what a version brings is frozen with it.
  if (Number.parseInt(version, 10) >= 1) expect(released.map((one) => one.version)).toContain(version);
  let place = 0;
  for (const { migrations: frozen } of released) {
    for (const [name, hash] of Object.entries(frozen)) {
      expect(migrations[place]?.name).toBe(name);
      expect([name, hashOf(name)]).toEqual([name, hash]);
      place += 1;
    }
  }
});

it('every migration has a file of its own and a number above the one before', () => {
  const numbers = migrations.map(({ name }) => Number(/^(\d{4})-[a-z-]+$/.exec(name)?.[1]));
  // Numbers are handed out before the work is done: one may be missing for a while.
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  for (const { name } of migrations) expect(hashOf(name)).toHaveLength(64);
});
