import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.js';
import { checkModels } from './model-checks.js';

let modelsDir: string;
beforeEach(() => {
  modelsDir = mkdtempSync(join(tmpdir(), 'contrafact-models-'));
});
afterEach(() => rmSync(modelsDir, { recursive: true, force: true }));

const recogniser = async (settings: Record<string, string> = {}) => {
  const checks = await checkModels(readConfig({ CONTRAFACT_MODELS_DIR: modelsDir, ...settings }));
  return checks.find(({ name }) => name === 'lyric transcription, recogniser')!;
};

it('a recogniser that is not installed is missing, with the command that installs it, and has no tick', async () => {
  const check = await recogniser();
  expect(check.status).toBe('absent');
  expect(check.remedy).toBe('contrafact models pull whisper-base');
  expect(check.disables!.join()).toContain('Songs with vocals cannot be transcribed');
});

it('a model that is not installed is listed with its size and its licence', async () => {
  const checks = await checkModels(readConfig({ CONTRAFACT_MODELS_DIR: modelsDir }));
  const detail = (id: string): string => checks.find(({ name }) => name === `model ${id}`)!.detail;
  expect(detail('whisper-base')).toBe('recogniser, not installed; about 80.0 MB, licence MIT');
  expect(detail('yamnet')).toBe('audio-events, not installed; 8.0 MB, licence Apache-2.0');
  expect(detail('whisper-large-v3-turbo')).toBe('recogniser, not installed; size unknown, licence MIT');
});

it('where an endpoint transcribes, no recogniser is missing', async () => {
  const check = await recogniser({ CONTRAFACT_TRANSCRIBE_URL: 'https://transcribe.example.com' });
  expect(check).toMatchObject({ status: 'ok' });
  expect(check.remedy).toBeUndefined();
});
