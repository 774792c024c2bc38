/** Each page of measurements says which question it answers, is listed in the index, and names commands that there are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const folder = join(projectRoot, 'docs', 'measurements');
const index = readFileSync(join(folder, 'README.md'), 'utf8');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');

it('the index lists every page, each with its question', () => {
  const listed = [...index.matchAll(/^\| \[[^\]]*\]\(([^)]+)\) \| \S.*\?/gm)].map(([, page]) => page!);
  expect(listed.sort()).toEqual(pages.sort());
});

it.each(pages)('%s begins with its question', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toMatch(/^# .+\n\n- \*Question:\* /);
});

it.each(pages)('each bench that %s names is there', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const benches = [...text.matchAll(/`npm run bench -- ([a-z-]+)/g)].map(([, name]) => name!);
  expect(benches.filter((name) => !existsSync(join(projectRoot, 'bench', name, 'main.ts')))).toEqual([]);
});
