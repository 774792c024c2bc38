import { describe, expect, it } from 'vitest';
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { generateMelody } from '../../../music/symbolic/test-support/melodies.js';
import { arranged, higher, later, triads } from '../test-support/scenes.js';
import { prepareSong } from './prepared-song.js';
import { tonalMatch } from './tonal-match.js';

type Notes = readonly SongNote[];
const band = [...generateMelody(3, 64), ...triads(5, 16)].sort((a, b) => a.onsetBeats - b.onsetBeats);
/** A note on every second beat, whatever the band plays. */
const line: Notes = generateMelody(8, 28).map((note, at) => ({
  ...note,
  onsetBeats: 2 * at + 1,
  durationBeats: 1,
}));
/** A recording of the band in which this was heard as the main melody. */
const heardWith = (topline: Notes, notes: Notes = band): SongDescription => ({
  ...arranged(notes, []),
  source: 'audio',
  melody: { vocal: [], instrumental: [], topline },
});
const matchOf = (a: Notes, b: Notes, notesOfB: Notes = band) =>
  tonalMatch(prepareSong(heardWith(a)), prepareSong(heardWith(b, notesOfB)), [])!;
const onsetsOf = (notes: Notes, beats = 0): (readonly [number, number])[] =>
  notes.map(({ onsetBeats }) => [onsetBeats, onsetBeats + beats] as const);

describe('the notes of two main melodies that lie where their chroma sequences are similar', () => {
  it('are those at the same place, in whatever octave', () => {
    expect(matchOf(line, line).matchedOnsets).toEqual(onsetsOf(line));
    expect(matchOf(line, higher(line, 12)).matchedOnsets).toEqual(onsetsOf(line));
    expect(matchOf(line, higher(line, -24)).matchedOnsets).toEqual(onsetsOf(line));
  });

  it('are none of another pitch class', () => {
    for (const semitones of [1, 6, 11])
      expect(matchOf(line, higher(line, semitones)).matchedOnsets).toEqual([]);
  });

  it('stand up to half a beat from each other, earlier or later', () => {
    for (const beats of [0.5, -0.5, 0.3])
      expect(matchOf(line, later(line, beats)).matchedOnsets).toEqual(onsetsOf(line, beats));
    for (const beats of [0.51, -0.51]) expect(matchOf(line, later(line, beats)).matchedOnsets).toEqual([]);
  });

  it('are moved by the transposition of the chroma sequences', () => {
    for (const semitones of [3, -4]) {
      const { transposition, matchedOnsets } = matchOf(
        line,
        higher(line, semitones),
        higher(band, semitones),
      );
      expect(transposition).toBe(semitones);
      expect(matchedOnsets).toEqual(onsetsOf(line));
      expect(matchOf(line, line, higher(band, semitones)).matchedOnsets).toEqual([]);
    }
  });

  it('are taken once each, in their order', () => {
    const twice = [...line, ...later(line, 0.25)].sort((a, b) => a.onsetBeats - b.onsetBeats);
    expect(matchOf(line, twice).matchedOnsets).toEqual(onsetsOf(line));
    expect(matchOf(twice, line).matchedOnsets).toEqual(onsetsOf(line));
    expect(matchOf(twice, twice).matchedOnsets).toEqual(onsetsOf(twice));
  });

  it('are none where a line is missing', () => {
    expect(matchOf(line, []).matchedOnsets).toEqual([]);
    expect(matchOf([], line).matchedOnsets).toEqual([]);
  });
});

describe('what two chroma sequences share', () => {
  it('is named as the main melodies’, without anything of whole tunes, in rising beats of both songs', () => {
    const match = matchOf(line, line);
    expect(match).toMatchObject({
      basis: 'tonal',
      lineA: 'topline',
      lineB: 'topline',
      alignedBits: match.bits,
      wholeTune: null,
      wholeTuneBits: 0,
    });
    expect(match.places.length).toBeGreaterThan(40);
    for (const [at, { a, b, endA, endB }] of match.places.entries()) {
      expect([a, endA - a, endB - b]).toEqual([b, 1, 1]);
      if (at > 0) expect(a).toBeGreaterThan(match.places[at - 1]!.a);
    }
  });

  it('is nothing where nothing sounds', () => {
    const silent = prepareSong(heardWith(line), { tonalRows: new Uint8Array(0), isAccompanied: true });
    expect(tonalMatch(silent, prepareSong(heardWith(line)), [])).toBeNull();
    expect(tonalMatch(prepareSong(heardWith(line)), silent, [])).toBeNull();
  });
});
