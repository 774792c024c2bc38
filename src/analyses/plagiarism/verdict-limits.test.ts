import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { evenBits } from './comparison/calibration.js';
import { type Comparison, compareSongs } from './comparison/compare-songs.js';
import type { ComparedSong } from './result.js';
import { arranged, triads } from './test-support/scenes.js';
import { notComparable, plagiarismVerdict } from './verdict.js';

const tune = describeMidi(writeMidi(generateMelody(11, 64)));
const stranger = compareSongs(tune, describeMidi(writeMidi(generateMelody(40, 64))));
const song = (title: string, changes: Partial<Comparison> = {}): ComparedSong => ({
  songId: title,
  title,
  artist: '',
  link: null,
  musicId: null,
  comparison: { ...stranger, reported: false, ...changes },
  rolls: [],
});
const verdictOf = (songs: readonly ComparedSong[], query = tune, others: readonly SongDescription[] = []) =>
  plagiarismVerdict(query, songs, { count: 5, notDescribed: 0 }, others);
const noLines = { vocal: [], instrumental: [], topline: [] };

describe('the song that a verdict names where none is reported', () => {
  it('is the one that fewest unrelated songs would equal, be its bits fewer, whatever the order', () => {
    const songs = [
      song('many bits', { expectedFalseAlarms: 40, bits: 12 }),
      song('rare', { expectedFalseAlarms: 4, bits: 8 }),
      song('common', { expectedFalseAlarms: 900, bits: 3 }),
    ];
    for (const order of [songs, songs.toReversed()])
      expect(verdictOf(order).match).toMatchObject({ title: 'rare' });
  });
});

describe('songs that are not described yet', () => {
  it('are counted among the limits from one on, and not where there is none', () => {
    const limitsOf = (notDescribed: number, songs: readonly ComparedSong[]): string =>
      plagiarismVerdict(tune, songs, { count: 5, notDescribed }).limits.join(' ');
    for (const songs of [[], [song('a')]]) {
      expect(limitsOf(0, songs)).not.toContain('not described');
      expect(limitsOf(1, songs)).toContain('1 songs of the dataset are not described yet');
    }
  });

  it('make an empty search undecided, be it one song', () => {
    const findingOf = (notDescribed: number): string =>
      plagiarismVerdict(tune, [], { count: 0, notDescribed }).finding;
    expect([findingOf(0), findingOf(1)]).toEqual(['nothing_to_compare', 'cannot_tell']);
  });

  it('and a recording of the dataset are mentioned only where the search says that there are any', () => {
    const { reasons, limits } = verdictOf([]);
    expect(reasons).toEqual(['No song of 5 shares a run of notes or chords with it.']);
    expect(limits.join(' ')).not.toContain('not described');
  });
});

describe('what a verdict says of lengths', () => {
  it('goes by the threshold of the best song', () => {
    const even = (bits: number): ComparedSong => song(`${bits}`, { evenBits: bits });
    const notes = (songs: readonly ComparedSong[]): string => verdictOf(songs).limits.join(' ');
    const [twice, thrice] = [even(2 * evenBits), even(3 * evenBits)];
    expect(notes([twice, thrice])).toContain('about 20 distinctive notes');
    expect(notes([thrice, twice])).toContain('about 30 distinctive notes');
  });

  it('names the longest melody of both songs', () => {
    const long = { ...tune, melody: { ...tune.melody, topline: generateMelody(1, 15_001) } };
    for (const [query, other] of [
      [tune, long],
      [long, tune],
    ] as const)
      expect(verdictOf([song('a')], query, [other]).limits.join(' ')).toContain(
        'one of the songs has 15,001',
      );
  });
});

describe('a song that can be compared', () => {
  const chords = arranged(generateMelody(3, 64), triads(3, 16));

  it('has two beats or more', () => {
    expect(notComparable({ ...tune, beats: [0, 0.5] })).toBeNull();
    const missing = 'No steady beat was found, so that there are no bars to compare.';
    for (const beats of [[], [0]]) {
      expect(notComparable({ ...tune, beats })).toBe(missing);
      expect(verdictOf([], { ...tune, beats }).reasons).toEqual([missing]);
    }
  });

  it('has five notes of melody, or chords of its accompaniment', () => {
    const few = 'The song has 4 notes of melody and no chords; 5 notes are needed.';
    const withNotes = (count: number, one = tune): SongDescription => ({
      ...one,
      melody: { ...noLines, topline: generateMelody(3, count) },
    });
    expect(notComparable(withNotes(5))).toBeNull();
    expect(notComparable(withNotes(4))).toBe(few);
    expect(notComparable(withNotes(4, chords))).toBeNull();
    const silent = { ...chords, chords: chords.chords.map(() => 'N') };
    expect(notComparable(withNotes(4, silent))).toBe(few);
  });
});
