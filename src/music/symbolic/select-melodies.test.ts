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
