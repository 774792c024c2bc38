import { expect, it } from 'vitest';
import { resample } from '../../signal/resample.js';
import { StreamingResampler } from './streaming-resampler.js';

it('gives the same samples as resampling the whole, over seams and at the end', () => {
  const whole = Float32Array.from(
    { length: 44_100 * 23 + 777 },
    (_, n) => Math.sin(n / 9) + Math.sin(n / 1.7),
  );
  const expected = resample(whole, 16_000 / 44_100);
  const resampler = new StreamingResampler(44_100, 16_000);
  const got = new Float32Array(expected.length);
  let at = 0;
  const take = (block: Float32Array): void => {
    got.set(block, at);
    at += block.length;
  };
  for (let from = 0; from < whole.length; from += 100_000) {
    for (const block of resampler.push(whole.subarray(from, from + 100_000))) take(block);
  }
  take(resampler.finish());
  expect(at).toBe(expected.length);
  let largest = 0;
  for (let n = 0; n < got.length; n++) largest = Math.max(largest, Math.abs(got[n]! - expected[n]!));
  expect(largest).toBeLessThan(1e-4);
});

it('refuses rates that it cannot split into blocks', () => {
  expect(() => new StreamingResampler(44_101, 16_000)).toThrow(RangeError);
});
