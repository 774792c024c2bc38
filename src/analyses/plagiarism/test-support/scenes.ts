/** Pairs of songs whose relation is known, for tests: ways in which music is taken over, and some in which it only seems so. */
import type { SongDescription, SongNote } from '../../../music/song-description.js';
import { describeMidi, describeNotes } from '../../../music/symbolic/describe-midi.js';
import { generateMelody, plainGrid, writeMidi } from '../../../music/symbolic/test-support/melodies.js';

type Notes = readonly SongNote[];

export const later = (notes: Notes, beats: number): SongNote[] =>
  notes.map((note) => ({ ...note, onsetBeats: note.onsetBeats + beats }));
export const higher = (notes: Notes, semitones: number): SongNote[] =>
  notes.map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));
const slower = (notes: Notes, times: number): SongNote[] =>
  notes.map((note) => ({
    ...note,
    onsetBeats: note.onsetBeats * times,
    durationBeats: note.durationBeats * times,
  }));
export const together = (...parts: readonly Notes[]): SongNote[] =>
  parts.flat().sort((a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch);

/** A triad a bar, whose roots go as a generated melody does. */
export function triads(seed: number, bars: number, beats = 4): SongNote[] {
  return generateMelody(seed, bars).flatMap(({ midiPitch }, bar) =>
    [0, midiPitch % 3 === 0 ? 3 : 4, 7].map((step) => ({
      onsetBeats: bar * beats,
      durationBeats: beats,
      midiPitch: 36 + ((midiPitch + bar * 5) % 12) + step,
      salience: 1,
    })),
  );
}

/** The four chords of many songs, broken into eighths or struck once a bar. */
function stockChords(bars: number, isBroken: boolean): SongNote[] {
  const roots = [48, 55, 57, 53];
  return Array.from({ length: bars }, (_, bar) => {
    const root = roots[bar % 4]!;
    const tones = [root, root + (root === 57 ? 3 : 4), root + 7];
    const order = isBroken ? [0, 2, 1, 2, 0, 2, 1, 2] : [0, 1, 2];
    return order.map((tone, place) => ({
      onsetBeats: 4 * bar + (isBroken ? place / 2 : 0),
      durationBeats: isBroken ? 0.5 : 4,
      midiPitch: tones[tone]!,
      salience: 1,
    }));
  }).flat();
}

const beatsOf = (notes: Notes): number =>
  Math.ceil(Math.max(...notes.map(({ onsetBeats, durationBeats }) => onsetBeats + durationBeats)));

/** A song of a tune over an accompaniment; `sung` puts the tune where voices are. */
export function arranged(topline: Notes, accompaniment: Notes, instrumental: Notes = []): SongDescription {
  const notes = together(topline, accompaniment);
  return describeNotes(notes, { vocal: topline, instrumental, topline }, plainGrid(beatsOf(notes) + 1));
}

/** Lines of a song that are not those of one another. */
function withLines(lines: Partial<SongDescription['melody']>, seed: number): SongDescription {
  const notes = together(...Object.values(lines), triads(seed, 16));
  return describeNotes(
    notes,
    { vocal: [], instrumental: [], topline: [], ...lines },
    plainGrid(beatsOf(notes) + 1),
  );
}

const alone = (topline: Notes): SongDescription =>
  describeNotes(topline, { vocal: [], instrumental: [], topline }, plainGrid(beatsOf(topline) + 1));

const heard = (song: SongDescription): SongDescription => ({ ...song, source: 'audio' });

const tune = generateMelody(11, 64);
const written = describeMidi(writeMidi(tune));
const ornamented = tune.flatMap((note, place) =>
  place % 6 === 3 && note.durationBeats >= 1
    ? [
        { ...note, durationBeats: 0.25, midiPitch: note.midiPitch + 2 },
        { ...note, onsetBeats: note.onsetBeats + 0.25, durationBeats: note.durationBeats - 0.25 },
      ]
    : [note],
);
/** The third and fourth beat of each bar are played in the time of one. */
const waltzPlace = (beat: number): number => {
  const bar = Math.floor(beat / 4);
  const inBar = beat - bar * 4;
  return bar * 3 + (inBar <= 2 ? inBar : 2 + (inBar - 2) / 2);
};
const waltz = tune.map((note) => ({
  ...note,
  onsetBeats: waltzPlace(note.onsetBeats),
  durationBeats: waltzPlace(note.onsetBeats + note.durationBeats) - waltzPlace(note.onsetBeats),
}));
/** Every third note is lost, and every fourth of the others is a fifth or an octave off. */
const misheard = (notes: Notes): SongNote[] =>
  notes
    .filter((_, place) => place % 3 !== 1)
    .map((note, place) =>
      place % 4 === 0 ? { ...note, midiPitch: note.midiPitch + (place % 8 === 0 ? 12 : 7) } : note,
    );
/** A bass of one tone a beat. */
const bass = (seed: number, beats: number): SongNote[] =>
  generateMelody(seed, beats).map((note, beat) => ({
    ...note,
    onsetBeats: beat,
    durationBeats: 1,
    midiPitch: note.midiPitch - 24,
  }));
const noLines = { vocal: [], instrumental: [], topline: [] };
const band = together(tune, bass(1003, 64));
const arrangement = arranged(tune, triads(3, 16));
const otherGrid = describeMidi(writeMidi(slower(band, 2 / 3), { bpm: 80 }));
const beats = Array.from({ length: 120 }, (_, beat) => beat * 0.5);
const unsureOfMetre: SongDescription = {
  ...heard(otherGrid),
  melody: noLines,
  otherMetre: {
    meter: 3,
    probability: 0.3,
    beats,
    downbeats: beats.flatMap((_, beat) => (beat % 3 === 0 ? [beat] : [])),
  },
};
/** What begins in the first four bars, and a note more. */
const quoted = tune.slice(0, tune.findIndex(({ onsetBeats }) => onsetBeats >= 16) + 1);
const song = (notes: Notes, options = {}): SongDescription => describeMidi(writeMidi(notes, options));

/** By name: the submitted song and the other one. */
export const knownPairs: Readonly<Record<string, readonly [SongDescription, SongDescription]>> = {
  'the same tune four semitones higher': [written, song(higher(tune, 4), { bpm: 90 })],
  'a tune with ornaments, a bar later': [written, song(later(ornamented, 4))],
  'twelve notes quoted in another song': [
    written,
    song(together(generateMelody(500, 40), later(higher(tune.slice(10, 22), 3), 60), bass(60, 80))),
  ],
  'four bars and a note quoted in another song': [
    written,
    song([...quoted, ...later(generateMelody(503, 40), 4 * Math.ceil(beatsOf(quoted) / 4))]),
  ],
  'a tune in four as a waltz': [written, song(waltz, { numerator: 3 })],
  'a tune in note values twice as long': [written, song(slower(tune, 2), { bpm: 240 })],
  'a tune that hurries and waits': [
    arrangement,
    arranged(
      tune.map((note) => ({
        ...note,
        onsetBeats: note.onsetBeats + 6 * Math.sin(note.onsetBeats / 7) + 6,
      })),
      triads(90, 18),
    ),
  ],
  'a tune alone, and alone where it hurries and waits': [
    alone(tune),
    alone(
      tune.map((note) => ({ ...note, onsetBeats: note.onsetBeats + 6 * Math.sin(note.onsetBeats / 7) + 6 })),
    ),
  ],
  'a tune above all else in one song and played in the other': [
    withLines({ topline: tune, vocal: generateMelody(301, 50) }, 92),
    withLines({ topline: generateMelody(302, 50), instrumental: higher(tune, 2) }, 93),
  ],
  'a tune sung in one song and played in the other, above all else in neither': [
    withLines({ topline: generateMelody(303, 50), vocal: tune }, 92),
    withLines({ topline: generateMelody(302, 50), instrumental: higher(tune, 2) }, 93),
  ],
  'the same tune over the same chords': [
    arrangement,
    arranged(higher(ornamented, 2), higher(triads(3, 16), 2)),
  ],
  'the same tune over other chords, transcribed': [
    heard(arrangement),
    heard(arranged(misheard(tune), triads(90, 16), misheard(generateMelody(77, 40)))),
  ],
  'the same chords under another tune': [
    arrangement,
    arranged(generateMelody(200, 64), higher(triads(3, 16), 5)),
  ],
  'a tune sung in one song and played in the other': [
    arrangement,
    arranged(generateMelody(201, 60), triads(91, 16), higher(tune, 2)),
  ],
  'the same mix of which no line was transcribed': [
    { ...heard(song(band)), melody: noLines },
    { ...heard(song(misheard(higher(band, 4)))), melody: noLines },
  ],
  'the same mix counted at half the tempo': [
    { ...heard(song(band)), tempoHypotheses: [{ ratio: 0.5, probability: 0.3 }] },
    heard(song(slower(misheard(band), 0.5), { bpm: 60 })),
  ],
  'a mix in three that was counted in four': [
    { ...song(band, { numerator: 3 }), melody: noLines },
    unsureOfMetre,
  ],
  'different tunes over the same broken chords': [
    arranged(generateMelody(61, 60), stockChords(16, true), stockChords(16, true)),
    arranged(generateMelody(62, 60), higher(stockChords(16, true), 2), higher(stockChords(16, true), 2)),
  ],
  'different tunes over the same block chords': [
    arranged(generateMelody(61, 60), stockChords(16, false)),
    arranged(generateMelody(62, 60), stockChords(16, false)),
  ],
  'two songs that share nothing': [arrangement, arranged(generateMelody(150, 64), triads(44, 16))],
};
