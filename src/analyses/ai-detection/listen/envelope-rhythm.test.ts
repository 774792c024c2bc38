import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { passThroughDecoder } from '../test-support/synthetic-decoder.js';
import { beatContrast, EnvelopeRhythmStream } from './envelope-rhythm.js';

const rateHz = 44_100;

async function rhythmOf(samples: Float32Array) {
  const stream = await EnvelopeRhythmStream.create();
  for (let start = 0; start < samples.length; start += 10_007)
    stream.push(samples.subarray(start, start + 10_007));
  return stream.finish();
}

/** Noise whose loudness wanders slowly and at random. */
function noise(seconds: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  let level = 0.3;
  return Float32Array.from({ length: seconds * rateHz }, () => {
    level += 0.0005 * (random() - 0.5) + 1e-4 * (0.3 - level);
    return level * (random() - 0.5);
  });
}

describe('the rhythm of the loudness', () => {
  it('is found where a sequencer repeats a drum at exactly that rate', async () => {
    const roll = noise(20, 3).map((value, n) => {
      const sinceHit = ((n / rateHz) * 22.02) % 1;
      return value * (0.4 + Math.exp(-8 * sinceHit));
    });
    expect(beatContrast(await rhythmOf(roll), 22.02)!).toBeGreaterThan(4);
    expect(beatContrast(await rhythmOf(roll), 24.4)!).toBeLessThan(2);
  });

  it("is not found at a decoder's lattice", async () => {
    const decoded = passThroughDecoder(noise(20, 4), { strides: [8, 8, 8, 4], level: 0.1, seed: 5 });
    expect(beatContrast(await rhythmOf(decoded), rateHz / 2048)!).toBeLessThan(2);
  });

  it('says nothing of a few seconds, nor of rates above the loudness', async () => {
    expect(beatContrast(await rhythmOf(noise(4, 6)), 22)).toBeNull();
    expect(beatContrast(await rhythmOf(noise(10, 6)), 170)).toBeNull();
  });
});
