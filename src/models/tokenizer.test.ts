import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeStaticModel } from './test-support/small-static-model.js';
import { loadTokenizer } from './tokenizer.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-tokenizer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is loaded once for all who have it open, and again where the file changed', async () => {
  writeStaticModel(folder, { red: [3, 0] }, 'F32');
  const first = await loadTokenizer(folder);
  expect(await loadTokenizer(folder)).toBe(first);
  writeStaticModel(folder, { blue: [0, 4] }, 'F32');
  utimesSync(join(folder, 'tokenizer.json'), 1, 1);
  const second = await loadTokenizer(folder);
  expect(second.token_to_id('▁blue') ?? second.token_to_id('blue')).toBeDefined();
  expect(first.token_to_id('▁blue') ?? first.token_to_id('blue')).toBeUndefined();
});
