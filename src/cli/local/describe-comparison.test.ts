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

  it('writes places of long recordings with hours, as the dashboard and the report do', () => {
    const side = (start: number) => ({ time_start: start, time_end: start + 7.96 });
    const segments = [{ original: side(3725.4), comparison: side(52), matched: [] }];
    const song = { basis: 'melody', runs: [{ basis: 'melody', transposition: 0, segments }] };
    const detail = { reporting_threshold: 0.5, note: '', songs: [song] };
    const text = describeComparison({ result: {}, detail } as unknown as Parameters<
      typeof describeComparison
    >[0]);
    expect(text).toContain('1:02:05.4 – 1:02:13.4');
    expect(text).toContain('0:52.0 – 1:00.0');
  });

  const concluded = (verdict: object): string =>
    describeComparison({
      result: {},
      detail: { reporting_threshold: 0.5, note: 'A person judges.', songs: [], verdict },
    } as unknown as Parameters<typeof describeComparison>[0]);

  it('says of a pair that cannot be compared that it cannot tell, and why, and does not clear it', () => {
    const reason = 'The song has 0 notes of melody and no chords; 5 notes are needed.';
    const text = concluded({ finding: 'cannot_tell', reasons: [reason], limits: [] });
    expect(text).toContain('Cannot tell: the songs do not allow a comparison.');
    expect(text).toContain(reason);
    expect(text).not.toContain('No match');
    expect(text).not.toContain('bits beyond chance');
  });

  it('says of two files with the same bytes that they are one song', () => {
    const comparison = { result: {}, detail: { reporting_threshold: 0.5, note: '', songs: [] } };
    expect(describeComparison(comparison, true)).toContain('Both files hold the same bytes');
    expect(describeComparison(comparison)).not.toContain('the same bytes');
  });

  it('calls a possible match one, as the service does', () => {
    expect(concluded({ finding: 'possible', reasons: [], limits: [] })).toContain(
      'may share melody or chords',
    );
    expect(concluded({ finding: 'found', reasons: [], limits: [] })).toContain('share melody or chords');
    expect(concluded({ finding: 'not_found', reasons: [], limits: [] })).toContain('No match');
  });
});
