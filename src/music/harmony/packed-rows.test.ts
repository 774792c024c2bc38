import { describe, expect, it } from 'vitest';
import type { SongNote } from '../song-description.js';
import { generateMelody } from '../symbolic/test-support/melodies.js';
import {
  beatPacking,
  halfBeatPacking,
  packTonalRows,
  sketchedRowsOf,
  tonalRowsOf,
  unpackTonalRows,
} from './packed-rows.js';

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

  describe('of a song', () => {
    const chord = [48, 55, 64].map((pitch) => note(pitch, 0, 2));
    const lead = { ...note(69, 0, 1), salience: 0.8 };
    const faint = { ...note(62, 1, 1), salience: 0.02 };
    const song = {
      beats: [0, 1, 2],
      notes: [...chord, lead, faint],
      melody: { vocal: [], instrumental: [], topline: [lead] },
    };
    const rowsOf = (packed: Uint8Array, packing: typeof beatPacking): number[][] => {
      const { count, values } = unpackTonalRows(packed, packing);
      return Array.from({ length: count }, (_, row) => soundingIn(values, row));
    };

    it('has the topline above all else for a comparison, and what is faint below it', () => {
      const halves = rowsOf(tonalRowsOf(song), halfBeatPacking);
      expect(halves[0]![0]).toBe(9);
      expect(halves[0]!.slice(1).sort()).toEqual([0, 4, 7]);
      expect(halves[2]!.slice().sort()).toEqual([0, 4, 7]);
    });

    it('has what else may carry the melody beside it, the likelier the more', () => {
      const possibleLeads = [0.3, 0.01].map((salience, at) => ({ ...note(61 + at, 0, 0.5), salience }));
      const halves = rowsOf(tonalRowsOf({ ...song, possibleLeads }), halfBeatPacking);
      expect(halves[0]![0]).toBe(9);
      expect(halves[0]).toContain(1);
      expect(halves[0]).not.toContain(2);
      expect(halves[1]).toEqual(rowsOf(tonalRowsOf(song), halfBeatPacking)[1]);
    });

    it('counts every note the same for a sketch, and the topline once more', () => {
      const { values } = unpackTonalRows(sketchedRowsOf(song), beatPacking);
      expect(values[9]).toBeGreaterThan(values[0]!);
      expect(values[12 + 2]).toBe(values[12]);
    });

    it('counts in its sketch what may carry the melody instead of the topline, where it was heard', () => {
      const possibleLeads = [{ ...note(61, 0, 1), salience: 1 }];
      const { values } = unpackTonalRows(sketchedRowsOf({ ...song, possibleLeads }), beatPacking);
      expect(values[1]).toBeGreaterThan(values[9]!);
      expect(values[9]).toBe(values[0]);
    });

    it('is none of a written line without company, nor where nothing was heard', () => {
      const alone = { ...song, notes: [lead, faint] };
      const silent = { ...song, notes: [], melody: { ...song.melody, topline: [] }, possibleLeads: [] };
      for (const one of [alone, { ...alone, possibleLeads: [] }, silent]) {
        expect(tonalRowsOf(one)).toHaveLength(0);
        expect(sketchedRowsOf(one)).toHaveLength(0);
      }
    });

    it('is what may carry the melody where a line was heard alone', () => {
      const possibleLeads = [{ ...note(61, 0, 0.5), salience: 0.8 }];
      const heard = { ...song, notes: [lead, faint], possibleLeads };
      expect(rowsOf(tonalRowsOf(heard), halfBeatPacking)[0]).toContain(1);
      expect(rowsOf(sketchedRowsOf(heard), beatPacking)[0]).toContain(1);
    });
  });

  it('is zero where nothing sounds, and where all twelve do', () => {
    const all = Array.from({ length: 12 }, (_, k) => note(60 + k, 1, 1));
    const { values } = unpackTonalRows(packTonalRows(all, 2, halfBeatPacking), halfBeatPacking);
    expect([...values]).toEqual(new Array(48).fill(0));
  });
});
