import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.js';
import { missingModels } from './used-models.js';

let modelsDir: string;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));
const missing = (settings: Record<string, string> = {}) =>
  missingModels(readConfig({ CONTRAFACT_MODELS_DIR: modelsDir, ...settings }));

it('transcription lacks a recogniser until one is installed, with the command for it', async () => {
  expect(await missing()).toEqual([
    {
      analysis: 'lyric-transcription',
      model: 'whisper-base',
      command: 'contrafact models pull whisper-base',
    },
  ]);
});

it('nothing is missing where an endpoint transcribes, nor where transcription is not offered', async () => {
  expect(await missing({ CONTRAFACT_TRANSCRIBE_URL: 'https://transcribe.example.com' })).toEqual([]);
  expect(await missing({ CONTRAFACT_ANALYSES: 'fingerprint' })).toEqual([]);
});

it('a recogniser that is half installed is still missing; one that the operator names is theirs to mend', async () => {
  mkdirSync(join(modelsDir, 'whisper-base'));
  writeFileSync(join(modelsDir, 'whisper-base', 'config.json'), '{}');
  expect(await missing()).toMatchObject([{ model: 'whisper-base' }]);
  expect(await missing({ CONTRAFACT_RECOGNISER: 'whisper-tiny' })).toEqual([]);
});
