/**
 * How much a note says: the surprise, in bits, of its interval after the interval before it, under a background of
 * many melodies. Scales, arpeggios and repeated notes are likely and say little; two songs that share a leap and
 * its odd continuation share much (rarity as evidence: Müllensiefen and Pendzich 2009).
 */
import { loadTables } from '../../models/embedded/table-file.js';
import type { MelodySequence } from './sequence.js';

const widestInterval = 12;
const intervalStates = 2 * widestInterval + 1;
const stepsPerBit = 6;
const maxSteps = 63;

export const intervalSurpriseId = 'interval-surprise';
const intervals = Array.from({ length: intervalStates }, (_, state) => `${state - widestInterval}`);
/** A row for each earlier interval, a column for each interval; semitones, larger ones as the widest. Sixths of a bit. */
export const intervalSurpriseShape = { surprise: { rows: intervals, columns: intervals } };

/** The rows of the table for what `fitBits` gives. */
export function surpriseSteps(bits: ArrayLike<number>): number[][] {
  return Array.from({ length: intervalStates }, (_, row) =>
    Array.from({ length: intervalStates }, (_, column) => {
      const steps = Math.round(bits[row * intervalStates + column]! * stepsPerBit);
      return Math.min(maxSteps, Math.max(0, steps));
    }),
  );
}

let loaded: Float32Array | undefined;

/** Bits, row by row. Read once a process; throws where the file is not the one that its card names. */
function background(): Float32Array {
  loaded ??= Float32Array.from(
    loadTables(intervalSurpriseId, intervalSurpriseShape).surprise.flat(),
    (steps) => steps / stepsPerBit,
  );
  return loaded;
}

function intervalState(interval: number): number {
  return Math.min(widestInterval, Math.max(-widestInterval, interval)) + widestInterval;
}

/** −log2 P(interval | interval before), for every pair of states; add-one smoothed with the intervals' own shares. */
export function fitBits(lines: Iterable<MelodySequence>): Float32Array {
  const counts = new Float64Array(intervalStates * intervalStates);
  const single = new Float64Array(intervalStates).fill(1);
  for (const line of lines) {
    for (let index = 1; index < line.length; index++) {
      const state = intervalState(line.pitch[index]! - line.pitch[index - 1]!);
      single[state]!++;
      if (index < 2) continue;
      counts[intervalState(line.pitch[index - 1]! - line.pitch[index - 2]!) * intervalStates + state]!++;
    }
  }
  const all = single.reduce((sum, count) => sum + count, 0);
  const bits = new Float32Array(counts.length);
  for (let row = 0; row < intervalStates; row++) {
    let total = 0;
    for (let column = 0; column < intervalStates; column++) total += counts[row * intervalStates + column]!;
    for (let column = 0; column < intervalStates; column++) {
      const share = (20 * single[column]!) / all;
      bits[row * intervalStates + column] = -Math.log2(
        (counts[row * intervalStates + column]! + share) / (total + 20),
      );
    }
  }
  return bits;
}

/** Pitches of a line's notes, in semitones. */
export interface Pitches {
  readonly length: number;
  readonly pitch: ArrayLike<number>;
}

/** The surprise of every note of a line; the first two get the mean. */
export function surprisal(line: Pitches): Float32Array {
  const table = background();
  const bits = new Float32Array(line.length).fill(3);
  for (let index = 2; index < line.length; index++) {
    const before = intervalState(line.pitch[index - 1]! - line.pitch[index - 2]!);
    const now = intervalState(line.pitch[index]! - line.pitch[index - 1]!);
    bits[index] = Math.min(7, table[before * intervalStates + now]!);
  }
  return bits;
}
