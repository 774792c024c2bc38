import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { selectMelodies, type Voice } from './select-melodies.js';
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

describe('of two voices with the same tune, at other times,', () => {
  const tune = generateMelody(3, 60);
  const middle = tune.reduce((sum, note) => sum + note.midiPitch, 0) / tune.length;
  /** The tune about the middle of a singer's register, MIDI pitch 70. */
  const notes = tune.map((note) => ({ ...note, midiPitch: note.midiPitch + Math.round(70 - middle) }));
  const later = (line: readonly SongNote[]): SongNote[] =>
    line.map((note) => ({ ...note, onsetBeats: note.onsetBeats + 400 }));
  const plain: Voice = { name: '', program: 0, notes };

  /** Whichever is written first. */
  function toplineIs(better: Voice, worse: Voice): void {
    const shifted = { ...worse, notes: later(worse.notes) };
    for (const voices of [
      [better, shifted],
      [shifted, better],
    ]) {
      expect(selectMelodies(voices).topline[0]!.onsetBeats).toBeLessThan(400);
    }
  }
  const moved = (semitones: number): SongNote[] =>
    notes.map((note) => ({ ...note, midiPitch: note.midiPitch + semitones }));

  it.each<[string, Partial<Voice>]>([
    ['named as an accompaniment', { name: 'Pad 2' }],
    ['named as the left hand', { name: 'L.H.' }],
    ['an electric bass', { program: 33 }],
    ['the first of the basses', { program: 32 }],
    ['the last of the basses', { program: 39 }],
    ['an octave and a half lower', { notes: moved(-18) }],
    ['an octave and a half higher', { notes: moved(18) }],
    ['on one note', { notes: notes.map((note) => ({ ...note, midiPitch: 70 })) }],
    ['seven notes long', { notes: notes.slice(0, 7) }],
    [
      'in chords',
      {
        notes: [...notes, ...moved(-4), ...moved(-7), ...moved(-9)].sort(
          (a, b) => a.onsetBeats - b.onsetBeats,
        ),
      },
    ],
  ])('the melody is the other of one that is %s', (_, worse) => {
    toplineIs(plain, { ...plain, ...worse });
  });

  it.each<[string, Partial<Voice>]>([
    ['named a melody', { name: 'Melody' }],
    ['named a solo', { name: 'Solo' }],
    ['a choir', { program: 52 }],
  ])('the melody is one that is %s', (_, better) => {
    toplineIs({ ...plain, ...better }, plain);
  });

  it('programs beside the basses are no basses', () => {
    for (const program of [31, 40]) {
      toplineIs({ ...plain, program }, { ...plain, program: 32 });
      toplineIs({ ...plain, name: 'Solo', program }, plain);
    }
  });

  it('a name of the melody counts more than one of a lead', () => {
    toplineIs({ ...plain, name: 'Melody' }, { ...plain, name: 'Lead' });
  });

  it('words that repeat a note now and then do not make it less of a melody', () => {
    const repeating = notes.map((note, index) =>
      index % 5 === 1 ? { ...note, midiPitch: notes[index - 1]!.midiPitch } : note,
    );
    toplineIs({ ...plain, notes: repeating, name: 'Solo' }, plain);
    toplineIs({ ...plain, name: 'Solo' }, { ...plain, notes: repeating });
  });
});

describe('the lines', () => {
  const notes = generateMelody(4, 40).map((note) => ({ ...note, salience: 0.2 }));
  const pitches = (line: readonly SongNote[]): number[] => line.map((note) => note.midiPitch);

  it('of no voices are empty, and one nameless voice is the topline and leads', () => {
    expect(selectMelodies([])).toEqual({ vocal: [], instrumental: [], topline: [] });
    const { vocal, instrumental, topline } = selectMelodies([{ name: '', program: 0, notes }]);
    expect(vocal).toEqual([]);
    expect(pitches(topline)).toEqual(pitches(notes));
    expect(pitches(instrumental)).toEqual(pitches(notes));
  });

  it('of a singer alone have no instrumental lead', () => {
    const { vocal, instrumental } = selectMelodies([{ name: 'Vocals', program: 0, notes }]);
    expect(pitches(vocal)).toEqual(pitches(notes));
    expect(instrumental).toEqual([]);
  });

  it('with a singer have the best of the others as the instrumental lead', () => {
    const lead = generateMelody(5, 40);
    const { instrumental } = selectMelodies([
      { name: 'Bass', program: 33, notes: generateMelody(6, 40) },
      { name: 'Solo', program: 29, notes: lead },
      { name: 'Vocals', program: 0, notes },
    ]);
    expect(pitches(instrumental)).toEqual(pitches(lead));
  });

  it('take a written note as certain, however softly it is played', () => {
    const { topline } = selectMelodies([{ name: '', program: 0, notes }]);
    expect(new Set(topline.map((note) => note.salience))).toEqual(new Set([1]));
  });
});
