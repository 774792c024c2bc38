import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { isSingleLine } from './single-line.js';
import { skyline } from './skyline.js';
import { generateMelody } from './test-support/melodies.js';

const tune = generateMelody(7, 80);
const pitchesOf = (notes: readonly SongNote[]): number[] => notes.map(({ midiPitch }) => midiPitch);
const ringing = (beats: number): SongNote[] =>
  tune.map((note) => ({ ...note, durationBeats: note.durationBeats + beats }));
const sorted = (...parts: readonly (readonly SongNote[])[]): SongNote[] =>
  parts.flat().sort((a, b) => a.onsetBeats - b.onsetBeats || a.midiPitch - b.midiPitch);

describe('the upper line of a voice', () => {
  it.each([0, 0.25, 0.5, 1, 2])('has every note of a tune whose notes ring on for %f beats', (beats) => {
    const line = skyline(ringing(beats));
    expect(pitchesOf(line)).toEqual(pitchesOf(tune));
    line.slice(0, -1).forEach((note, index) => {
      expect(note.durationBeats).toBeCloseTo(tune[index]!.durationBeats, 9);
    });
  });

  it('is the highest notes where a tune has a third below each of its notes', () => {
    const thirds = tune.map((note) => ({ ...note, midiPitch: note.midiPitch - 4 }));
    expect(pitchesOf(skyline(sorted(tune, thirds)))).toEqual(pitchesOf(tune));
  });

  it('leaves out what passes below a note that is held', () => {
    const held = Array.from({ length: 8 }, (_, bar) => ({
      onsetBeats: 4 * bar,
      durationBeats: 4,
      midiPitch: 76 + (bar % 3),
      salience: 1,
    }));
    const passing = held.flatMap((note) =>
      [1, 2, 3].map((beat) => ({
        ...note,
        onsetBeats: note.onsetBeats + beat,
        durationBeats: 1,
        midiPitch: 60 + beat,
      })),
    );
    expect(isSingleLine(sorted(held, passing))).toBe(false);
    expect(pitchesOf(skyline(sorted(held, passing)))).toEqual(pitchesOf(held));
  });

  it('leaves out the rest of a broken chord whose notes end together', () => {
    const chords = Array.from({ length: 8 }, (_, bar) =>
      [72, 67, 64, 60].map((midiPitch, step) => ({
        onsetBeats: 2 * bar + step / 2,
        durationBeats: 2 - step / 2,
        midiPitch,
        salience: 1,
      })),
    );
    expect(pitchesOf(skyline(chords.flat()))).toEqual(chords.map(() => 72));
  });
});
