import { describe, expect, it } from 'vitest';
import { sharedEvidence } from './shared-evidence.js';
import { songHeadView } from './song-view.js';
import { all, passage, song } from './test-support/compared-song.js';
import { strength } from './words.js';

describe('the amounts of evidence', () => {
  it('are bars as long as their scores, on one scale with the reporting threshold', () => {
    const [melody, chords, tonal] = all(songHeadView(song()), 'ev-fill').map(({ attributes }) =>
      Number(attributes.width),
    );
    const [threshold] = all(songHeadView(song()), 'ev-threshold');
    const middle = Number(/^M([\d.]+)/.exec(String(threshold!.attributes.d))![1]);
    expect(melody).toBeGreaterThan(middle);
    expect(chords).toBeCloseTo(middle / 2, 5);
    expect(tonal).toBe(0);
  });

  it('are drawn to scale far above the threshold too, the same scale for every song of the result', () => {
    const { songs } = sharedEvidence({
      reporting_threshold_bits: 18,
      songs: [
        { amounts_in_bits: { melody: 180, harmony: 90 } },
        { reporting_threshold_bits: 25, amounts_in_bits: { melody: 45 } },
      ],
    } as never);
    const widths = songs.map((one) =>
      all(songHeadView(one), 'ev-fill').map(({ attributes }) => Number(attributes.width)),
    );
    expect(widths).toEqual([
      [400, 200, 0],
      [100, 0, 0],
    ]);
    const lines = songs.map((one) => all(songHeadView(one), 'ev-threshold')[0]!.attributes.d);
    expect(lines).toEqual(['M40.0 0V16', 'M55.6 0V16']);
    expect(JSON.stringify(songHeadView(songs[0]!))).toContain('from 0 to 180');
  });

  it('say what melody and chroma sequence add to each other, where they do', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ agreement: 4.25 })).toContain('4.3 of the larger one');
    expect(captionsOf({ agreement: 0 })).not.toContain('of the larger one');
    expect(captionsOf({ agreement: 4.25, basis: 'harmony' })).not.toContain('of the larger one');
    const { songs } = sharedEvidence({ songs: [{ agreement_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ agreement }) => agreement)).toEqual([2.5, 0]);
  });

  it('say by how much two whole tunes agree, where they do', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ wholeTune: 6.25 })).toContain('6.3 of the melody’s score come from that');
    expect(captionsOf({ wholeTune: 0 })).not.toContain('whole tunes');
    const { songs } = sharedEvidence({ songs: [{ whole_tune_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ wholeTune }) => wholeTune)).toEqual([2.5, 0]);
  });

  it('say by how much a chroma sequence stands out among the songs of the search, where it does', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ standing: 6.25 })).toContain('6.3 of its score come from that');
    expect(captionsOf({ standing: 0 })).not.toContain('stands out');
    const { songs } = sharedEvidence({ songs: [{ standing_bits: 2.5 }, {}] } as never);
    expect(songs.map(({ standing }) => standing)).toEqual([2.5, 0]);
  });

  it('say how much of the tune sounds in both songs where their chroma sequences match, and what that changes', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ tune: { share: 0.714, bits: 6.25 } })).toContain(
      '71 % of the tune’s notes sound in both songs: 6.3 of the score come from that',
    );
    expect(captionsOf({ tune: { share: 0.284, bits: -3.4 } })).toContain(
      'only 28 % of the tune’s notes sound in both songs, as of two tunes over the same chords: 3.4 was taken off',
    );
    expect(captionsOf({ tune: { share: 0, bits: 0 } })).not.toContain('of the tune');
    const { songs } = sharedEvidence({ songs: [{ tune_agreement: { share: 0.5, bits: 2.5 } }, {}] } as never);
    expect(songs.map(({ tune }) => tune)).toEqual([
      { share: 0.5, bits: 2.5 },
      { share: 0, bits: 0 },
    ]);
  });

  it('stand beside the threshold of their own song; of results without one beside the threshold of all', () => {
    const { songs } = sharedEvidence({
      reporting_threshold_bits: 34.9,
      songs: [
        { reporting_threshold_bits: 25, amounts_in_bits: { melody: 30 } },
        { amounts_in_bits: { melody: 30 } },
      ],
    } as never);
    expect(songs.map(({ thresholdBits }) => thresholdBits)).toEqual([25, 34.9]);
    expect(songs.map((one) => all(songHeadView(one), 'ev-over').length)).toEqual([1, 0]);
  });

  it('say of a song whose finding is `possible` what it stands on, and of no other one', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ finding: 'possible' })).toContain('at most one of 1,000 unrelated songs');
    for (const finding of ['found', 'not_found']) expect(captionsOf({ finding })).not.toContain('1,000');
    const { songs } = sharedEvidence({
      songs: [{ reported: true }, { finding: 'possible', reported: false }, { reported: false }],
    } as never);
    expect(songs.map(({ finding }) => finding)).toEqual(['found', 'possible', 'not_found']);
  });

  it('say why a song has no passage: it shares nothing, or what matches is scattered', () => {
    const captionsOf = (given: object): string => JSON.stringify(songHeadView(song(given)));
    expect(captionsOf({ amounts: { melody: 3, harmony: 0, tonal: 0 } })).toContain('too scattered');
    expect(captionsOf({ amounts: { melody: 0, harmony: 0, tonal: 0 } })).toContain('No common melody');
    expect(captionsOf({ passages: [passage()] })).not.toMatch(/scattered|No common/);
  });

  it('grade a passage by the reporting threshold', () => {
    expect([0.5, 0.49, 0.05].map((similarity) => strength(passage({ similarity }), 0.5))).toEqual([
      'strong',
      'moderate',
      'weak',
    ]);
  });
});
