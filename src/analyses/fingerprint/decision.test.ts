import { describe, expect, it } from 'vitest';
import {
  decisionRules,
  expectedFalseMatches,
  isAlike,
  isDuplicate,
  isMatch,
  likeness,
  zThreshold,
} from './decision.js';
import type { Alignment } from './measure.js';

const alignment: Alignment = {
  startFrames: 0,
  scale: 1,
  pitchCents: 0,
  peaks: 500,
  coincident: 300,
  chance: 0.02,
  z: 60,
  excess: 0.58,
  sharpness: 0.8,
  agreement: 0.7,
  coverage: 1,
  fromSeconds: 0,
  toSeconds: 20,
  queryCoverage: 1,
};

describe('the decision on an alignment', () => {
  it('asks for a higher z the more songs there are, and never for less than at a thousand', () => {
    expect(zThreshold(1)).toBe(zThreshold(1000));
    const rising = [1e3, 1e5, 1e7].map(zThreshold);
    expect(rising[0]).toBeLessThan(rising[1]!);
    expect(rising[1]).toBeLessThan(rising[2]!);
    expect(isMatch({ ...alignment, z: rising[1]! - 1 }, 1e5, 'normal')).toBe(false);
    expect(isMatch({ ...alignment, z: rising[1]! + 1 }, 1e5, 'normal')).toBe(true);
  });

  it('expects one wrong song in a thousand queries at the threshold, and fewer above it', () => {
    for (const songs of [1e3, 1e5, 1e7]) {
      expect(expectedFalseMatches(zThreshold(songs), songs)).toBeCloseTo(1e-3, 6);
      expect(expectedFalseMatches(zThreshold(songs) + 10, songs)).toBeLessThan(1e-4);
    }
  });

  it('trusts a speed change, where pitch and tempo move together, more than a change of tempo alone', () => {
    const faster = { ...alignment, scale: 1.04, pitchCents: 1200 * Math.log2(1.04) };
    expect(likeness(faster)).toBeGreaterThan(likeness(alignment));
    expect(likeness({ ...alignment, scale: 1.04 })).toBe(likeness(alignment));
  });

  it('refuses what is sharp in one band of pitch only, and what agrees everywhere but is not sharp', () => {
    expect(isAlike(alignment, decisionRules.normal)).toBe(true);
    expect(isAlike({ ...alignment, agreement: 0.1 }, decisionRules.normal)).toBe(false);
    expect(isAlike({ ...alignment, sharpness: 0.55, agreement: 0.5 }, decisionRules.normal)).toBe(false);
  });

  it('is harder to please when strict, and calls a match of less than half of the query no duplicate', () => {
    const damaged = { ...alignment, excess: 0.2 };
    expect(isDuplicate(damaged, 1000, 'normal')).toBe(true);
    expect(isDuplicate(damaged, 1000, 'strict')).toBe(false);
    const part = { ...alignment, queryCoverage: 0.4 };
    expect([isMatch(part, 1000, 'normal'), isDuplicate(part, 1000, 'normal')]).toEqual([true, false]);
  });
});
