import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { selectMelodies } from './select-melodies.js';
import { generateMelody } from './test-support/melodies.js';

const triads = [
  [0, 4, 7, 12],
  [9, 12, 16, 21],
  [5, 9, 12, 17],
  [7, 11, 14, 19],
];

/** One figure of chord tones a bar, over four chords that go round. */
const figure = (places: readonly number[], bars: number): SongNote[] =>
  Array.from({ length: bars }, (_, bar) =>
    places.map((place, index) => ({
      onsetBeats: 4 * bar + (4 * index) / places.length,
      durationBeats: 4 / places.length,
      midiPitch: 52 + triads[bar % 4]![place]!,
      salience: 1,
    })),
  ).flat();

const voice = (notes: readonly SongNote[]) => ({ name: '', program: 0, notes });
const figures = {
  'an arpeggio': [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3],
  'an Alberti bass': [0, 2, 1, 2, 0, 2, 1, 2],
};

describe('the choice of a melody among voices without names', () => {
  it.each(Object.entries(figures))('prefers a tune to %s of four times its notes', (_, places) => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const tune = generateMelody(seed, 120);
      const accompaniment = figure(places, Math.ceil(480 / places.length));
      const { topline } = selectMelodies([voice(accompaniment), voice(tune)]);
      expect(topline.map((note) => note.midiPitch)).toEqual(tune.map((note) => note.midiPitch));
    }
  });
});

describe('the vocal line', () => {
  const tune = generateMelody(1, 60);
  const lower = generateMelody(2, 60).map((note) => ({ ...note, midiPitch: note.midiPitch - 12 }));
  const pitches = (notes: readonly SongNote[]): number[] => notes.map((note) => note.midiPitch);
  /** What is taken for the vocal line where a voice of this name and program plays beside a piano. */
  const vocalOf = (name: string, program = 0): number[] =>
    pitches(
      selectMelodies([
        { name, program, notes: tune },
        { name: 'Piano', program: 0, notes: lower },
      ]).vocal,
    );

  it.each([
    'Lead Guitar',
    'Single Coil',
    'Synth Lead',
    'Lead 1 (square)',
    'Leading Tones',
    'Melody Guitar',
    'Kissing',
    '',
  ])('is not taken from a voice named "%s"', (name) => {
    expect(vocalOf(name, 27)).toEqual([]);
  });

  it.each(['Vocals', 'LEAD VOX', 'LeadVocal_2', 'Voice', 'melody', 'Soprano', 'Gesang 1', 'Lead Singer'])(
    'is taken from a voice named "%s", whatever its program',
    (name) => {
      expect(vocalOf(name, 73)).toEqual(pitches(tune));
    },
  );

  it.each([52, 53, 54, 85, 91])('is taken from General MIDI program %i without a name', (program) => {
    expect(vocalOf('', program)).toEqual(pitches(tune));
  });

  it('is the singer’s where a guitar leads too, and so is the topline', () => {
    const guitar = {
      name: 'Lead Guitar',
      program: 29,
      notes: lower.map((note) => ({ ...note, midiPitch: note.midiPitch + 12 })),
    };
    const { vocal, topline } = selectMelodies([guitar, { name: 'Vocals', program: 0, notes: tune }]);
    expect(pitches(vocal)).toEqual(pitches(tune));
    expect(pitches(topline)).toEqual(pitches(tune));
  });
});
