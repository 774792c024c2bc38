import { describe, expect, it } from 'vitest';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { arranged, atAnotherPace } from './arrangement.js';

const waltz: MidiFile = {
  ticksPerQuarter: 480,
  notes: Array.from({ length: 24 }, (_, beat) => ({
    startTick: beat * 480,
    endTick: beat * 480 + 400,
    pitch: 60 + (beat % 5),
    velocity: 80,
    channel: beat % 2,
    track: beat % 2,
    program: 0,
  })),
  tempos: [{ tick: 0, microsecondsPerQuarter: 500_000 }],
  meters: [{ tick: 0, numerator: 3, denominator: 4 }],
  trackNames: [],
};
const seeds = Array.from({ length: 60 }, (_, seed) => seed);

describe('how a song is played before it is rendered', () => {
  it('goes at a pace between the two that are given, with the same notes', () => {
    for (const seed of seeds) {
      const slower = atAnotherPace(waltz, [0.5, 1], seed);
      const { microsecondsPerQuarter } = slower.tempos[0]!;
      expect(microsecondsPerQuarter).toBeGreaterThanOrEqual(500_000);
      expect(microsecondsPerQuarter).toBeLessThanOrEqual(1_000_000);
      expect(slower.notes).toEqual(waltz.notes);
    }
  });

  it('a voice keeps one instrument, and the notes keep their times and pitches', () => {
    for (const seed of seeds) {
      const { notes } = arranged(waltz, '3/4', seed);
      const played = notes.filter(({ channel }) => channel !== 9);
      expect(played.map(({ program: _, ...note }) => note)).toEqual(
        waltz.notes.map(({ program: _, ...note }) => note),
      );
      for (const voice of [0, 1])
        expect(
          new Set(played.filter(({ track }) => track === voice).map(({ program }) => program)).size,
        ).toBe(1);
    }
  });

  it('drums of some songs strike the bass on first beats alone, and one song plays the same each time', () => {
    const drummed = seeds.map((seed) => arranged(waltz, '3/4', seed)).filter(hasDrums);
    expect(drummed.length).toBeGreaterThan(3);
    expect(drummed.length).toBeLessThan(30);
    for (const { notes } of drummed) {
      const bass = notes.filter(({ channel, pitch }) => channel === 9 && pitch === 36);
      expect(bass.map(({ startTick }) => startTick)).toEqual(
        Array.from({ length: 8 }, (_, bar) => bar * 3 * 480),
      );
    }
    expect(arranged(waltz, '3/4', 7)).toEqual(arranged(waltz, '3/4', 7));
  });

  it('in 6/8 the beats of drums are dotted quarters', () => {
    const drummed = seeds.map((seed) => arranged(waltz, '6/8', seed)).find(hasDrums)!;
    const hats = drummed.notes.filter(({ channel, pitch }) => channel === 9 && pitch === 42);
    expect(hats.slice(0, 3).map(({ startTick }) => startTick)).toEqual([0, 720, 1440]);
  });
});

function hasDrums({ notes }: MidiFile): boolean {
  return notes.some(({ channel }) => channel === 9);
}
