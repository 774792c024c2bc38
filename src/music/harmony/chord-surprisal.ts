/**
 * How much a change of chord says: its surprise, in bits, after the change before it, under a background of popular
 * songs. The turns that every song has (IV V I, the circle of fifths, back and forth between two chords) say little.
 */
import { loadTables } from '../../models/embedded/table-file.js';
import { symbolChange, symbolChanges } from '../alignment/aligned-side.js';
import type { ChordSequence } from './chord-sequence.js';

const stepsPerBit = 6;
/** How many changes the general shares weigh beside what was counted after one change. */
const priorWeight = 12;
const maxBits = 7;
const maxSteps = 63;

export const chordSurpriseId = 'chord-surprise';
/** In the order of `symbolChange`: semitones between the roots, kind before and after. */
const changes = Array.from({ length: 12 }, (_, semitones) =>
  ['maj>maj', 'maj>min', 'min>maj', 'min>min'].map((kinds) => `${semitones}:${kinds}`),
).flat();
/** A row for each earlier change, a column for each change. Sixths of a bit. */
export const chordSurpriseShape = { surprise: { rows: changes, columns: changes } };

/** The rows of the table for what `fitChangeBits` gives. */
export function changeSurpriseSteps(bits: ArrayLike<number>): number[][] {
  return Array.from({ length: symbolChanges }, (_, row) =>
    Array.from({ length: symbolChanges }, (_, column) => {
      const steps = Math.round(bits[row * symbolChanges + column]! * stepsPerBit);
      return Math.min(maxSteps, Math.max(0, steps));
    }),
  );
}

let loaded: Float32Array | undefined;

/** Bits, row by row. Read once a process; throws where the file is not the one that its card names. */
function background(): Float32Array {
  loaded ??= Float32Array.from(
    loadTables(chordSurpriseId, chordSurpriseShape).surprise.flat(),
    (steps) => steps / stepsPerBit,
  );
  return loaded;
}

/** −log2 P(change | change before), smoothed with the changes' own shares. */
export function fitChangeBits(songs: Iterable<ChordSequence>): Float32Array {
  const counts = new Float64Array(symbolChanges * symbolChanges);
  const single = new Float64Array(symbolChanges).fill(0.5);
  for (const { chord, length } of songs) {
    for (let index = 1; index < length; index++) {
      const change = symbolChange(chord[index - 1]!, chord[index]!);
      single[change]!++;
      if (index > 1) counts[symbolChange(chord[index - 2]!, chord[index - 1]!) * symbolChanges + change]!++;
    }
  }
  const bits = new Float32Array(counts.length);
  for (let row = 0; row < symbolChanges; row++) {
    // Only changes from the quality that the row's change arrives at can follow it.
    const possible = Array.from({ length: symbolChanges }, (_, column) => column).filter(
      (column) => ((column >> 1) & 1) === (row & 1),
    );
    const all = possible.reduce((sum, column) => sum + single[column]!, 0);
    const total = possible.reduce((sum, column) => sum + counts[row * symbolChanges + column]!, 0);
    for (const column of possible) {
      const prior = (priorWeight * single[column]!) / all;
      bits[row * symbolChanges + column] = -Math.log2(
        (counts[row * symbolChanges + column]! + prior) / (total + priorWeight),
      );
    }
  }
  return bits;
}

/** Changes in a run that is recognised as heard before. */
const runChanges = 3;

/**
 * The surprise of every chord as a change from the one before; the first two get a mean. Divided by the square of how often
 * the last three changes were heard before in the song: a loop played thirty times is one piece of evidence, not thirty.
 */
export function chordBits({ chord, length }: ChordSequence): Float32Array {
  const table = background();
  const bits = new Float32Array(length).fill(2.5);
  const heard = new Map<number, number>();
  for (let index = 2; index < length; index++) {
    const before = symbolChange(chord[index - 2]!, chord[index - 1]!);
    const now = symbolChange(chord[index - 1]!, chord[index]!);
    bits[index] = Math.min(maxBits, table[before * symbolChanges + now]!);
    if (index < runChanges) continue;
    let key = 0;
    for (let back = runChanges - 1; back >= 0; back--)
      key = key * symbolChanges + symbolChange(chord[index - back - 1]!, chord[index - back]!);
    const times = heard.get(key) ?? 0;
    bits[index]! /= (1 + times) ** 2;
    heard.set(key, times + 1);
  }
  return bits;
}
