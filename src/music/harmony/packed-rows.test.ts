import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import { beatPacking, halfBeatPacking, packTonalRows, unpackTonalRows } from './packed-rows.js';

const note = (midiPitch: number, onsetBeats: number, durationBeats: number): SongNote => ({
  midiPitch,
  onsetBeats,
  durationBeats,
  salience: 1,
});
/** The pitch classes of a row that stand out of its mean, highest first. */
const soundingIn = (values: Float32Array, row: number): number[] =>
  Array.from({ length: 12 }, (_, k) => k)
    .filter((k) => values[row * 12 + k]! > 0)
    .sort((a, b) => values[row * 12 + b]! - values[row * 12 + a]!);

describe('what sounds in a song, packed', () => {
  it.each([
    ['beats', beatPacking],
    ['half beats', halfBeatPacking],
  ])('is six bytes a beat, at most 800 beats, as %s', (_, packing) => {
    const melody = generateMelody(1, 90);
    expect(packTonalRows(melody, 90, packing)).toHaveLength(540);
    expect(packTonalRows(melody, 5000, packing)).toHaveLength(4800);
    const { count, values } = unpackTonalRows(packTonalRows(melody, 80, packing), packing);
    expect(count).toBe(80 * packing.rowsABeat);
    for (let row = 0; row < count; row++)
      expect(Math.hypot(...values.subarray(row * 12, row * 12 + 12))).toBeCloseTo(1, 5);
  });

  it('holds each pitch class in the half beats in which it sounds, the longer the more', () => {
    const notes = [note(60, 0, 1), note(64, 0.5, 0.5), note(79, 1, 0.125), note(69, 1, 0.5)];
    const halves = unpackTonalRows(packTonalRows(notes, 2, halfBeatPacking), halfBeatPacking).values;
    expect([0, 1, 2, 3].map((row) => soundingIn(halves, row))).toEqual([[0], [0, 4], [9, 7], []]);
    const beats = unpackTonalRows(packTonalRows(notes, 2, beatPacking), beatPacking).values;
    expect([0, 1].map((row) => soundingIn(beats, row))).toEqual([
      [0, 4],
      [9, 7],
    ]);
    // Square roots of a whole beat and of half of one, in fifteenths, less their mean.
    expect(beats[4]! / beats[0]!).toBeCloseTo((11 - 26 / 12) / (15 - 26 / 12), 5);
  });

  it('is zero where nothing sounds, and where all twelve do', () => {
    const all = Array.from({ length: 12 }, (_, k) => note(60 + k, 1, 1));
    const { values } = unpackTonalRows(packTonalRows(all, 2, halfBeatPacking), halfBeatPacking);
    expect([...values]).toEqual(new Array(48).fill(0));
  });
});
