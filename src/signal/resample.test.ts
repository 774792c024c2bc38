import { describe, expect, it } from 'vitest';
import { resample } from './resample.js';

const sine = (length: number, hz: number, rate: number): Float32Array =>
  Float32Array.from({ length }, (_, n) => Math.sin((2 * Math.PI * hz * n) / rate));

/** A mixture of tones below 0.2 cycles a sample, at any place. */
const toneAt = (place: number): number =>
  0.5 * Math.sin(0.11 * place) + 0.3 * Math.sin(0.53 * place + 1) + 0.2 * Math.sin(1.21 * place + 2);
const tones = (count: number): Float32Array => Float32Array.from({ length: count }, (_, n) => toneAt(n));

describe('resample', () => {
  it.each([0.85, 0.999, 1.0004, 1.07, 1.5])(
    'at a ratio of %f gives what sounds between the samples, from block to block',
    (ratio) => {
      const samples = tones(40_000);
      const moved = resample(samples, ratio);
      expect(moved).toHaveLength(Math.round(40_000 * ratio));
      let worst = 0;
      // The filter sees silence before the first sample and behind the last.
      for (let n = 60; n < moved.length - 60; n++)
        worst = Math.max(worst, Math.abs(moved[n]! - toneAt(n / ratio)));
      expect(worst).toBeLessThan(1e-3);
    },
  );

  it('leaves silence outside a recording: an impulse rings for sixteen samples on either side and no more', () => {
    const impulse = new Float32Array(100);
    impulse[50] = 1;
    const moved = resample(impulse, 0.999);
    expect(moved[50]).toBeGreaterThan(0.9);
    for (const n of [0, 20, 32, 68, 80, 98]) expect(Math.abs(moved[n]!)).toBe(0);
  });

  it('answers short and empty recordings, and the same one twice in the same way', () => {
    expect(resample(new Float32Array(0), 0.5)).toHaveLength(0);
    expect(resample(Float32Array.of(1), 2)).toHaveLength(2);
    const samples = tones(500);
    expect(resample(samples, 1.1)).toEqual(resample(samples, 1.1));
  });

  it('keeps a tone that both rates can carry and removes one that only the higher can', () => {
    const rms = (samples: Float32Array): number =>
      Math.sqrt(samples.subarray(200, -200).reduce((sum, x) => sum + x * x, 0) / (samples.length - 400));
    const low = resample(sine(44_100, 1000, 44_100), 16_000 / 44_100);
    expect(low.length).toBe(16_000);
    const expected = sine(16_000, 1000, 16_000);
    for (let n = 1000; n < 1100; n++) expect(low[n]).toBeCloseTo(expected[n]!, 3);
    expect(rms(resample(sine(44_100, 12_000, 44_100), 16_000 / 44_100))).toBeLessThan(1e-3);
  });

  it('refuses a ratio that is not positive', () => {
    expect(() => resample(new Float32Array(4), 0)).toThrow(RangeError);
    expect(() => resample(new Float32Array(4), Number.NaN)).toThrow(RangeError);
  });
});
