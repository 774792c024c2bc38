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

it('where an endpoint transcribes, no recogniser is missing', async () => {
  const check = await recogniser({ CONTRAFACT_TRANSCRIBE_URL: 'https://transcribe.example.com' });
  expect(check).toMatchObject({ status: 'ok' });
  expect(check.remedy).toBeUndefined();
});
