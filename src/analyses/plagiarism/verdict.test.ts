import { describe, expect, it } from 'vitest';
import type { SongDescription } from '../../music/song-description.js';
import { describeMidi } from '../../music/symbolic/describe-midi.js';
import { generateMelody, writeMidi } from '../../music/symbolic/test-support/melodies.js';
import { reportingThreshold } from './comparison/calibration.js';
import { compareSongs } from './comparison/compare-songs.js';
import { embeddedPairEvidence } from './evidence/embedded.js';
import type { ComparedSong } from './result.js';
import { plagiarismVerdict } from './verdict.js';

const tune = generateMelody(11, 64);
const query = describeMidi(writeMidi(tune));
const same = describeMidi(
  writeMidi(
    tune.map((note) => ({ ...note, midiPitch: note.midiPitch + 3 })),
    { bpm: 100 },
  ),
);
const stranger = describeMidi(writeMidi(generateMelody(40, 64)));
const compared = (title: string, description: SongDescription): ComparedSong => ({
  songId: title,
  title,
  artist: '',
  link: null,
  musicId: null,
  comparison: compareSongs(query, description),
  rolls: [],
});
const thousand = { count: 1000, notDescribed: 0 };

describe('the verdict of a search', () => {
  it('is found exactly where the result reports a song, with that song, its bars and what chance would give', () => {
    const verdict = plagiarismVerdict(
      query,
      [compared('stranger', stranger), compared('same', same)],
      thousand,
    );
    expect(verdict).toMatchObject({
      finding: 'found',
      match: { title: 'same' },
      searched: { count: 1000, unit: 'songs' },
      threshold: { of: 'signature_metric', value: reportingThreshold },
    });
    expect(verdict.reasons.join(' ')).toMatch(/notes of the main melody match, best in bars? \d/);
    expect(verdict.reasons.join(' ')).toContain('among the 1000 searched');
    const none = plagiarismVerdict(query, [compared('stranger', stranger)], thousand);
    expect(none.finding).not.toBe('found');
    expect(none.expectedFalseAlarms).toBeGreaterThan(verdict.expectedFalseAlarms!);
  });

  it('says how many more songs are reported than the one that it names, as of a medley', () => {
    const reasonsOf = (songs: readonly ComparedSong[], count = 1000): string =>
      plagiarismVerdict(query, songs, { count, notDescribed: 0 }).reasons.join(' ');
    const found = compared('same', same);
    const weak = compared('stranger', stranger);
    expect(reasonsOf([found, weak])).not.toContain('reporting threshold');
    expect(reasonsOf([found, weak, found])).toContain('One more song reaches the reporting threshold.');
    expect(reasonsOf([found, found, found], 3)).toContain('2 more songs reach the reporting threshold.');
    // Of the best three of a thousand nobody knows how many follow.
    expect(reasonsOf([found, found, found])).not.toContain('reporting threshold');
    expect(reasonsOf([weak])).not.toContain('reporting threshold');
  });

  it('names of several weak songs the same one in whatever order they come: most bits, then by title', () => {
    const weak = (title: string, bits: number): ComparedSong => {
      const song = compared(title, stranger);
      return {
        ...song,
        comparison: { ...song.comparison, reported: false, expectedFalseAlarms: 1000, bits },
      };
    };
    const songs = [weak('little', 1), weak('Zebra', 3), weak('Apple', 3), weak('none', 0)];
    for (const order of [songs, songs.toReversed()]) {
      expect(plagiarismVerdict(query, order, thousand).match).toMatchObject({ title: 'Apple' });
    }
  });

  it('states how long a passage must be among as many songs as were searched, and no length where none was', () => {
    const notesAmong = (count: number): number =>
      Number(
        /about (\d+) distinctive/.exec(
          plagiarismVerdict(query, [], { count, notDescribed: 0 }).limits.join(' '),
        )?.[1],
      );
    expect(notesAmong(1)).toBe(10);
    expect(notesAmong(10_000)).toBeGreaterThan(notesAmong(50));
    expect(notesAmong(1_000_000)).toBeGreaterThan(notesAmong(10_000));
    expect(notesAmong(0)).toBeNaN();
  });

  it('is possible between what one unrelated song of 1,000 reaches and the threshold', () => {
    // Of tunes that share ever fewer notes, each comparison is judged by its own bits.
    const findings = Array.from({ length: 30 }, (_, shared) => {
      const tune = generateMelody(11, 64);
      const other = [...tune.slice(0, shared + 3), ...generateMelody(700 + shared, 64).slice(shared + 3)];
      const found = compared('quoting', describeMidi(writeMidi(other)));
      const verdict = plagiarismVerdict(query, [found], { count: 1, notDescribed: 0 });
      return { verdict, comparison: found.comparison };
    });
    for (const { verdict, comparison } of findings) {
      const asked = comparison.reported
        ? 'found'
        : comparison.expectedFalseAlarms <= embeddedPairEvidence().calibration.possible
          ? 'possible'
          : 'not_found';
      expect(verdict.finding).toBe(asked);
    }
    expect(new Set(findings.map(({ verdict }) => verdict.finding)).size).toBe(3);
  });

  it('states of a recording that short passages are missed, and not of written songs', () => {
    const limitsOf = (one: SongDescription, others: readonly SongDescription[] = []): string =>
      plagiarismVerdict(one, [], { count: 1, notDescribed: 0 }, others).limits.join(' ');
    const heard: SongDescription = { ...query, source: 'audio' };
    expect(limitsOf(heard)).toContain('The notes of a recording are estimates');
    expect(limitsOf(query, [heard])).toContain('The notes of a recording are estimates');
    expect(limitsOf(query, [stranger])).not.toContain('estimates');
  });

  it('says that the end of a very long melody is not compared', () => {
    const limitsOf = (notes: number): string =>
      plagiarismVerdict(
        { ...query, melody: { ...query.melody, topline: generateMelody(1, notes) } },
        [],
        thousand,
      ).limits.join(' ');
    expect(limitsOf(15_000)).not.toContain('notes are compared');
    expect(limitsOf(15_001)).toContain(
      'Of a melody only the first 15,000 notes are compared; one of the songs has 15,001.',
    );
  });

  it('is nothing_to_compare for an empty dataset, and cannot_tell where its songs are not described yet', () => {
    expect(plagiarismVerdict(query, [], { count: 0, notDescribed: 0 }).finding).toBe('nothing_to_compare');
    const waiting = plagiarismVerdict(query, [], { count: 0, notDescribed: 7 });
    expect(waiting.finding).toBe('cannot_tell');
    expect(waiting.reasons[0]).toContain('7 songs');
    const some = plagiarismVerdict(query, [], { count: 5, notDescribed: 7 });
    expect(some.finding).toBe('not_found');
    expect(some.limits.at(-1)).toContain('7 songs');
  });

  it('says that the submitted recording itself is left out, whatever else there is', () => {
    const reasonsOf = (songs: readonly ComparedSong[], count: number, holdsSubmitted: boolean): string =>
      plagiarismVerdict(query, songs, { count, notDescribed: 0, holdsSubmitted }).reasons.join(' ');
    for (const [songs, count] of [
      [[compared('same', same)], 1],
      [[compared('stranger', stranger)], 1],
      [[], 1],
      [[], 0],
    ] as const) {
      expect(reasonsOf(songs, count, true)).toContain('It is left out');
      expect(reasonsOf(songs, count, false)).not.toContain('left out');
    }
  });

  it('names which of two songs cannot be compared, and neither where one is searched for', () => {
    const silent = { ...query, beats: [], downbeats: [] };
    const drums = { ...query, chords: [], melody: { vocal: [], instrumental: [], topline: [] } };
    const reasonsOf = (one: SongDescription, others: readonly SongDescription[]): string =>
      plagiarismVerdict(one, [], { count: 1, notDescribed: 0 }, others).reasons.join(' ');
    expect(reasonsOf(silent, [drums])).toBe(
      'No steady beat was found in the first song, so that there are no bars to compare. The second song has 0 notes of melody and no chords; 5 notes are needed.',
    );
    expect(reasonsOf(drums, [silent])).toBe(
      'The first song has 0 notes of melody and no chords; 5 notes are needed. No steady beat was found in the second song, so that there are no bars to compare.',
    );
    expect(reasonsOf(drums, [])).toBe('The song has 0 notes of melody and no chords; 5 notes are needed.');
  });

  it('is cannot_tell where one of the songs has no beat, or too few notes', () => {
    const silent = { ...query, beats: [], downbeats: [] };
    expect(plagiarismVerdict(silent, [], thousand).finding).toBe('cannot_tell');
    expect(plagiarismVerdict(query, [compared('same', same)], thousand, [silent]).finding).toBe(
      'cannot_tell',
    );
    const short = {
      ...query,
      chords: query.chords.map(() => 'N'),
      melody: { vocal: [], instrumental: [], topline: [] },
    };
    expect(plagiarismVerdict(short, [], thousand).reasons[0]).toContain('0 notes');
  });

  it('is cannot_tell of four notes in a row, whose chords are guesses, and not of four chords or five notes', () => {
    const row = [60, 62, 65, 67, 64].map((midiPitch, onsetBeats) => ({
      onsetBeats,
      durationBeats: 1,
      midiPitch,
      salience: 1,
    }));
    const findingOf = (notes: typeof row): string =>
      plagiarismVerdict(describeMidi(writeMidi(notes)), [], thousand).finding;
    const four = describeMidi(writeMidi(row.slice(0, 4)));
    expect(four.chords).toContain('G:maj');
    expect(plagiarismVerdict(four, [compared('stranger', stranger)], thousand)).toMatchObject({
      finding: 'cannot_tell',
      reasons: ['The song has 4 notes of melody and no chords; 5 notes are needed.'],
    });
    expect(findingOf(row)).toBe('not_found');
    const chords = row.slice(0, 4).flatMap((note) => {
      const { midiPitch } = note;
      return [midiPitch, midiPitch + 4, midiPitch + 7].map((pitch) => ({ ...note, midiPitch: pitch }));
    });
    expect(findingOf(chords)).toBe('not_found');
  });

  it('is found where a song is reported, however few notes the melody has', () => {
    const few = { ...query, chords: [], melody: { vocal: [], instrumental: [], topline: [] } };
    expect(plagiarismVerdict(few, [compared('same', same)], thousand).finding).toBe('found');
  });
});
