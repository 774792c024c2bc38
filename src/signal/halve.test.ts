import { describe, expect, it } from 'vitest';
import { halve } from './halve.js';
import { seededRandom } from './seeded-random.js';

const rate = 16_000;
const tone = (hz: number): Float32Array =>
  Float32Array.from({ length: rate }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));
const level = (samples: Float32Array): number =>
  Math.sqrt(samples.slice(100, -100).reduce((sum, x) => sum + x * x, 0) / (samples.length - 200));

describe('a halved sample rate', () => {
  it('keeps every second moment of what lies in a telephone band', () => {
    for (const hz of [50, 300, 1000, 3400]) {
      const halved = halve(tone(hz));
      expect(halved.length).toBe(rate / 2);
      for (const n of [200, 4001, 7000])
        expect(halved[n]).toBeCloseTo(Math.sin((2 * Math.PI * hz * 2 * n) / rate), 1);
    }
  });

  it('leaves nothing of what would be folded into that band', () => {
    for (const hz of [4600, 6000, 7900]) expect(level(halve(tone(hz)))).toBeLessThan(0.01);
  });

  it('is that of the filter by its definition, to the last bit, at both ends and across blocks of the kernel', () => {
    const random = seededRandom(3);
    for (const length of [0, 1, 2, 3, 40, 47, 16_384, 16_431, 40_001]) {
      const samples = Float32Array.from({ length }, () => 2 * random() - 1);
      const expected = new Float32Array(length >> 1);
      for (let n = 0; n < expected.length; n++) {
        let sum = 0.5 * samples[2 * n]!;
        for (let apart = 1; apart <= 23; apart += 2) {
          const window = 0.54 + 0.46 * Math.cos((Math.PI * apart) / 24);
          const coefficient = (window * Math.sin((Math.PI * apart) / 2)) / (Math.PI * apart);
          sum += coefficient * ((samples[2 * n - apart] ?? 0) + (samples[2 * n + apart] ?? 0));
        }
        expected[n] = sum;
      }
      expect(halve(samples), `${length} samples`).toEqual(expected);
    }
  });
});
