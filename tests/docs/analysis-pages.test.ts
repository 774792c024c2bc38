/** Each analysis' page answers what a reader of a result must know, under the same headings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { operationWords } from '../../dashboard/src/ui/operations.js';
import { type OperationName, operationNames } from '../../src/domain/operations.js';
import { projectRoot } from '../support/run-cli.js';

const folder = join(projectRoot, 'docs', 'analyses');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md') && !name.endsWith('-tables.md'));

const pageOf: Readonly<Record<OperationName, string>> = {
  'fingerprint-add': 'fingerprint.md',
  'fingerprint-check': 'fingerprint.md',
  'fingerprint-scan': 'fingerprint.md',
  plagiarism: 'plagiarism.md',
  compare: 'plagiarism.md',
  'lyric-plagiarism': 'lyric-plagiarism.md',
  'lyric-transcription': 'lyric-transcription.md',
  'ai-detection': 'ai-detection.md',
};

it.each(operationNames)('%s has its page, and stands in the tables of README and API guide', (operation) => {
  const page = pageOf[operation];
  expect(pages).toContain(page);
  expect(readFileSync(join(projectRoot, 'README.md'), 'utf8')).toContain(`docs/analyses/${page}`);
  const guide = readFileSync(join(projectRoot, 'docs', 'api-guide.md'), 'utf8');
  expect(guide).toMatch(new RegExp(`^\\|.*\`${operationWords[operation].path}\\b`, 'm'));
});

it.each(pages)('%s says how to read a result, where the method fails, and whose work it rests on', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(expect.arrayContaining(['How to read a result', 'Limits', 'Sources']));
});

it.each(pages)('%s names the command that measured its figures', (page) => {
  expect(readFileSync(join(folder, page), 'utf8')).toMatch(/`npm run bench -- [a-z-]+/);
});
