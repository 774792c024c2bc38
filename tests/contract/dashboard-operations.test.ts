import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { operationWords } from '../../dashboard/src/ui/operations.js';
import { operationNames, operations } from '../../src/domain/operations.js';

const document = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '..', '..', 'openapi', 'v1.json'), 'utf8'),
) as { paths: Record<string, object> };
const paths = Object.keys(document.paths).map((path) => path.replace(/\/\{[^}]+\}$/, ''));

it.each(operationNames)('the dashboard says of %s what is true of it', (name) => {
  const words = operationWords[name];
  const { models, needsAudio } = operations[name];
  expect([...words.models].sort()).toEqual([...models].sort());
  expect(words.needsAudio).toBe(needsAudio);
  expect(paths).toContain(`/api/v1/${words.path}`);
});
