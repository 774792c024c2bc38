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

/** Frames of a recording. */
export interface FrameRange {
  readonly fromFrame: number;
  readonly toFrame: number;
}

const wholeRecording: FrameRange = { fromFrame: 0, toFrame: Infinity };

/** The peaks from one frame up to another, their times as they are. Throws RangeError where the bytes are not whole words. */
export function unpackPeaks(bytes: Uint8Array, { fromFrame, toFrame } = wholeRecording): PeakList {
  if (bytes.length % 2 !== 0) throw new RangeError('Broken peaks: an odd number of bytes');
  // A word's upper byte holds its step in five bits: what is not wanted is passed by that alone.
  const { at: first, clock: before } = passed(bytes, 2 * fromFrame, { at: 0, clock: 0 });
  const { at: end } = passed(bytes, 2 * toFrame, { at: first, clock: before });
  const times = new Float32Array((end - first) / 2);
  const cents = new Float32Array(times.length);
  let count = 0;
  let clock = before;
  for (let at = first; at < end; at += 2) {
    const word = bytes[at]! | (bytes[at + 1]! << 8);
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

/** A word of packed peaks, and the half frames before it. */
interface WordPlace {
  readonly at: number;
  readonly clock: number;
}

/** The first word from a place on that is not before a half frame. */
function passed(bytes: Uint8Array, halfFrame: number, from: WordPlace): WordPlace {
  let { at, clock } = from;
  if (halfFrame === Infinity) return { at: bytes.length, clock };
  for (; at < bytes.length; at += 2) {
    const next = clock + (bytes[at + 1]! >>> 3);
    if (next >= halfFrame) break;
    clock = next;
  }
  return { at, clock };
}
