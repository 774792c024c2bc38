import { describe, expect, it } from 'vitest';
import { scanVerdict } from './scan-verdict.js';
import type { Segment } from './segments.js';

/** Of a segment only what a verdict reads. */
const segment = (musicId: string, z: number, isChangeAssumed = false): Segment =>
  ({
    song: { musicId, title: `Title of ${musicId}`, durationSeconds: 60 },
    alignment: {
      z,
      isChangeAssumed,
      coherence: null,
      fineStructure: null,
      excess: 0.1,
      sharpness: 1,
      agreement: 0.1,
    },
  }) as unknown as Segment;
const verdictOf = (segments: Segment[], windows = 1, similar: Segment | null = null, songs = 1000) =>
  scanVerdict({ segments, similar, songs, windows, strictness: 'normal' });

describe('the verdict of a scan', () => {
  it('is as sure as its least certain place, and less so the more windows were searched', () => {
    const strong = verdictOf([segment('a', 60)]);
    const both = verdictOf([segment('a', 60), segment('a', 25)]);
    expect(both.finding).toBe('found');
    expect(both.reasons.join()).toContain('z = 25.0 where 18 is needed');
    expect(both.expectedFalseAlarms).toBeGreaterThan(strong.expectedFalseAlarms!);
    const long = verdictOf([segment('a', 25)], 100);
    expect(long.expectedFalseAlarms! / both.expectedFalseAlarms!).toBeCloseTo(100, 0);
  });

  it('takes a place under an assumed change for less certain than one of the same z, and states the z needed there', () => {
    const changed = verdictOf([segment('a', 25), segment('b', 26, true)], 100);
    expect(changed.expectedFalseAlarms).toBe(verdictOf([segment('b', 26, true)], 100).expectedFalseAlarms);
    expect(changed.reasons.join()).toContain('z = 26.0 where 25.5 is needed');
    expect(changed.threshold).toEqual({ of: 'z', value: 25.5 });
  });

  it('expects at most all of 1,000 recordings to give as much, however many windows were searched', () => {
    const day = verdictOf([segment('a', 19)], 8640).expectedFalseAlarms!;
    expect(day).toBeGreaterThan(900);
    expect(day).toBeLessThanOrEqual(1000);
  });

  it('is possible where something coincides beyond chance that is not similar enough for a copy', () => {
    const verdict = verdictOf([], 4, segment('a', 66.3));
    expect(verdict).toMatchObject({ finding: 'possible', match: { music_id: 'a' } });
    expect(verdict.reasons[0]).toBe('Spectral peaks coincide beyond chance: z = 66.3 where 18 is needed.');
    expect(verdict.reasons[1]).toMatch(/^The similarity of .* is below/);
  });

  it('names the song where there is one only', () => {
    expect(verdictOf([segment('a', 40), segment('a', 30)]).match).toMatchObject({ music_id: 'a' });
    expect(verdictOf([segment('a', 40), segment('b', 30)]).match).toBeUndefined();
  });

  it('clears nothing of an empty catalogue', () => {
    expect(verdictOf([], 9, null, 0).finding).toBe('nothing_to_compare');
    expect(verdictOf([])).toMatchObject({ finding: 'not_found', searched: { count: 1000 } });
  });
});
