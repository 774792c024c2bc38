import { describe, expect, it } from 'vitest';
import { passThroughDecoder } from '../../../sample-music/strided-decoder.js';
import { seededRandom } from '../../../signal/seeded-random.js';
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

  /** Log modulation power with spikes at some bins; a bin is 44,100 / 128 / 2048 Hz. */
  const spikes = (...bins: readonly (readonly [number, number])[]): Float32Array => {
    const logPower = new Float32Array(1025);
    for (const [bin, height] of bins) logPower[bin] = height;
    return logPower;
  };
  const beatAt = (bin: number, logPower: Float32Array): number | null =>
    beatContrast({ logPower, frames: 5 }, (bin * rateHz) / 128 / 2048);

  it('is the lines above their neighbours in the neighbours’ deviations, over up to seven multiples', () => {
    expect(beatAt(900, spikes([900, 0.5]))).toBeCloseTo(5, 6);
    expect(beatAt(900, spikes([901, 0.5]))).toBeCloseTo(5, 6);
    expect(beatAt(400, spikes([400, 0.5]))).toBeCloseTo(2.5, 6);
    expect(beatAt(100, spikes([100, 0.7], [700, 0.7], [800, 9]))).toBeCloseTo(2, 6);
    const rough = Float32Array.from({ length: 1025 }, (_, bin) => (bin % 2 === 0 ? 1 : -1));
    rough[899] = rough[900] = rough[901] = 1.55;
    expect(beatAt(900, rough)).toBeCloseTo((1.55 - 1) / (Math.sqrt(1 - (2 / 22) ** 2) + 0.1), 5);
  });

  it('compares with neighbours 4 to 14 bins away, where the loudness has them', () => {
    const fallsBy = (distance: number): number =>
      beatAt(900, spikes([900, 0.5]))! - beatAt(900, spikes([900, 0.5], [900 + distance, 3]))!;
    for (const distance of [4, 14, -4, -14]) expect(fallsBy(distance)).toBeGreaterThan(3);
    for (const distance of [3, 15, -3, -15]) expect(fallsBy(distance)).toBe(0);
    expect(beatAt(1009, spikes([1009, 0.5]))).toBeCloseTo(5, 6);
    expect(beatAt(1010, spikes([1010, 0.5]))).toBeNull();
  });
});
