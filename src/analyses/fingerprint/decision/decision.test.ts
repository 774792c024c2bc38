import { describe, expect, it } from 'vitest';
import { assumedChanges } from '../look-up/changes.js';
import { measuredAlignment, measuredSound } from '../test-support/measured-alignment.js';
import { isOtherWaveform, isSameWaveform } from '../waveform/waveform-odds.js';
import {
  decisionRules,
  expectedFalseMatches,
  isClear,
  isDuplicate,
  isMatch,
  isSimilar,
  similarity,
  zThreshold,
} from './decision.js';

const alignment = measuredAlignment({ excess: 0.58, sharpness: 0.8, early: 0.02, onGrid: 0.95 });

describe('the decision on an alignment', () => {
  it('asks for a higher z the more songs there are, and never for less than at a thousand', () => {
    expect(zThreshold(1)).toBe(zThreshold(1000));
    const rising = [1e3, 1e5, 1e7].map((songs) => zThreshold(songs));
    expect(rising[0]).toBeLessThan(rising[1]!);
    expect(rising[1]).toBeLessThan(rising[2]!);
    expect(isMatch({ ...alignment, z: rising[1]! - 1 }, 1e5, 'normal')).toBe(false);
    expect(isMatch({ ...alignment, z: rising[1]! + 1 }, 1e5, 'normal')).toBe(true);
  });

  it('expects one wrong song in two thousand queries at the threshold, and fewer above it', () => {
    for (const songs of [1e3, 1e5, 1e7]) {
      const expected = (z: number): number => expectedFalseMatches({ ...alignment, z }, songs);
      expect(expected(zThreshold(songs))).toBeCloseTo(5e-4, 7);
      expect(expected(zThreshold(songs) + 10)).toBeLessThan(1e-4);
    }
  });

  it('allows all assumed changes together as many false matches as the query as it is', () => {
    const songs = 1e5;
    const share = (isAssumed: boolean): number =>
      expectedFalseMatches(
        { ...alignment, z: zThreshold(songs, isAssumed), isChangeAssumed: isAssumed },
        songs,
      );
    expect(share(true)).toBeCloseTo(share(false), 6);
    // A search of twelve changes is a search of twelve times as many songs.
    expect(zThreshold(songs, true)).toBeCloseTo(zThreshold(songs * assumedChanges.length), 6);
    const z = (zThreshold(songs) + zThreshold(songs, true)) / 2;
    expect(isMatch({ ...alignment, z }, songs, 'normal')).toBe(true);
    expect(isMatch({ ...alignment, z, isChangeAssumed: true }, songs, 'normal')).toBe(false);
  });

  it('takes blurred peaks that lie between the semitones for a copy, and the same on the semitones for notes', () => {
    const blurred = { ...alignment, sharpness: 0.55, agreement: 0.2, early: 0.1 };
    expect(isSimilar({ ...blurred, onGrid: 0.4 }, decisionRules.normal)).toBe(true);
    expect(isSimilar({ ...blurred, onGrid: 0.93 }, decisionRules.normal)).toBe(false);
  });

  it('counts it against a copy when much comes too early: no room advances sound', () => {
    const early = { ...alignment, sharpness: 0.7, agreement: 0.5 };
    expect(isSimilar(early, decisionRules.normal)).toBe(true);
    expect(isSimilar({ ...early, early: 0.2 }, decisionRules.normal)).toBe(false);
  });

  it('does not take samples that two renditions share for a copy, however sharp they are', () => {
    expect(
      isSimilar({ ...alignment, sharpness: 0.99, agreement: 0.05, onGrid: 0 }, decisionRules.normal),
    ).toBe(false);
    expect(
      isSimilar({ ...alignment, sharpness: 0.6, agreement: 0.05, onGrid: 0.4 }, decisionRules.normal),
    ).toBe(true);
  });

  it('trusts a speed change, where pitch and tempo move together, more than a change of tempo alone', () => {
    const faster = { ...alignment, scale: 1.04, pitchCents: 1200 * Math.log2(1.04) };
    expect(similarity(faster)).toBeGreaterThan(similarity(alignment));
    const stretched = similarity({ ...alignment, scale: 1.04 });
    expect(stretched).toBeGreaterThan(similarity(alignment));
    expect(stretched).toBeLessThan(similarity(faster));
    expect(similarity({ ...alignment, pitchCents: 500 })).toBe(stretched);
  });

  it('refuses what is sharp in one band of pitch only, and what agrees everywhere but is not sharp', () => {
    expect(isSimilar(alignment, decisionRules.normal)).toBe(true);
    expect(isSimilar({ ...alignment, agreement: 0.1 }, decisionRules.normal)).toBe(false);
    expect(isSimilar({ ...alignment, sharpness: 0.55, agreement: 0.5 }, decisionRules.normal)).toBe(false);
  });

  it('lets the sound decide where it was compared: for few blurred peaks, and against another rendition', () => {
    const blurred = { ...alignment, z: 9, sharpness: 0.3, agreement: 0.03, excess: 0.05 };
    const notes = { ...alignment, sharpness: 0.75, agreement: 0.5 };
    const [same, other] = [measuredSound(16, 12), measuredSound(12, 3.5)];
    expect(isDuplicate(blurred, 1000, 'normal')).toBe(false);
    expect(isDuplicate({ ...blurred, coherence: same }, 1000, 'normal')).toBe(true);
    expect(expectedFalseMatches({ ...blurred, coherence: same }, 1000)).toBeLessThan(5e-4);
    expect(isDuplicate({ ...blurred, coherence: same }, 1000, 'strict')).toBe(false);
    expect(isDuplicate(notes, 1000, 'normal')).toBe(true);
    expect(isDuplicate({ ...notes, coherence: other }, 1000, 'normal')).toBe(false);
    const undecided = Array.from({ length: 40 }, (_, i) => measuredSound(8, 4 + 0.1 * i)).find(
      (one) => !isSameWaveform(one) && !isOtherWaveform(one),
    )!;
    // Between the two the peaks decide, and what they leave no doubt about stands.
    expect(isDuplicate({ ...notes, coherence: undecided }, 1000, 'normal')).toBe(true);
    const clear = { ...alignment, sharpness: 0.95, agreement: 0.9, coherence: other };
    expect(isDuplicate(clear, 1000, 'normal')).toBe(true);
  });

  it('takes peaks as clear by what they share, not by a change of speed, which renditions can undergo too', () => {
    const kept = { ...alignment, onGrid: 0.6, agreement: 0.3 };
    const slowed = { ...kept, scale: 0.85, pitchCents: 1200 * Math.log2(0.85) };
    expect(similarity({ ...slowed, sharpness: 0.75 })).toBeGreaterThan(1.5);
    expect(isClear({ ...slowed, sharpness: 0.75 })).toBe(false);
    for (const one of [kept, slowed]) expect(isClear({ ...one, sharpness: 0.9, agreement: 0.8 })).toBe(true);
  });

  it('is harder to please when strict, and calls a match of less than half of the query no duplicate', () => {
    const damaged = { ...alignment, excess: 0.2 };
    expect(isDuplicate(damaged, 1000, 'normal')).toBe(true);
    expect(isDuplicate(damaged, 1000, 'strict')).toBe(false);
    const part = { ...alignment, queryCoverage: 0.4 };
    expect([isMatch(part, 1000, 'normal'), isDuplicate(part, 1000, 'normal')]).toEqual([true, false]);
  });
});
