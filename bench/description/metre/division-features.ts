/**
 * Whether a beat divides into two or into three: how much begins at its halves, thirds, quarters and sixths, and how long, in
 * beats, it is from one beginning to the next.
 */
import { medianInterval } from '../../../src/music/rhythm/rhythm.js';
import type { Count, PulsedSong } from './counted-song.js';

const places = [
  ['0', 0],
  ['1/6', 1 / 6],
  ['1/4', 1 / 4],
  ['1/3', 1 / 3],
  ['1/2', 1 / 2],
  ['2/3', 2 / 3],
  ['3/4', 3 / 4],
  ['5/6', 5 / 6],
] as const;
const intervals = [
  ['1/4', 1 / 4],
  ['1/3', 1 / 3],
  ['1/2', 1 / 2],
  ['2/3', 2 / 3],
  ['3/4', 3 / 4],
  ['1', 1],
  ['4/3', 4 / 3],
  ['3/2', 3 / 2],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['6', 6],
] as const;

export const divisionFeatureNames = [
  ...places.map(([name]) => `onsets-at-${name}-beat`),
  ...intervals.map(([name]) => `intervals-of-${name}-beats`),
];

/** Onsets are looked for within this many frames of a place. */
const nearFrames = 2;
/** An interval is one of those listed where it is within these octaves of it. */
const sameLength = 0.16;

/** In the order of the names. */
export function divisionFeatures({ pulses, onsets, beginnings }: PulsedSong, { beats }: Count): number[] {
  const frames = beats.map((pulse) => pulses.frames[pulse]!);
  return [...strengths(onsets, frames), ...shares(beginnings, medianInterval(frames))];
}

function strengths(onsets: Float32Array, frames: readonly number[]): number[] {
  return places.map(([, share]) => {
    let sum = 0;
    for (let beat = 0; beat + 1 < frames.length; beat++)
      sum += strongest(onsets, frames[beat]! + share * (frames[beat + 1]! - frames[beat]!));
    return sum / Math.max(1, frames.length - 1);
  });
}

function strongest(onsets: Float32Array, frame: number): number {
  const centre = Math.round(frame);
  let best = -1;
  const last = Math.min(onsets.length - 1, centre + nearFrames);
  for (let i = Math.max(0, centre - nearFrames); i <= last; i++) best = Math.max(best, onsets[i]!);
  return best;
}

/** Of all intervals those near each length. */
function shares(beginnings: readonly number[], beatFrames: number): number[] {
  const counts = intervals.map(() => 0);
  for (let i = 1; i < beginnings.length; i++) {
    const octaves = Math.log2((beginnings[i]! - beginnings[i - 1]!) / beatFrames);
    let nearest = -1;
    let least = sameLength;
    for (const [at, [, length]] of intervals.entries()) {
      const distance = Math.abs(octaves - Math.log2(length));
      if (distance < least) [least, nearest] = [distance, at];
    }
    if (nearest >= 0) counts[nearest]!++;
  }
  return counts.map((count) => count / Math.max(1, beginnings.length - 1));
}
