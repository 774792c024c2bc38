import { expect, test } from 'vitest';
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { areCertain, barPlaces, labelledChords, withBarsAt } from './bars-by-chords.js';

const whole = (beats: readonly number[]) => beats.map((beat) => ({ beat, beats: 4 }));

test('bars stay where they are written if long chords begin there', () => {
  expect(barPlaces(whole([0, 4, 8, 16, 20]), 4)).toEqual([{ fromBeat: 0, place: 0 }]);
});

test('bars stay where they are written if there are no chords, or only short ones', () => {
  expect(barPlaces([], 4)).toEqual([{ fromBeat: 0, place: 0 }]);
  const halves = Array.from({ length: 40 }, (_, at) => ({ beat: 2 * at + 1, beats: 2 }));
  expect(barPlaces(halves, 4)).toEqual([{ fromBeat: 0, place: 0 }]);
});

test('three long chords that begin elsewhere do not move bars, and five do', () => {
  expect(barPlaces(whole([0, 4, 8, 14, 18, 22, 28, 32, 36]), 4)).toEqual([{ fromBeat: 0, place: 0 }]);
  expect(barPlaces(whole([0, 4, 8, 14, 18, 22, 26, 30]), 4)).toEqual([
    { fromBeat: 0, place: 0 },
    { fromBeat: 14, place: 2 },
  ]);
});

test('bars begin in the middle of all written ones if all long chords do', () => {
  expect(barPlaces(whole([2, 6, 10, 14, 18]), 4)).toEqual([{ fromBeat: 0, place: 2 }]);
});

const song = (chordBeats: readonly number[], lastBeat: number): MidiFile => ({
  ticksPerQuarter: 10,
  tempos: [{ tick: 0, microsecondsPerQuarter: 500_000 }],
  meters: [{ tick: 0, numerator: 4, denominator: 4 }],
  trackNames: [],
  notes: chordBeats.map((beat, at) => ({
    startTick: 10 * beat,
    endTick: 10 * (chordBeats[at + 1] ?? lastBeat),
    pitch: 60 + at,
    velocity: 80,
    channel: 1,
    track: 1,
    program: 0,
  })),
});

test('a chord that is struck again goes on', () => {
  const { notes, ...rest } = song([0, 2, 4], 8);
  const same = { ...rest, notes: notes.map((note, at) => ({ ...note, pitch: at < 2 ? 60 : 65 })) };
  expect(labelledChords(same).map(({ beat, beats }) => [beat, beats])).toEqual([
    [0, 4],
    [4, 4],
  ]);
});

test('a bar of two beats lies before the chord from which bars begin elsewhere', () => {
  const file = song([0, 4, 8, 14, 18, 22, 26, 30], 34);
  const { downbeats } = beatGrid(withBarsAt(file, barPlaces(labelledChords(file), 4)));
  expect(downbeats.slice(0, 7)).toEqual([0, 4, 8, 12, 14, 18, 22]);
});

test('bars that begin elsewhere for a while begin as written again', () => {
  const file = song([0, 4, 8, 12, 18, 22, 26, 30, 34, 38, 42, 46, 50, 56, 60, 64, 68, 72], 76);
  const moved = withBarsAt(file, barPlaces(labelledChords(file), 4));
  expect(moved.meters.map(({ tick, numerator }) => [tick / 10, numerator])).toEqual([
    [0, 4],
    [16, 2],
    [18, 4],
    [54, 2],
    [56, 4],
  ]);
});

test('a song whose bars begin in the middle of the written ones begins in the middle of a bar', () => {
  const file = song([2, 6, 10, 14, 18], 22);
  const moved = withBarsAt(file, barPlaces(labelledChords(file), 4));
  expect(moved.notes.map(({ startTick }) => startTick)).toEqual([40, 80, 120, 160, 200]);
  expect(beatGrid(moved).downbeats.slice(0, 3)).toEqual([0, 4, 8]);
});

test('bars of three quarters begin where chords of three do', () => {
  const chords = [0, 3, 6, 10, 13, 16, 19, 22, 25].map((beat) => ({ beat, beats: 3 }));
  expect(barPlaces(chords, 3)).toEqual([
    { fromBeat: 0, place: 0 },
    { fromBeat: 10, place: 1 },
  ]);
});

test('bars are certain where four chords that last begin them, and not by fewer', () => {
  const asWritten = [{ fromBeat: 0, place: 0 }];
  expect(areCertain(whole([0, 4, 8, 12]), asWritten, 4)).toBe(true);
  expect(areCertain(whole([0, 4, 8]), asWritten, 4)).toBe(false);
});

test('bars are not certain where three of ten chords begin in their middle', () => {
  const chords = whole([0, 4, 8, 14, 18, 22, 28, 32, 36, 40]);
  expect(areCertain(chords, barPlaces(chords, 4), 4)).toBe(false);
});

test('bars are certain where chords begin them in two places, one after the other', () => {
  const chords = whole([0, 4, 8, 12, 18, 22, 26, 30, 34]);
  expect(areCertain(chords, barPlaces(chords, 4), 4)).toBe(true);
});
