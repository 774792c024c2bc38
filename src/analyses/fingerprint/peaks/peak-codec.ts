/**
 * The packed form of a song's peaks: two bytes a peak. Five bits count half frames since the peak before (31:
 * thirty-one half frames passed and no peak follows), eleven bits are the pitch in steps of 2.75 cents.
 */
import type { PeakList } from './peak-list.js';

export const centsPerStep = 2.75;
export const pitchSteps = 2 ** 11;
const longStep = 31;

/** Saliences and levels are not kept: verification needs the query's only. */
export function packPeaks(peaks: PeakList): Uint8Array {
  const words: number[] = [];
  let clock = 0;
  for (let i = 0; i < peaks.count; i++) {
    const at = Math.max(clock, Math.round(peaks.times[i]! * 2));
    for (; at - clock >= longStep; clock += longStep) words.push(longStep * pitchSteps);
    const step = Math.max(0, Math.min(pitchSteps - 1, Math.round(peaks.cents[i]! / centsPerStep)));
    words.push((at - clock) * pitchSteps + step);
    clock = at;
  }
  const bytes = new Uint8Array(words.length * 2);
  words.forEach((word, i) => {
    bytes[2 * i] = word & 255;
    bytes[2 * i + 1] = word >>> 8;
  });
  return bytes;
}

/** Nobody writes to peaks, so that all songs share them. */
let none = new Float32Array(16_384);

function zeros(count: number): Float32Array {
  if (count > none.length) none = new Float32Array(2 * count);
  return none.subarray(0, count);
}

/** Throws RangeError where the bytes are not whole words. */
export function unpackPeaks(bytes: Uint8Array): PeakList {
  if (bytes.length % 2 !== 0) throw new RangeError('Broken peaks: an odd number of bytes');
  const words = bytes.length / 2;
  const times = new Float32Array(words);
  const cents = new Float32Array(words);
  let count = 0;
  let clock = 0;
  for (let i = 0; i < words; i++) {
    const word = bytes[2 * i]! | (bytes[2 * i + 1]! << 8);
    const step = word >>> 11;
    clock += step;
    if (step === longStep) continue;
    times[count] = clock / 2;
    cents[count++] = (word & (pitchSteps - 1)) * centsPerStep;
  }
  return {
    count,
    times: times.subarray(0, count),
    cents: cents.subarray(0, count),
    saliences: zeros(count),
    levels: zeros(count),
  };
}
