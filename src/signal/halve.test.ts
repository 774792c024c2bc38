import { describe, expect, it } from 'vitest';
import { halve } from './halve.js';

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
});
