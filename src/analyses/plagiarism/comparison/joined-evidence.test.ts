import { describe, expect, it } from 'vitest';
import { bitsAsChords, type HarmonyMatch, harmonyAloneCost, joinedBits } from './harmony-match.js';

const run = { startA: 0, endA: 32, startB: 64, endB: 96, notes: 20 };
const melody = { lineA: 'topline', lineB: 'topline', bits: 12, transposition: 3, run } as const;
const chords = (bits: number, changed: Partial<HarmonyMatch> = {}): HarmonyMatch => ({
  bits,
  transposition: 3,
  run,
  matchedChords: [],
  segments: [],
  ...changed,
});

describe('what chords add to a melody', () => {
  it('is a quarter of their bits, four at most', () => {
    expect(joinedBits(melody, chords(8))).toBe(2);
    expect(joinedBits(melody, chords(16))).toBe(4);
    expect(joinedBits(melody, chords(40))).toBe(4);
  });

  it('is nothing in another key, beside a weak melody, or without chords', () => {
    expect(joinedBits(melody, chords(16, { transposition: 4 }))).toBe(0);
    expect(joinedBits({ ...melody, bits: 7.9 }, chords(16))).toBe(0);
    expect(joinedBits({ ...melody, bits: 8 }, chords(16))).toBe(4);
    expect(joinedBits(melody, null)).toBe(0);
  });

  it('is nothing where they lie beside less than half of the run, in either song', () => {
    const beside = (startA: number, endA: number, startB: number, endB: number): number =>
      joinedBits(melody, chords(16, { run: { ...run, startA, endA, startB, endB } }));
    expect(beside(16, 48, 64, 96)).toBe(4);
    expect(beside(17, 48, 64, 96)).toBe(0);
    expect(beside(0, 32, 80, 112)).toBe(4);
    expect(beside(0, 32, 81, 112)).toBe(0);
    expect(beside(40, 60, 64, 96)).toBe(0);
  });
});

describe('what an accompaniment says', () => {
  it('is no more than its chords alone, less what chords alone cost', () => {
    expect(bitsAsChords(30, chords(20))).toBe(20 - harmonyAloneCost);
    expect(bitsAsChords(12, chords(20))).toBe(12 - harmonyAloneCost);
    expect(bitsAsChords(30, null)).toBe(-harmonyAloneCost);
    expect(bitsAsChords(30, chords(-5))).toBe(-harmonyAloneCost);
  });
});
