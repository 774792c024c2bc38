import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Manifest } from './manifest.js';
import { pullModel } from './pull.js';
import { verifiedModel } from './verified-model.js';

const content = Buffer.from('the weights of a model');
const sha256 = createHash('sha256').update(content).digest('hex');
const manifest: Manifest = {
  version: 1,
  models: [
    {
      id: 'tiny',
      purpose: 'audio-events',
      usedBy: [],
      shipped: false,
      repository: null,
      revision: null,
      licence: 'MIT',
      licenceNote: '',
      withoutIt: '',
      // Known to the first pull only, which pins it.
      files: [{ path: 'model.onnx', bytes: null, sha256: null }],
    },
  ],
};

let from: string;
let modelsDir: string;
const file = (): string => join(modelsDir, 'tiny', 'model.onnx');
const verified = () => verifiedModel(manifest, modelsDir, 'tiny');
beforeAll(async () => {
  from = mkdtempSync(join(tmpdir(), 'contrafact-from-'));
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
  writeFileSync(join(from, 'model.onnx'), content);
  await pullModel(manifest.models[0]!, { modelsDir, from });
});
afterAll(() => {
  for (const folder of [from, modelsDir]) rmSync(folder, { recursive: true, force: true });
});

it('a whole model is opened by its folder, with the hashes of its files', async () => {
  expect(await verified()).toEqual({
    id: 'tiny',
    folder: join(modelsDir, 'tiny'),
    hashes: { 'model.onnx': sha256 },
  });
});

it.each([
  ['truncated', () => truncateSync(file(), 5), 'is not the file that was installed'],
  ['swapped', () => writeFileSync(file(), 'other weights'), 'is not the file that was installed'],
  ['missing', () => rmSync(file()), 'is missing'],
])('a %s file is named, with the command that repairs it, and the command does', async (_, spoil, what) => {
  spoil();
  const error = await verified().catch((reason: Error) => reason.message);
  expect(error).toContain(`model.onnx of the model "tiny" ${what}`);
  expect(error).toContain('contrafact models pull tiny');
  await pullModel(manifest.models[0]!, { modelsDir, from });
  expect((await verified()).hashes).toEqual({ 'model.onnx': sha256 });
});
