import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { hasCompany, shareOfOthers } from './company.js';

const note = (onsetBeats: number, durationBeats: number, midiPitch: number): SongNote => ({
  onsetBeats,
  durationBeats,
  midiPitch,
  salience: 1,
});
const tune = [60, 62, 64, 65, 67, 65, 64, 62].map((midi, beat) => note(beat, 0.9, midi));
const heard = (notes: readonly SongNote[], line = tune) =>
  ({
    source: 'audio',
    notes: notes.toSorted((a, b) => a.onsetBeats - b.onsetBeats),
    melody: { vocal: [], instrumental: [], topline: [...line] },
  }) as const;

describe('a song that was heard has no company', () => {
  it('where all notes are its line, in pieces or as overtones', () => {
    const pieces = tune.flatMap(({ onsetBeats, midiPitch }) => [
      note(onsetBeats, 0.4, midiPitch),
      note(onsetBeats + 0.4, 0.5, midiPitch),
      note(onsetBeats + 0.1, 0.6, midiPitch + 12),
      note(onsetBeats + 0.1, 0.6, midiPitch + 19),
    ]);
    expect(hasCompany(heard(pieces))).toBe(false);
    expect(shareOfOthers(pieces, tune)).toBeCloseTo(0, 6);
  });

  it('where notes ring on under the next ones, as in a room', () => {
    expect(hasCompany(heard(tune.map((one) => ({ ...one, durationBeats: 1.4 }))))).toBe(false);
  });

  it('where nothing is heard', () => {
    expect(hasCompany(heard([]))).toBe(false);
  });
});

describe('a song that was heard has company', () => {
  it('where chords sound under its line', () => {
    const chords = [0, 4].flatMap((beat) => [48, 52, 55].map((midi) => note(beat, 3.8, midi)));
    expect(hasCompany(heard([...tune, ...chords]))).toBe(true);
  });

  it('where its line is silent while others play', () => {
    const others = [50, 54, 57, 61].map((midi, at) => note(10 + 2 * at, 2, midi));
    expect(shareOfOthers([...tune, ...others], tune)).toBeCloseTo(8 / (8 + 8 * 0.9), 6);
  });
});

it('of a written song what sounds at once decides', () => {
  const ringing = tune.map((one) => ({ ...one, durationBeats: 1.4 }));
  expect(hasCompany({ ...heard(ringing), source: 'midi' })).toBe(true);
  expect(hasCompany({ ...heard(tune), source: 'midi' })).toBe(false);
});
