import { describe, expect, it } from 'vitest';
import type { HeardBars } from '../rhythm/bar-activations.js';
import { barFeatures } from '../rhythm/bar-features.js';
import type { SongNote } from '../song-description.js';
import { type MidiSong, readMidiSong } from './midi-song.js';
import { mayBeHeard, type PlayedGrid, playedGrid, playingOf } from './played-grid.js';
import { type SoundingFile, soundingFile } from './sounding-file.js';
import { generateMelody, writeMidi } from './test-support/melodies.js';

const bars = 24;
const roots = [48, 53, 55, 48, 45, 50, 55, 43];

/** Four beats to a bar: a chord on each, a tune in eighths. */
function accompanied(): SongNote[] {
  return Array.from({ length: 4 * bars }, (_, beat) => {
    const root = roots[(beat >> 2) % roots.length]!;
    const note = (onsetBeats: number, midiPitch: number): SongNote => ({
      onsetBeats,
      durationBeats: 0.45,
      midiPitch,
      salience: 1,
    });
    return [0, 4, 7]
      .map((step) => note(beat, root + step))
      .concat([note(beat, root + 24 + (beat % 3)), note(beat + 0.5, root + 26 - (beat % 2))]);
  }).flat();
}

const song = (placed: (beat: number) => number, notes = accompanied(), options = {}): MidiSong =>
  readMidiSong(
    writeMidi(
      notes.map((note) => ({ ...note, onsetBeats: placed(note.onsetBeats) })),
      options,
    ),
  );

/** What a network answers that is certain of each beat, in frames of its own, and of the first of each four. */
function certainBars(beats: readonly number[], { onsets, activations, bands }: SoundingFile): HeardBars {
  const { frames } = bands;
  const [beat, downbeat] = [new Float32Array(frames).fill(-6), new Float32Array(frames).fill(-6)];
  for (const [place, frame] of beats.entries()) {
    const at = Math.round(frame);
    if (at < frames) (place % 4 === 0 ? downbeat : beat)[at] = 5;
  }
  const features = barFeatures(onsets, activations, bands);
  return { framesPerSecond: 22_050 / 512, frames, beat, downbeat, features };
}

/** The grid where the network finds beats at these seconds. */
function gridOf(midi: MidiSong, beatSeconds: readonly number[]): PlayedGrid {
  const sounding = soundingFile(midi.file);
  const heard = certainBars(
    beatSeconds.map((seconds) => (seconds * 22_050) / 512),
    sounding,
  );
  return playedGrid(midi, playingOf(midi), sounding, heard)!;
}

describe('how the notes of a file lie to its beats', () => {
  it('is as written where they begin on them, with a pianist rubato in the tempo map or without', () => {
    expect(playingOf(song((beat) => beat))).toBe('as written');
    expect(playingOf(song((beat) => beat + 0.01 * Math.sin(9 * beat)))).toBe('as written');
  });

  it('is at the written tempo where they are late by the same, or where every beat has a bar line', () => {
    expect(playingOf(song((beat) => beat + 0.4))).toBe('at the written tempo');
    expect(playingOf(song((beat) => beat, accompanied(), { numerator: 1 }))).toBe('at the written tempo');
  });

  it('is at another tempo where they keep to none that is written', () => {
    expect(playingOf(song((beat) => 1.237 * beat))).toBe('at another tempo');
  });

  it('is as written of a line alone at another tempo', () => {
    expect(playingOf(song((beat) => 1.237 * beat, generateMelody(4, 60)))).toBe('as written');
  });

  it('is not asked where a few notes lie far apart, and of hours', () => {
    expect(mayBeHeard(song((beat) => beat))).toBe(true);
    expect(mayBeHeard(song((beat) => 100 * beat))).toBe(false);
    expect(mayBeHeard(song((beat) => beat + 7200))).toBe(false);
  });
});

describe('the beats of notes that were played', () => {
  it('lie where the network finds them, and bars begin there', () => {
    const placed = (beat: number): number => 2 + 1.1 * beat + 0.002 * beat ** 2;
    const seconds = Array.from({ length: 4 * bars }, (_, beat) => placed(beat) / 2);
    const grid = gridOf(song(placed), seconds);
    expect(grid.meter).toBe(4);
    for (const [place, time] of grid.seconds.slice(0, 4 * bars - 8).entries())
      expect(Math.abs(time - seconds[place]!)).toBeLessThan(0.06);
    expect(grid.downbeats.slice(0, 4)).toEqual([0, 4, 8, 12]);
  });

  it('are as steady as the notes, however roughly the network finds them', () => {
    const placed = (beat: number): number => 1.237 * (beat + 0.4);
    const exact = Array.from({ length: 4 * bars }, (_, beat) => placed(beat) / 2);
    const rough = exact.map((time, beat) => time + 0.03 * Math.sin(7 * beat));
    const { seconds } = gridOf(song(placed), rough);
    for (const [place, time] of seconds.slice(0, 4 * bars).entries())
      expect(Math.abs(time - exact[place]!)).toBeLessThan(0.012);
  });

  it('are counted at the tempo of the file where the notes keep to it, though the network hears every second one', () => {
    const placed = (beat: number): number => beat + 0.4;
    const halves = Array.from({ length: 2 * bars }, (_, beat) => placed(2 * beat) / 2);
    const { seconds } = gridOf(song(placed), halves);
    expect(seconds[9]! - seconds[1]!).toBeCloseTo(4, 2);
  });

  it('are as many as were found where the tempo of the file changes a thousandfold', () => {
    // 8 ticks a second for 200 seconds, then 48,000.
    const tempos = [
      { tick: 0, microsecondsPerQuarter: 60_000_000 },
      { tick: 1600, microsecondsPerQuarter: 10_000 },
    ];
    const at = (second: number): number => (second < 200 ? 8 * second : 1600 + 48_000 * (second - 200));
    const seconds = Array.from({ length: 220 }, (_, second) => second);
    const notes = seconds.flatMap((second) =>
      [48, 52, 55].map((pitch) => ({
        startTick: at(second),
        endTick: at(second) + 4,
        pitch,
        velocity: 90,
        channel: 0,
        track: 0,
        program: 0,
      })),
    );
    const midi = song((beat) => beat);
    const grid = gridOf({ ...midi, file: { ...midi.file, ticksPerQuarter: 480, notes, tempos } }, seconds);
    expect(grid.seconds.length).toBeGreaterThan(100);
    expect(grid.seconds.length).toBeLessThan(500);
  });

  it('are none of notes among which nothing is found', () => {
    const midi = song((beat) => 1.237 * beat);
    const sounding = soundingFile(midi.file);
    expect(
      playedGrid(midi, 'at another tempo', sounding, {
        ...certainBars([], sounding),
        frames: 0,
      }),
    ).toBeNull();
  });
});
