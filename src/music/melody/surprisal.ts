/**
 * How much a note says: the surprise, in bits, of its interval after the interval before it, under a background of
 * many melodies. Scales, arpeggios and repeated notes are likely and say little; two songs that share a leap and
 * its odd continuation share much (rarity as evidence: Müllensiefen and Pendzich 2009).
 */
import { intervalBits } from './interval-background.js';
import type { MelodySequence } from './sequence.js';

const widestInterval = 12;
const intervalStates = 2 * widestInterval + 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const stepsPerBit = 6;

/** One text row an earlier interval, one letter an interval: the letter's place is the surprise in 1/6 bit. */
export function encodeBits(bits: ArrayLike<number>): string[] {
  return Array.from({ length: intervalStates }, (_, row) =>
    Array.from({ length: intervalStates }, (_, column) => {
      const value = Math.round(bits[row * intervalStates + column]! * stepsPerBit);
      return alphabet[Math.min(63, Math.max(0, value))]!;
    }).join(''),
  );
}

const table = Float32Array.from(
  [...intervalBits.join('')].map((letter) => alphabet.indexOf(letter) / stepsPerBit),
);

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

/** The surprise of every note of a line; the first two get the mean. */
export function surprisal(line: MelodySequence): Float32Array {
  const bits = new Float32Array(line.length).fill(3);
  for (let index = 2; index < line.length; index++) {
    const before = intervalState(line.pitch[index - 1]! - line.pitch[index - 2]!);
    const now = intervalState(line.pitch[index]! - line.pitch[index - 1]!);
    bits[index] = Math.min(7, table[before * intervalStates + now]!);
  }
  return bits;
}
