import { describe, expect, it } from 'vitest';
import { type MidiFile, type MidiNote, readMidi } from '../../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import type { MetreSong } from '../metre/songs.js';
import { performedSong } from './collection-songs.js';

/** A bass that is written first, and a tune above it. */
const note = (at: number, pitch: number, track: number): MidiNote => ({
  startTick: at * 480,
  endTick: at * 480 + 400,
  pitch,
  velocity: 90,
  channel: track,
  track,
  program: 0,
});
const tune = [67, 69, 71, 72, 74, 72, 71, 69];
const file: MidiFile = {
  ticksPerQuarter: 480,
  notes: Array.from({ length: 64 }, (_, at) => [
    note(at, 43 + (at % 4), 0),
    note(at, tune[at % 8]!, 1),
  ]).flat(),
  tempos: [{ tick: 0, microsecondsPerQuarter: 500_000 }],
  meters: [{ tick: 0, numerator: 4, denominator: 4 }],
  trackNames: [],
};
const song: MetreSong = {
  id: 'a',
  collection: 'hymns',
  family: 'a',
  signature: '4/4',
  file,
  keepsBars: true,
};
const performance = (seed: number) =>
  performedSong(song, { group: 'hymns and chorales', kind: 'hymns and chorales' }, seed);

describe('a performed song of a collection', () => {
  it('has as its melody the notes of its highest voice, where and in the key in which they sound', () => {
    for (const seed of [1, 2, 3]) {
      const { midi, melody } = performance(seed);
      const sounding = readMidi(midi);
      const { secondsAt } = tempoMap(sounding);
      expect(melody.length).toBeGreaterThan(30);
      for (const { start, pitch } of melody) {
        const isThere = sounding.notes.some(
          (other) => other.pitch === pitch && Math.abs(secondsAt(other.startTick) - start) < 0.01,
        );
        expect(isThere).toBe(true);
      }
      const shifts = new Set(melody.slice(0, 8).map(({ pitch }, at) => pitch - tune[at]!));
      expect(shifts.size).toBe(1);
    }
  });

  it('is the same whenever it is made', () => {
    expect(performance(5).midi.equals(performance(5).midi)).toBe(true);
  });
});
