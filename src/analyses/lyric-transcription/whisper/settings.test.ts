import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readWhisperSettings } from './settings.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-whisper-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const config = {
  model_type: 'whisper',
  d_model: 64,
  decoder_layers: 4,
  decoder_attention_heads: 2,
  num_mel_bins: 80,
  max_target_positions: 448,
  vocab_size: 51_865,
};
const generation = {
  decoder_start_token_id: 50_258,
  eos_token_id: 50_257,
  no_timestamps_token_id: 50_363,
  lang_to_id: { '<|en|>': 50_259, '<|de|>': 50_261 },
  task_to_id: { transcribe: 50_359 },
};

function settingsOf(changes: object = {}, shape: object = {}) {
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, ...shape }));
  writeFileSync(join(folder, 'generation_config.json'), JSON.stringify({ ...generation, ...changes }));
  return readWhisperSettings(folder);
}

it('times begin right behind the token for no times, and no-speech stands right before it', async () => {
  expect(await settingsOf()).toMatchObject({
    noTimestampsToken: 50_363,
    firstTimestampToken: 50_364,
    noSpeechToken: 50_362,
    startToken: 50_258,
    endToken: 50_257,
    transcribeToken: 50_359,
    maxInitialTimestampIndex: 50,
    suppressed: [],
    suppressedAtBegin: [],
  });
});

it('languages are named without their marks', async () => {
  expect([...(await settingsOf()).languages]).toEqual([
    ['en', 50_259],
    ['de', 50_261],
  ]);
});

it('the first of several end tokens ends a text', async () => {
  expect((await settingsOf({ eos_token_id: [3, 4] })).endToken).toBe(3);
});

it('attention follows the sound in the upper half of the layers, unless the file names heads', async () => {
  expect((await settingsOf()).alignmentHeads).toEqual([
    { layer: 2, head: 0 },
    { layer: 2, head: 1 },
    { layer: 3, head: 0 },
    { layer: 3, head: 1 },
  ]);
  expect((await settingsOf({ alignment_heads: [[1, 1]] })).alignmentHeads).toEqual([{ layer: 1, head: 1 }]);
});

it('a model of one language, and tokens outside the vocabulary, are refused by name', async () => {
  await expect(settingsOf({ lang_to_id: { '<|en|>': 1 } })).rejects.toThrow('one language');
  await expect(settingsOf({}, { vocab_size: 50_363 })).rejects.toThrow('names tokens that config.json');
  await expect(settingsOf({}, { model_type: 'bert' })).rejects.toThrow('config.json');
});
