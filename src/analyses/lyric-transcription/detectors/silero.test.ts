import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wavSamples } from '../test-support/wav-samples.js';
import { Silero } from './silero.js';
import { sileroPresence } from './silero-presence.js';

const models = resolve('..', 'shared', 'models');
const file = join(models, 'silero-vad', 'silero_vad.onnx');

async function scoresOf(samples: Float32Array, chunk = 5000): Promise<Float32Array> {
  const silero = await Silero.open(file);
  for (let at = 0; at < samples.length; at += chunk) await silero.push(samples.subarray(at, at + chunk));
  const scores = await silero.finish();
  await silero.close();
  return scores;
}

describe.skipIf(!existsSync(file))('Silero’s detector (needs the development data)', () => {
  const speech = (): Float32Array => wavSamples(join(models, 'whisper-nano-cases', 'wav', 'en_0_2.wav'));

  it('scores speech high and silence low, one score for 32 ms', async () => {
    const spoken = await scoresOf(speech());
    expect(spoken.length).toBe(Math.ceil(speech().length / 512));
    expect(sileroPresence(spoken)).toBeGreaterThan(0.8);
    expect(sileroPresence(await scoresOf(new Float32Array(32_000)))).toBeLessThan(0.1);
  });

  it('does not depend on the chunks', async () => {
    expect(await scoresOf(speech(), 777)).toEqual(await scoresOf(speech(), 16_000));
  });

  it('refuses a file that is another model, or none', async () => {
    await expect(Silero.open(join(models, 'yamnet', 'yamnet_logmel.onnx'))).rejects.toThrow(/another model/);
    const folder = mkdtempSync(join(tmpdir(), 'contrafact-silero-'));
    writeFileSync(join(folder, 'x.onnx'), 'x');
    await expect(Silero.open(join(folder, 'x.onnx'))).rejects.toThrow(/x\.onnx is no usable ONNX model/);
    rmSync(folder, { recursive: true });
  });
});

describe('what scores mean for a song', () => {
  it('nothing heard is no voice; a second of sure speech is one, wherever it is', () => {
    expect(sileroPresence(new Float32Array(0))).toBeLessThan(0.1);
    const scores = new Float32Array(400);
    scores.fill(0.9, 200, 260);
    expect(sileroPresence(scores)).toBeGreaterThan(0.8);
  });
});
