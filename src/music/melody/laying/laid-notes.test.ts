import { describe, expect, it } from 'vitest';
import { laidNotes, stepsABit } from './laid-notes.js';
import { layingRule } from './laying-rule.js';
import type { MovingNotes } from './moving-notes.js';
import { cellsABeat } from './sounding-cells.js';

const { soundingShare, maxBits, minAgreeingBits, minDifferingBits, silenceShare } = layingRule();

/** Notes on every beat, of these surprises; as new as `newness` says. */
function notesOf(surprise: readonly number[], newness = surprise.map(() => 1), lengthBeats = 1): MovingNotes {
  return {
    length: surprise.length,
    startBeats: Float32Array.from(surprise, (_, at) => at),
    lengthBeats: Float32Array.from(surprise, () => lengthBeats),
    pitchClass: Uint8Array.from(surprise, (_, at) => (5 * at) % 12),
    surprise: Float32Array.from(surprise),
    newness: Float32Array.from(newness),
  };
}
const bitsOf = (steps: Int32Array): number[] => [...steps].map((one) => one / stepsABit);
/** Sums are whole steps. */
const aStep = 1 / stepsABit;

describe('what a laid note says', () => {
  it('is where it sounds how much likelier that is in one tune than by chance', () => {
    const surprise = [2, 3, 4, 5.5];
    const earned = bitsOf(laidNotes(notesOf(surprise), 1).earned);
    for (const [at, bits] of surprise.entries()) {
      const byChance = 2 ** -bits;
      expect(Math.abs(earned[at]! - Math.log2(soundingShare / byChance))).toBeLessThan(aStep);
    }
  });

  it('is where something else sounds how much likelier that is by chance than in one tune', () => {
    const surprise = [1.5, 2, 3, 4, 5.5];
    const cost = bitsOf(laidNotes(notesOf(surprise), 1).cost);
    for (const [at, bits] of surprise.entries()) {
      const byChance = 1 - 2 ** -bits;
      expect(Math.abs(cost[at]! - Math.log2(byChance / (1 - soundingShare)))).toBeLessThan(aStep);
    }
  });

  it('is no more for an interval that is rarer than one in two to the power of the largest surprise', () => {
    const { earned, cost } = laidNotes(notesOf([maxBits, maxBits + 1, 40]), 1);
    expect(new Set(earned).size).toBe(1);
    expect(new Set(cost).size).toBe(1);
    expect(bitsOf(earned)[0]).toBeGreaterThan(bitsOf(laidNotes(notesOf([maxBits - 1]), 1).earned)[0]! + 0.9);
  });

  it('is the least of its kind for an interval that chance gives as often as a tune', () => {
    const { earned, cost } = laidNotes(notesOf([0, 0.1]), 1);
    for (const bits of bitsOf(earned)) expect(Math.abs(bits - minAgreeingBits)).toBeLessThan(aStep);
    for (const bits of bitsOf(cost)) expect(Math.abs(bits - minDifferingBits)).toBeLessThan(aStep);
  });

  it('is in silence a share of what it costs where something else sounds', () => {
    const { cost, costInSilence } = laidNotes(notesOf([0, 1.5, 3, 6]), 1);
    for (const [at, bits] of bitsOf(costInSilence).entries())
      expect(Math.abs(bits - silenceShare * bitsOf(cost)[at]!)).toBeLessThan(aStep);
  });

  it('counts by how new the note is, for the tune and against it', () => {
    const surprise = [4, 4, 4];
    const whole = laidNotes(notesOf(surprise), 1);
    const part = laidNotes(notesOf(surprise, [1, 1 / 4, 1 / 9]), 1);
    for (const kind of ['earned', 'cost', 'costInSilence'] as const)
      for (const [at, share] of [1, 1 / 4, 1 / 9].entries())
        expect(Math.abs(bitsOf(part[kind])[at]! - share * bitsOf(whole[kind])[at]!)).toBeLessThan(aStep);
  });
});

describe('where a laid note lies', () => {
  it('is as many cells from the first beat as its beats have at the pace of the line that sounds', () => {
    for (const pace of [0.5, 1, 1.5, 2]) {
      const { startCells, lengthCells } = laidNotes(notesOf([3, 3, 3]), pace);
      expect([...startCells]).toEqual([0, pace * cellsABeat, 2 * pace * cellsABeat]);
      expect([...lengthCells]).toEqual([1, 1, 1].map((beats) => beats * pace * cellsABeat));
    }
  });

  it('is two cells long at least', () => {
    const lengths = [1 / 16, 1 / 8, 1 / 4, 3 / 8].map(
      (beats) => laidNotes(notesOf([3], [1], beats), 1).lengthCells[0],
    );
    expect(lengths).toEqual([2, 2, 2, 3]);
  });
});
