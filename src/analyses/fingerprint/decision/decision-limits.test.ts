import { describe, expect, it } from 'vitest';
import { assumedChanges } from '../look-up/changes.js';
import { measuredAlignment, measuredSound } from '../test-support/measured-alignment.js';
import type { Alignment } from '../verification/measure.js';
import type { Coherence } from '../waveform/coherence.js';
import { falseWaveformsPer1000, isOtherWaveform, isSameWaveform } from '../waveform/waveform-odds.js';
import {
  decisionRules,
  expectedFalseMatches,
  isBeyondChance,
  isClear,
  isDuplicate,
  isMatch,
  isOtherSound,
  isSameSound,
  isSimilar,
  type Strictness,
  similarity,
  zThreshold,
} from './decision.js';

/** A copy by all that is measured. */
const copy = measuredAlignment();
const [same, other] = [measuredSound(16, 12), measuredSound(12, 3.5)];
const fine = { heard: [], shown: [] };
const sameFine = {
  ...fine,
  sustained: 0.31,
  overBeside: 0.2,
  overChance: 5.6,
  lowestBand: 0.15,
  shownShare: 1,
};
const otherFine = { ...fine, sustained: 0, overBeside: 0, overChance: 0, lowestBand: 0, shownShare: 0 };
const little = 1e-6;

/** By how much the similarity of the copy changes with these measurements. */
const changedBy = (change: Partial<Alignment>): number =>
  similarity({ ...copy, ...change }) - similarity(copy);

describe('the similarity of two recordings', () => {
  it('is sharpness, two thirds of agreement and what lies off the grid of notes, less what comes too early', () => {
    expect(similarity(copy)).toBeCloseTo(0.9 + 0.68 * 0.7 - 0.1, 9);
    expect(changedBy({ sharpness: 0.8 })).toBeCloseTo(-0.1, 9);
    expect(changedBy({ agreement: 0.6 })).toBeCloseTo(-0.068, 9);
    expect(changedBy({ early: 0.2 })).toBeCloseTo(-0.1, 9);
  });

  it('rises twice as fast as what lies on the grid of notes falls below 0.85, down to 0.5', () => {
    const offGrid = [0.95, 0.85, 0.75, 0.5, 0.4, 0].map((onGrid) => changedBy({ onGrid }));
    for (const [at, expected] of [0, 0, 0.2, 0.7, 0.7, 0.7].entries())
      expect(offGrid[at]).toBeCloseTo(expected, 9);
  });

  it('is higher for a change of speed, whose pitch follows within six cents, and a little for any other change', () => {
    const cents = (scale: number): number => 1200 * Math.log2(scale);
    for (const scale of [1.016, 0.984, 1.4])
      for (const off of [-5.9, 0, 5.9])
        expect(changedBy({ scale, pitchCents: cents(scale) + off })).toBeCloseTo(0.4, 9);
    for (const scale of [1.016, 0.984]) {
      for (const off of [-6.1, 6.1])
        expect(changedBy({ scale, pitchCents: cents(scale) + off })).toBeCloseTo(0.12, 9);
      expect(changedBy({ scale })).toBeCloseTo(0.12, 9);
    }
    for (const pitchCents of [30.1, -30.1]) expect(changedBy({ pitchCents })).toBeCloseTo(0.12, 9);
    for (const pitchCents of [30, -30]) expect(changedBy({ pitchCents })).toBe(0);
    for (const scale of [1.014, 0.986]) expect(changedBy({ scale, pitchCents: cents(scale) })).toBe(0);
  });

  it('leaves no doubt from 1.5 on, without what a change adds', () => {
    const clear = (sharpness: number, change: Partial<Alignment> = {}): boolean =>
      isClear({ ...copy, agreement: 0.5, early: 0, sharpness, ...change });
    expect([clear(1.16 + little), clear(1.16 - little)]).toEqual([true, false]);
    expect(clear(1.16 - little, { scale: 1.2, pitchCents: 1200 * Math.log2(1.2) })).toBe(false);
  });
});

describe('what a copy needs', () => {
  it.each([
    ['normal', 'excess', 0.08],
    ['normal', 'coverage', 0.5],
    ['normal', 'agreement', 0.07],
    ['strict', 'excess', 0.3],
    ['strict', 'coverage', 0.7],
    ['strict', 'agreement', 0.3],
  ] as const)('is, when it is %s, of %s at least %f', (strictness, measured, min) => {
    // Sharp enough by itself to be similar.
    const isSimilarAt = (value: number): boolean =>
      isSimilar({ ...copy, sharpness: 1.3, [measured]: value }, decisionRules[strictness]);
    expect([isSimilarAt(min), isSimilarAt(min - little)]).toEqual([true, false]);
  });

  it.each([
    ['normal', 1],
    ['strict', 1.15],
  ] as const)('is, when it is %s, a similarity of at least %f', (strictness, min) => {
    const isSimilarAt = (value: number): boolean => {
      const sharpness = copy.sharpness + value - similarity(copy);
      return isSimilar({ ...copy, sharpness }, decisionRules[strictness]);
    };
    expect([isSimilarAt(min + little), isSimilarAt(min - little)]).toEqual([true, false]);
  });

  it('is less agreement where all is blurred, below a sharpness of 0.8, and only when it is normal', () => {
    const isSimilarAt = (sharpness: number, agreement: number, strictness: Strictness = 'normal'): boolean =>
      isSimilar({ ...copy, onGrid: 0, early: 0, sharpness, agreement }, decisionRules[strictness]);
    expect([isSimilarAt(0.79, 0.04), isSimilarAt(0.79, 0.04 - little)]).toEqual([true, false]);
    expect([isSimilarAt(0.8, 0.04), isSimilarAt(0.8, 0.07)]).toEqual([false, true]);
    expect([isSimilarAt(0.79, 0.29, 'strict'), isSimilarAt(0.79, 0.3, 'strict')]).toEqual([false, true]);
  });

  it('is little else where the sound is the song’s', () => {
    const bySound = { ...copy, sharpness: 0, agreement: 0, onGrid: 1, coherence: same };
    const isSimilarAt = (strictness: Strictness, excess: number, coverage: number): boolean =>
      isSimilar({ ...bySound, excess, coverage }, decisionRules[strictness]);
    expect([isSimilarAt('normal', 0, 0.5), isSimilarAt('normal', 0, 0.5 - little)]).toEqual([true, false]);
    expect(isSimilarAt('normal', -little, 1)).toBe(false);
    expect([isSimilarAt('strict', 0.3, 0.7), isSimilarAt('strict', 0.3, 0.7 - little)]).toEqual([
      true,
      false,
    ]);
    expect(isSimilarAt('strict', 0.3 - little, 1)).toBe(false);
  });

  it('is a sound that is not another recording’s, unless the peaks leave no doubt', () => {
    const clear = { ...copy, sharpness: 1.2 };
    for (const compared of [{ coherence: other }, { fineStructure: otherFine }]) {
      expect(isSimilar({ ...copy, ...compared }, decisionRules.normal)).toBe(false);
      expect(isSimilar({ ...clear, ...compared }, decisionRules.normal)).toBe(true);
    }
  });
});

describe('the sound of two recordings', () => {
  const compared = (coherence: Coherence | null, fineStructure: typeof sameFine | null) => ({
    coherence,
    fineStructure,
  });

  it('is the same by its waveform or by its fine structure', () => {
    expect([isSameWaveform(same), isOtherWaveform(other)]).toEqual([true, true]);
    for (const one of [
      compared(same, null),
      compared(null, sameFine),
      compared(same, otherFine),
      compared(other, sameFine),
    ])
      expect([isSameSound(one), isOtherSound(one)]).toEqual([true, false]);
  });

  it('is another one’s where either says so and neither is the same; nothing is known where neither was compared', () => {
    for (const one of [compared(other, null), compared(null, otherFine), compared(other, otherFine)])
      expect([isSameSound(one), isOtherSound(one)]).toEqual([false, true]);
    expect([isSameSound(compared(null, null)), isOtherSound(compared(null, null))]).toEqual([false, false]);
  });
});

describe('what chance gives among many songs', () => {
  it('needs z = 18 in a thousand songs, three more for each time that there are e times as many', () => {
    expect(zThreshold(1000)).toBe(18);
    expect(zThreshold(10)).toBe(18);
    expect(zThreshold(1000 * Math.E)).toBeCloseTo(21, 9);
    expect(zThreshold(1000, true)).toBeCloseTo(18 + 3 * Math.log(assumedChanges.length), 9);
  });

  it('is e times rarer for three more of z, and no likelier than by the sound that is the song’s', () => {
    const expected = (change: Partial<Alignment>): number =>
      expectedFalseMatches({ ...copy, ...change }, 1000);
    expect(expected({ z: 18 })).toBeCloseTo(5e-4, 12);
    expect(expected({ z: 21 })).toBeCloseTo(5e-4 / Math.E, 12);
    expect(expected({ z: 12 })).toBeCloseTo(5e-4 * Math.E ** 2, 12);
    const byWaveform = falseWaveformsPer1000(same) / 1000;
    expect(expected({ z: 10, coherence: same })).toBeCloseTo(byWaveform, 12);
    expect(expected({ z: 90, coherence: same })).toBeCloseTo(5e-4 * Math.exp(-24), 15);
    expect(expected({ z: 10, coherence: other })).toBeCloseTo(5e-4 * Math.exp(8 / 3), 12);
    const byFineStructure = expected({ z: 10, fineStructure: sameFine });
    expect(byFineStructure).toBeLessThan(5e-4 + little);
    expect(expected({ z: 10, coherence: same, fineStructure: sameFine })).toBe(
      Math.min(byWaveform, byFineStructure),
    );
  });

  it('is exceeded by a match from the threshold on, or by its sound', () => {
    const isMatchAt = (change: Partial<Alignment>): boolean =>
      isMatch({ ...copy, ...change }, 1000, 'normal');
    expect([isMatchAt({ z: 18 }), isMatchAt({ z: 18 - little })]).toEqual([true, false]);
    expect([isMatchAt({ z: 5, coherence: same }), isMatchAt({ z: 5, coherence: other })]).toEqual([
      true,
      false,
    ]);
    expect([isMatchAt({ sharpness: 0.4 }), isMatchAt({ z: 5, coherence: same, coverage: 0.4 })]).toEqual([
      false,
      false,
    ]);
  });

  it('is exceeded by notes that coincide too, however unlike the recordings are', () => {
    const isBeyond = (change: Partial<Alignment>, strictness: Strictness = 'normal'): boolean =>
      isBeyondChance({ ...copy, sharpness: 0, agreement: 0, onGrid: 1, ...change }, 1000, strictness);
    expect([isBeyond({ z: 18 }), isBeyond({ z: 18 - little })]).toEqual([true, false]);
    expect([isBeyond({ excess: 0.08 }), isBeyond({ excess: 0.08 - little })]).toEqual([true, false]);
    expect([isBeyond({ coverage: 0.5 }), isBeyond({ coverage: 0.5 - little })]).toEqual([true, false]);
    expect([isBeyond({ excess: 0.3 }, 'strict'), isBeyond({ excess: 0.3 - little }, 'strict')]).toEqual([
      true,
      false,
    ]);
    expect(isBeyond({ z: 0, excess: 0, coverage: 0, coherence: same })).toBe(true);
  });

  it('is no duplicate that holds for less than half of the query', () => {
    const isDuplicateOf = (queryCoverage: number): boolean =>
      isDuplicate({ ...copy, queryCoverage }, 1000, 'normal');
    expect([isDuplicateOf(0.5), isDuplicateOf(0.5 - little)]).toEqual([true, false]);
    expect(isDuplicate({ ...copy, z: 10 }, 1000, 'normal')).toBe(false);
  });
});
