import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { beatPacking, packTonalRows } from './packed-rows.js';
import { tonalSketch, tonalSketchSize } from './tonal-sketch.js';

const beats = 160;

/** A bass of one tone a beat under a tune, `later` beats after the song's start. */
function song(seed: number, semitones = 0, later = 0): SongNote[] {
  const bass = generateMelody(seed + 1000, beats).map(
    (note, beat): SongNote => ({
      ...note,
      onsetBeats: beat,
      durationBeats: 1,
      midiPitch: note.midiPitch - 24,
    }),
  );
  return [...bass, ...generateMelody(seed, beats)]
    .map((note) => ({
      ...note,
      midiPitch: note.midiPitch + semitones,
      onsetBeats: note.onsetBeats + later,
    }))
    .sort((a, b) => a.onsetBeats - b.onsetBeats);
}

const sketchOf = (notes: readonly SongNote[], count = beats): Int8Array =>
  tonalSketch(packTonalRows(notes, count, beatPacking));

function similarity(a: Int8Array, b: Int8Array): number {
  const product = (x: Int8Array, y: Int8Array): number => x.reduce((sum, part, at) => sum + part * y[at]!, 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}

/** Every fifth note is lost, and every sixth of the others is heard a fifth too high. */
const misheard = (notes: readonly SongNote[]): SongNote[] =>
  notes
    .filter((_, place) => place % 5 !== 1)
    .map((note, place) => (place % 6 === 0 ? { ...note, midiPitch: note.midiPitch + 7 } : note));

describe('the sketch of a chroma sequence', () => {
  const own = sketchOf(song(1));

  it('is the same in every key, and nearly so some beats later', () => {
    for (const semitones of [1, 6, 11]) expect(sketchOf(song(1, semitones))).toEqual(own);
    expect(similarity(own, sketchOf(song(1, 3, 7), beats + 7))).toBeGreaterThan(0.8);
  });

  it('is more like that of the same song heard badly than like those of others', () => {
    const heard = similarity(own, sketchOf(misheard(song(1, 4))));
    const others = Array.from({ length: 40 }, (_, other) => similarity(own, sketchOf(song(other + 2))));
    expect(heard).toBeGreaterThan(Math.max(...others));
    expect(heard).toBeGreaterThan(0.4);
  });

  it('is zero for silence and for what is too short to have a chroma sequence', () => {
    expect(sketchOf([], 0)).toEqual(new Int8Array(tonalSketchSize));
    expect(sketchOf(song(1), 15)).toEqual(new Int8Array(tonalSketchSize));
    expect(sketchOf(song(1), 16).some((part) => part !== 0)).toBe(true);
  });
});
