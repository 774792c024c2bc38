import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { peakListOf } from '../test-support/peak-list-of.js';
import { packPeaks, unpackPeaks } from './peak-codec.js';
import { stretchOf } from './peak-list.js';

const random = seededRandom(11);
/** With silences longer than a step can count, at the beginning too. */
const peaks = peakListOf(
  Array.from({ length: 300 }, (_, i) => ({
    time: 90 + 5 * i + (i > 150 ? 400 : 0) + 4 * random(),
    cents: 5500 * random(),
  })),
);
const packed = packPeaks(peaks);

it('peaks come back to half a frame and to a step of pitch', () => {
  const { count, times, cents } = unpackPeaks(packed);
  expect(count).toBe(peaks.count);
  for (let i = 0; i < count; i++) {
    expect(Math.abs(times[i]! - peaks.times[i]!)).toBeLessThanOrEqual(0.25);
    expect(Math.abs(cents[i]! - peaks.cents[i]!)).toBeLessThanOrEqual(1.4);
  }
});

it.each([
  [-500, 95],
  [0, 0],
  [300.25, 700.5],
  [840, 1240],
  [1600, 1700],
  [1900, 5000],
  [5000, 6000],
  [-Infinity, Infinity],
])('a stretch alone is what the whole has from frame %d up to frame %d', (fromFrame, toFrame) => {
  const { count, times, cents } = unpackPeaks(packed, { fromFrame, toFrame });
  const expected = stretchOf(unpackPeaks(packed), fromFrame, toFrame);
  expect(count).toBe(expected.count);
  expect([...times]).toEqual([...expected.times]);
  expect([...cents]).toEqual([...expected.cents]);
});

it('refuses half a word', () => {
  expect(() => unpackPeaks(packed.subarray(0, 7))).toThrow('odd number of bytes');
});
