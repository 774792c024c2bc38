import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PcmStream } from '../../../domain/compute.js';
import { seededRandom } from '../../../signal/seeded-random.js';
import { listen } from './listen.js';
import { windowFeatureNames } from './window-features.js';

const rateHz = 16_000;
const seconds = 4;

/** A voice that glides, trembles and pauses in the middle; a struck chord and hiss at the sides. */
function stereoScene(): Float32Array {
  const random = seededRandom(5);
  const samples = new Float32Array(2 * seconds * rateHz);
  let phase = 0;
  for (let n = 0; n < seconds * rateHz; n++) {
    const at = n / rateHz;
    const pitchHz = 180 * 2 ** (0.4 * Math.sin(2.1 * at) + 0.04 * Math.sin(34 * at));
    phase += (2 * Math.PI * pitchHz) / rateHz;
    const sung = Math.max(0, Math.sin(9 * at)) ** 0.5;
    let voice = 0;
    for (let k = 1; k <= 12; k++) voice += Math.sin(k * phase) / (1 + ((k * pitchHz - 700) / 500) ** 2);
    const struck = Math.exp(-3 * (at % 0.5));
    const chord = [220, 277.2, 329.6].reduce((sum, hz) => sum + Math.sin(2 * Math.PI * hz * at), 0);
    const hiss = (random() - 0.5) * Math.exp(-40 * (at % 0.25));
    samples[2 * n] = 0.2 * sung * voice + 0.1 * struck * chord + 0.2 * hiss;
    samples[2 * n + 1] = 0.2 * sung * voice + 0.05 * struck * chord - 0.2 * hiss;
  }
  return samples;
}

/** By name, what the network was trained on is measured so; a change of it needs a network that is trained anew. */
const expected = JSON.parse(
  readFileSync(join(import.meta.dirname, 'test-support', 'expected-features.json'), 'utf8'),
) as Record<string, number[]>;

it('measures of a known scene, window by window, what the shipped network expects', async () => {
  async function* chunks(): AsyncGenerator<Float32Array> {
    yield stereoScene();
  }
  const pcm: PcmStream = Object.assign(chunks(), { sampleRateHz: rateHz, channels: 2 });
  const { windows } = await listen(pcm);
  const count = windows.length / windowFeatureNames.length;
  const measured = Object.fromEntries(
    windowFeatureNames.map((name, index) => [
      name,
      Array.from({ length: count }, (_, window) => windows[window * windowFeatureNames.length + index]!),
    ]),
  );
  expect(Object.keys(measured)).toEqual(Object.keys(expected));
  const differing = Object.entries(expected).filter(([name, values]) =>
    values.some(
      (value, window) => !(Math.abs(measured[name]![window]! - value) <= 2e-3 * Math.abs(value) + 1e-4),
    ),
  );
  expect(differing.map(([name, values]) => ({ name, values, measured: measured[name] }))).toEqual([]);
});
