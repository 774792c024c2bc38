import { describe, expect, it } from 'vitest';
import { describeComparison } from './describe-comparison.js';

const shown = (harmony: object | null): string =>
  describeComparison({
    result: {},
    detail: {
      reporting_threshold: 0.5,
      assessment: 'compared',
      note: 'A person judges.',
      songs: [
        {
          signature_metric: 0.6,
          bits_beyond_chance: 19.6,
          reported: true,
          basis: 'harmony',
          runs: [],
          harmony,
        },
      ],
    },
  } as unknown as Parameters<typeof describeComparison>[0]);

describe('a comparison in words', () => {
  it('says which chords are equal and where, also where no line is', () => {
    const text = shown({
      bits_beyond_chance: 25.6,
      transposition: -2,
      matched_chords: 24,
      original_beats: [0, 63.5],
      comparison_beats: [8, 72],
    });
    expect(text).toContain('19.6 bits beyond chance, in the chords');
    expect(text).toContain(
      '24 equal chords, from beat 1 to 64 of the first song and 9 to 72 of the second, 2 down',
    );
  });

  it('says nothing of chords where none are', () => {
    expect(shown(null)).not.toContain('equal chords');
  });
});
