/** Each analysis' page answers what a reader of a result must know, under the same headings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/run-cli.js';

const folder = join(projectRoot, 'docs', 'analyses');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.endsWith('-tables.md'));

it('there is a page for every analysis', () => {
  expect(pages.length).toBeGreaterThanOrEqual(6);
});

it.each(pages)('%s says how to read a result, where the method fails, and whose work it rests on', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(expect.arrayContaining(['How to read a result', 'Limits', 'Sources']));
});

it.each(pages)('%s names the command that measured its figures', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toMatch(/`npm run bench -- [a-z-]+/);
});
