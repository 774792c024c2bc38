import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { compareSongs } from './comparison/compare-songs.js';
import type { LineMatch } from './comparison/line-match.js';
import { type ComparedSong, detailOf, resultOf, signatureScores } from './result.js';

const tune = describeMidi(writeMidi(generateMelody(11, 64)));
const compared = (place: number, other: SongDescription): ComparedSong => ({
  songId: String(place),
  title: `Song ${place}`,
  artist: '',
  link: null,
  musicId: null,
  comparison: compareSongs(tune, other),
  rolls: [],
});
const equal = compared(0, tune);
const stranger = compared(1, describeMidi(writeMidi(generateMelody(40, 64))));
const titled = (count: number): ComparedSong[] =>
  Array.from({ length: count }, (_, place) => ({ ...equal, title: `Song ${place}` }));
const nothing = { signature: [], vocal: [], inst: [], topline: [] };

interface Match {
  readonly comparison: { readonly title: string };
  readonly scores: object;
}
const categoriesOf = (songs: readonly ComparedSong[], query = tune): Record<string, Match[]> =>
  resultOf('', query, songs) as unknown as Record<string, Match[]>;

describe('how much a result holds', () => {
  it('is the best 20 matches of each category, at most three of one song in those of lines', () => {
    const { signature, topline } = categoriesOf(titled(25));
    const titles = (matches: readonly Match[]): string[] => matches.map(({ comparison }) => comparison.title);
    expect(titles(signature!)).toEqual(titled(20).map(({ title }) => title));
    expect(topline).toHaveLength(20);
    for (const { title } of titled(6))
      expect(titles(topline!).filter((one) => one === title)).toHaveLength(3);
  });

  it('is the best ten songs in the detail', () => {
    const { songs } = detailOf(tune, titled(11)) as unknown as { songs: { title: string }[] };
    expect(songs.map(({ title }) => title)).toEqual(titled(10).map(({ title }) => title));
  });

  it('is no song that is not reported, and none beside a query of fewer than two beats', () => {
    expect(stranger.comparison.reported).toBe(false);
    expect(categoriesOf([stranger])).toEqual(nothing);
    for (const beats of [[], [0]]) expect(categoriesOf([equal], { ...tune, beats })).toEqual(nothing);
    expect(categoriesOf([equal], { ...tune, beats: [0, 0.5] }).signature).toHaveLength(1);
  });

  it('is a line only where that is reported by itself', () => {
    const { comparison } = equal;
    const line = { ...comparison.lines[0]!, lineA: 'topline', lineB: 'topline' } as const;
    const weak = { ...line, bits: comparison.evenBits - 0.01 };
    const strong = { ...weak, bits: comparison.evenBits };
    const toplines = (one: LineMatch): number =>
      categoriesOf([{ ...equal, comparison: { ...comparison, lines: [one] } }]).topline!.length;
    expect(toplines(weak)).toBe(0);
    expect(toplines(strong)).toBe(3);
    expect(toplines({ ...strong, lineB: 'vocal' })).toBe(0);
    expect(toplines({ ...strong, lineA: 'vocal' })).toBe(0);
  });
});

describe('the scores of a comparison', () => {
  it('are those of the match in the signature, and none of a song that is not reported', () => {
    expect(signatureScores(equal.comparison)).toEqual(categoriesOf([equal]).signature![0]!.scores);
    expect(stranger.comparison.lines[0]!.segments.length).toBeGreaterThan(0);
    expect(signatureScores(stranger.comparison)).toBeNull();
  });

  it('are none, as is the match, where no passage was cut out', () => {
    const { comparison } = equal;
    const lines = comparison.lines.map((line) => ({ ...line, segments: [] }));
    const whole = { ...comparison, lines };
    expect(signatureScores(whole)).toBeNull();
    expect(categoriesOf([{ ...equal, comparison: whole }])).toEqual(nothing);
  });
});

describe('the detail of a query', () => {
  it('says whether a query has no beat, shares nothing with any song, or was compared', () => {
    const assessment = (songs: readonly ComparedSong[], beats = tune.beats): unknown =>
      detailOf({ ...tune, beats }, songs).assessment;
    expect(assessment([equal])).toBe('compared');
    expect(assessment([])).toMatch(/^nothing/);
    expect(assessment([equal], [0, 0.5])).toBe('compared');
    for (const songs of [[], [equal]])
      for (const beats of [[], [0]]) expect(assessment(songs, beats)).toBe('no steady beat');
  });

  it('has the threshold of its best song', () => {
    const other = { ...stranger, comparison: { ...stranger.comparison, evenBits: 29.26 } };
    expect(detailOf(tune, [other, equal]).reporting_threshold_bits).toBe(29.3);
    expect(detailOf(tune, [equal, other]).reporting_threshold_bits).not.toBe(29.3);
  });

  it('gives no bits to a chroma sequence that is worse than chance, or missing', () => {
    const shown = (bits: number | null): unknown => {
      const tonal = bits === null ? null : { ...equal.comparison.lines[0]!, bits };
      const song = { ...equal, comparison: { ...equal.comparison, tonal } };
      return (detailOf(tune, [song]) as unknown as { songs: { tonal_bits_beyond_chance: number }[] })
        .songs[0]!.tonal_bits_beyond_chance;
    };
    expect([shown(-2), shown(null), shown(3.26)]).toEqual([0, 0, 3.3]);
  });
});
