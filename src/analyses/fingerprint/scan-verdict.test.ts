import { describe, expect, it } from 'vitest';
import { scanVerdict } from './scan-verdict.js';
import type { Segment } from './segments.js';

/** Of a segment only what a verdict reads. */
const segment = (musicId: string, z: number): Segment =>
  ({
    song: { musicId, title: `Title of ${musicId}`, durationSeconds: 60 },
    alignment: { z, isChangeAssumed: false, coherence: null },
  }) as unknown as Segment;
const one = { songs: 1000, windows: 1 };

describe('the verdict of a scan', () => {
  it('is as sure as its weakest place, and less so the more windows were searched', () => {
    const strong = scanVerdict([segment('a', 60)], one);
    const both = scanVerdict([segment('a', 60), segment('a', 25)], one);
    expect(both.finding).toBe('found');
    expect(both.reasons.join()).toContain('z = 25.0 or more');
    expect(both.expectedFalseAlarms).toBeGreaterThan(strong.expectedFalseAlarms!);
    const long = scanVerdict([segment('a', 25)], { songs: 1000, windows: 100 });
    expect(long.expectedFalseAlarms! / both.expectedFalseAlarms!).toBeCloseTo(100, 0);
  });

  it('names the song where there is one only', () => {
    expect(scanVerdict([segment('a', 40), segment('a', 30)], one).match).toMatchObject({ music_id: 'a' });
    expect(scanVerdict([segment('a', 40), segment('b', 30)], one).match).toBeUndefined();
  });

  it('clears nothing of an empty catalogue', () => {
    expect(scanVerdict([], { songs: 0, windows: 9 }).finding).toBe('nothing_to_compare');
    expect(scanVerdict([], one)).toMatchObject({ finding: 'not_found', searched: { count: 1000 } });
  });
});
