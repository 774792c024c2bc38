import { describe, expect, it } from 'vitest';
import { prepareLine } from '../../../music/melody/evidence.js';
import type { SongNote } from '../../../music/song-description.js';
import { describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid } from '../../../music/symbolic/test-support/melodies.js';
import { compareSongs } from './compare-songs.js';
import { noWholeTune } from './line-match.js';
import { prepareSong } from './prepared-song.js';
import { withWholeTune } from './whole-tune.js';

type Notes = readonly SongNote[];

const songOf = (topline: Notes) =>
  describeNotes(topline, { vocal: [], instrumental: [], topline }, plainGrid(400));
const wholeTune = (a: Notes, b: Notes): number =>
  compareSongs(songOf(a), songOf(b)).lines[0]?.wholeTuneBits ?? 0;
const tune = generateMelody(3, 60);
const even = (pitches: readonly number[]): SongNote[] =>
  pitches.map((midiPitch, beat) => ({ onsetBeats: beat, durationBeats: 1, midiPitch, salience: 1 }));

/** As a voice may be heard: a semitone higher in the middle of each note. */
const inPieces = (notes: Notes): SongNote[] =>
  notes.flatMap((note) =>
    [
      { from: 0, share: 0.47, semitones: 0 },
      { from: 0.47, share: 0.06, semitones: 1 },
      { from: 0.53, share: 0.47, semitones: 0 },
    ].map(({ from, share, semitones }) => ({
      ...note,
      onsetBeats: note.onsetBeats + from * note.durationBeats,
      durationBeats: share * note.durationBeats,
      midiPitch: note.midiPitch + semitones,
    })),
  );

describe('whole tunes that agree', () => {
  it('add to the evidence of a variant whose notes differ here and there, and nothing to that of a quotation', () => {
    const variant = tune.map((note, at) =>
      at % 4 === 3 ? { ...note, midiPitch: note.midiPitch + 2 } : note,
    );
    expect(wholeTune(tune, variant)).toBeGreaterThan(10);
    const end = Math.ceil(tune.at(-1)!.onsetBeats) + 2;
    const other = generateMelody(11, 120).map((note) => ({ ...note, onsetBeats: note.onsetBeats + end }));
    expect(wholeTune(tune, [...tune.slice(0, 20), ...other])).toBe(0);
  });

  it('make a short tune that is the same as a whole reported, but no phrase of a few notes', () => {
    const reported = (notes: number): boolean =>
      compareSongs(songOf(tune.slice(0, notes)), songOf(tune.slice(0, notes))).reported;
    expect([5, 6, 7, 12, 16, 20].map(reported)).toEqual([false, false, false, true, true, true]);
  });

  it('have a passage to show where they alone are reported, of notes as long as bars too', () => {
    const leaps = even([52, 72, 54, 52, 75, 57, 48]);
    for (const notes of [tune.slice(0, 10), leaps]) {
      const slow = notes.map((note, at) => ({ ...note, onsetBeats: 6 * at, durationBeats: 6 }));
      const { lines, reported } = compareSongs(songOf(slow), songOf(slow));
      expect(lines[0]!.bits - lines[0]!.wholeTuneBits).toBeLessThan(18);
      expect(reported).toBe(true);
      expect(lines[0]!.segments.length).toBeGreaterThan(0);
    }
  });

  it('add the same whichever song comes first', () => {
    for (let seed = 30; seed < 34; seed++) {
      const other = generateMelody(seed, 60).map((note, at) => (at % 3 > 0 ? tune[at]! : note));
      const sorted = other.toSorted((a, b) => a.onsetBeats - b.onsetBeats);
      expect(wholeTune(tune, sorted)).toBeGreaterThan(0);
      expect(wholeTune(tune, sorted)).toBeCloseTo(wholeTune(sorted, tune), 9);
    }
  });

  it('add little to scales, which agree backwards as well, and to a loop', () => {
    const scale = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62];
    const upAndDown = (from: number): SongNote[] =>
      even(Array.from({ length: 64 }, (_, at) => from + scale[at % 14]! - 60));
    expect(wholeTune(upAndDown(60), upAndDown(64))).toBeLessThan(8);
    const loop = even(Array.from({ length: 60 }, (_, at) => tune[at % 4]!.midiPitch));
    expect(wholeTune(loop, loop)).toBe(0);
  });

  it('add little to lines that hold the same pitch for most of their time, whatever they play between', () => {
    const drone = (seed: number): SongNote[] =>
      generateMelody(seed, 60).map(({ midiPitch, salience }, at) => {
        const [bar, place] = [Math.floor(at / 4), at % 4];
        return place === 0
          ? { onsetBeats: 9 * bar, durationBeats: 7.5, midiPitch: 60, salience }
          : { onsetBeats: 9 * bar + 7 + place / 2, durationBeats: 0.5, midiPitch, salience };
      });
    for (const seed of [21, 22, 23, 24]) expect(wholeTune(drone(seed), drone(seed + 10))).toBeLessThan(4);
    expect(wholeTune(drone(21), drone(21))).toBeGreaterThan(20);
  });

  it('add no more than the bits that there are, where the passage by itself is worse than chance', () => {
    const heldAndQuick = (seed: number): SongNote[] =>
      generateMelody(seed, 50).map(({ midiPitch, salience }, at) => {
        const [bar, place] = [Math.floor(at / 5), at % 5];
        const held = [60, 60, 67, 60, 67][bar % 5]!;
        return place === 0
          ? { onsetBeats: 8 * bar, durationBeats: 6, midiPitch: held, salience }
          : { onsetBeats: 8 * bar + 5.5 + place / 2, durationBeats: 0.5, midiPitch, salience };
      });
    const pairs = [1, 2, 3, 4, 5].flatMap((a) => [6, 7, 8, 9].map((b) => [a, b] as const));
    let [worseThanChance, nothing] = [0, 0];
    for (const [a, b] of pairs) {
      const [line] = compareSongs(songOf(heldAndQuick(a)), songOf(heldAndQuick(b))).lines;
      if (!line) continue;
      expect(line.wholeTuneBits).toBeLessThanOrEqual(Math.max(0, line.bits));
      if (line.wholeTuneBits > 0 && line.wholeTuneBits === line.bits) worseThanChance++;
      if (line.bits < 0) nothing++;
    }
    expect(worseThanChance).toBeGreaterThan(0);
    expect(nothing).toBeGreaterThan(0);
  });

  it('are not known of a mix that was heard in a recording, and are of a line that was heard alone', () => {
    const alone = { ...songOf(tune), source: 'audio' as const };
    const bass = generateMelody(6, 80).map((note) => ({ ...note, midiPitch: note.midiPitch - 24 }));
    const notes = [...tune, ...bass].sort((x, y) => x.onsetBeats - y.onsetBeats);
    const mix = { ...alone, notes };
    expect(compareSongs(songOf(tune), mix).lines[0]).toMatchObject({ wholeTune: null, wholeTuneBits: 0 });
    expect(compareSongs(songOf(tune), alone).lines[0]!.wholeTuneBits).toBeGreaterThan(20);
    expect(compareSongs(alone, songOf(tune)).lines[0]!.wholeTuneBits).toBeGreaterThan(20);
  });

  it('add to what is aligned note by note, and nothing where one line laid upon the other says more than both', () => {
    const sung = { ...songOf(inPieces(tune)), source: 'audio' as const };
    const { lines, reported } = compareSongs(sung, songOf(tune));
    expect(lines[0]!.alignedBits).toBeLessThan(12);
    expect(lines[0]!.wholeTune).toBeGreaterThan(0.5);
    expect(lines[0]!.wholeTuneBits).toBe(0);
    expect(reported).toBe(true);
    expect(compareSongs(sung, songOf(generateMelody(77, 60))).finding).toBe('not_found');
  });

  it('count by the notes that are new in the tune that has fewer of them, less eight bits that chance gives', () => {
    const phrase = generateMelody(9, 14);
    const beats = Math.ceil(phrase.at(-1)!.onsetBeats) + 2;
    const verses = (isVaried: boolean): SongNote[] =>
      [0, 1].flatMap((verse) =>
        phrase.map((note, at) => ({
          ...note,
          onsetBeats: note.onsetBeats + verse * beats,
          midiPitch: note.midiPitch + (isVaried && verse === 1 && at % 4 === 2 ? 1 : 0),
        })),
      );
    const newNotes = (notes: Notes): number => prepareLine(notes).newNotes();
    const [repeating, varied] = [verses(false), verses(true)];
    expect(newNotes(varied)).toBeGreaterThan(1.5 * newNotes(repeating));
    for (const [a, b] of [
      [repeating, varied],
      [varied, repeating],
    ] as const) {
      const [line] = compareSongs(songOf(a), songOf(b)).lines;
      expect(line!.wholeTuneBits).toBeGreaterThan(0);
      expect(line!.wholeTuneBits).toBeLessThanOrEqual(newNotes(repeating) * line!.wholeTune! - 8);
    }
  });

  it('count by all notes of two lines that were heard alone, of which none is known to be new', () => {
    const alone = (notes: Notes) => ({ ...songOf(notes), source: 'audio' as const });
    const [heard] = compareSongs(alone(tune), alone(tune)).lines;
    const [written] = compareSongs(songOf(tune), songOf(tune)).lines;
    expect(heard!.wholeTune).toBeCloseTo(written!.wholeTune!, 9);
    expect(heard!.wholeTuneBits).toBeCloseTo(written!.wholeTuneBits, 9);
  });

  it('add to the line that says most together with the chords beside it, under each name of its notes', () => {
    const other = generateMelody(21, 60);
    const song = prepareSong({
      ...songOf(tune),
      melody: { vocal: tune, instrumental: other, topline: tune },
    });
    const { lines } = compareSongs(song.description, song.description);
    const matches = lines.map((line) => ({
      ...line,
      ...noWholeTune,
      bits: line.lineA === 'instrumental' ? 40 : 50,
    }));
    const raised = (instrumental: number): readonly string[] =>
      withWholeTune(song, song, matches, ({ lineA }) => (lineA === 'instrumental' ? instrumental : 3))
        .filter(({ wholeTune }) => wholeTune !== null)
        .map(({ lineA }) => lineA)
        .sort();
    expect(raised(12)).toEqual(['topline', 'vocal']);
    expect(raised(14)).toEqual(['instrumental']);
    expect(withWholeTune(song, song, [], () => 0)).toEqual([]);
  });

  it('add nothing at all to scales that agree as much backwards, wherever they begin', () => {
    const scale = [60, 62, 64, 65, 67, 69, 71, 72, 71, 69, 67, 65, 64, 62];
    const upAndDown = (from: number): SongNote[] =>
      even(Array.from({ length: 40 }, (_, at) => scale[(at + from) % 14]!));
    for (let from = 0; from < 14; from++) {
      const [line] = compareSongs(songOf(upAndDown(0)), songOf(upAndDown(from))).lines;
      // By itself the agreement would be more than chance.
      expect(prepareLine(upAndDown(0)).newNotes() * line!.wholeTune!).toBeGreaterThan(10);
      expect(line!.wholeTuneBits).toBe(0);
    }
  });
});
