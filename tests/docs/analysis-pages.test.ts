/** Each analysis' page explains the fields that its results have, and no other; and its figures can be measured again. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { operationWords } from '../../dashboard/src/ui/operations.js';
import { type OperationName, operationNames } from '../../src/domain/operations.js';
import { aiDetectionResult } from '../../src/http/schemas/ai-detection-result.js';
import { plagiarismResult } from '../../src/http/schemas/plagiarism-result.js';
import {
  fingerprintResult,
  fingerprintScanResult,
  lyricResult,
  transcriptionResult,
} from '../../src/http/schemas/results.js';
import { projectRoot } from '../support/run-cli.js';

const folder = join(projectRoot, 'docs', 'analyses');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

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

/** What the interface promises of a result, by the page that explains it. */
const schemasOf: Readonly<Record<string, readonly z.ZodType[]>> = {
  'fingerprint.md': [fingerprintResult, fingerprintScanResult],
  'plagiarism.md': [plagiarismResult],
  'lyric-plagiarism.md': [lyricResult],
  'lyric-transcription.md': [transcriptionResult],
  'ai-detection.md': [aiDetectionResult],
};

/** Names of fields, however deep. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties') for (const field of Object.keys(value as object)) found.add(field);
    fieldsOf(value, found);
  }
  return found;
}

it.each(Object.entries(schemasOf))('%s names every field of its results', (page, schemas) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const fields = schemas.flatMap((schema) => [
    ...fieldsOf(z.toJSONSchema(schema, { unrepresentable: 'any' })),
  ]);
  expect(fields.length).toBeGreaterThan(2);
  expect([...new Set(fields)].filter((field) => !new RegExp(`\\b${field}\\b`).test(text))).toEqual([]);
});

/** The part of a page under a heading. */
const chapter = (text: string, heading: string): string =>
  text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';

const sources = ['src', 'bench', 'models']
  .flatMap((name) =>
    readdirSync(join(projectRoot, name), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(name, path),
    ),
  )
  .filter((path) => /(?<!\.test)\.(ts|json)$/.test(path))
  .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
  .join('\n');

it.each(pages)('every field that %s explains is one that the program writes', (page) => {
  const rows = [
    ...chapter(readFileSync(join(folder, page), 'utf8'), 'How to read a result').matchAll(
      /^\| (`[^|]*) \|/gm,
    ),
  ];
  const fields = rows.flatMap(([, cell]) =>
    [...cell!.matchAll(/`\.?([a-z][a-z0-9]*(?:_[a-z0-9]+)+)/g)].map(([, field]) => field!),
  );
  expect(fields.filter((field) => !sources.includes(field))).toEqual([]);
});

it.each(pages)('%s says how to read a result, where the method fails, and whose work it rests on', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  for (const heading of ['How to read a result', 'Limits', 'Sources']) {
    expect(chapter(text, heading).length, heading).toBeGreaterThan(200);
  }
});

it.each(pages)('%s names a command that measured its figures, and that there is', (page) => {
  const text = readFileSync(join(folder, page), 'utf8');
  const benches = [...text.matchAll(/`npm run bench -- ([a-z-]+)/g)].map(([, name]) => name!);
  expect(benches.length).toBeGreaterThan(0);
  expect(benches.filter((name) => !existsSync(join(projectRoot, 'bench', name, 'main.ts')))).toEqual([]);
});
