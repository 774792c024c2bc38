import { describe, expect, it } from 'vitest';
import { noteEvents } from '../description/note-events.js';
import {
  activationsOf,
  type KnownNote,
  testFramesPerSecond,
} from '../description/test-support/activations.js';
import { coverSong } from './grid.js';
import { onsetEvidence } from './onset-evidence.js';
import { findRhythm } from './rhythm.js';

/** A bass note and a chord on every first beat, single notes on the others; the chord changes every bar. */
function bars(bpm: number, meter: number, count: number, startSeconds: number): KnownNote[] {
  const beat = 60 / bpm;
  const roots = [0, 9, 5, 7];
  return Array.from({ length: count * meter }, (_, i) => {
    const root = roots[Math.floor(i / meter) % 4]!;
    const start = startSeconds + i * beat;
    if (i % meter !== 0) {
      return [
        {
          startSeconds: start,
          endSeconds: start + beat * 0.7,
          midi: 60 + root + (i % 2 === 0 ? 7 : 4),
          level: 0.5,
        },
      ];
    }
    return [36 + root, 60 + root, 64 + root, 67 + root].map((midi) => ({
      startSeconds: start,
      endSeconds: start + beat * (meter - 0.1),
      midi,
      level: 0.9,
    }));
  }).flat();
}

function hear(notes: readonly KnownNote[], seconds: number) {
  const activations = activationsOf(notes, seconds);
  const silentFlux = {
    framesPerSecond: testFramesPerSecond,
    full: new Float32Array(activations.frames),
    low: new Float32Array(activations.frames),
  };
  return findRhythm(onsetEvidence(silentFlux, activations), activations, noteEvents(activations));
}

describe('rhythm', () => {
  it.each([
    [72, 4],
    [90, 4],
    [100, 4],
    [84, 3],
    [96, 3],
  ] as const)('finds the beats and bars of %i BPM in %i', (bpm, meter) => {
    const start = 0.4;
    const count = 16;
    const seconds = start + (count * meter * 60) / bpm + 1;
    const rhythm = hear(bars(bpm, meter, count, start), seconds);
    expect(rhythm).not.toBeNull();
    expect(rhythm!.meter).toBe(meter);
    expect(Math.abs(rhythm!.bpm / bpm - 1)).toBeLessThan(0.02);
    const times = rhythm!.downbeats.map((beat) => rhythm!.beatFrames[beat]! / testFramesPerSecond);
    const expected = Array.from({ length: count }, (_, i) => start + (i * meter * 60) / bpm);
    const hit = expected.filter((time) => times.some((found) => Math.abs(found - time) < 0.07));
    expect(hit.length).toBeGreaterThanOrEqual(count - 1);
    expect(times.length).toBeLessThanOrEqual(count + 2);
  });

  it('has no beat in silence', () => {
    expect(hear([], 20)).toBeNull();
  });

  it('finds the clicks of a track without any pitch', () => {
    const frames = Math.round(30 * testFramesPerSecond);
    const flux = new Float32Array(frames);
    for (let click = 0; click * 0.6 < 30; click++) flux[Math.round(click * 0.6 * testFramesPerSecond)] = 10;
    const activations = activationsOf([], 30);
    const onset = { framesPerSecond: testFramesPerSecond, full: flux, low: new Float32Array(frames) };
    const rhythm = findRhythm(onsetEvidence(onset, activations), activations, []);
    expect(Math.abs(rhythm!.bpm / 100 - 1)).toBeLessThan(0.02);
    for (const frame of rhythm!.beatFrames.slice(1, -1)) {
      const clicks = frame / testFramesPerSecond / 0.6;
      expect(Math.abs(clicks - Math.round(clicks)) * 0.6).toBeLessThan(0.03);
    }
  });
});

describe('the beat grid', () => {
  it('is carried on to the first and the last sound, bars in step', () => {
    const { beats, downbeats } = coverSong([2, 2.5, 3, 3.5, 4], [1], 4, 0.1, 6.2);
    expect(beats[0]).toBeLessThanOrEqual(0.1);
    expect(beats.at(-1)).toBeGreaterThanOrEqual(6.2);
    expect(downbeats.map((index) => beats[index])).toEqual([0.5, 2.5, 4.5, 6.5]);
  });

  it('leaves out what was counted in silence', () => {
    const { beats, downbeats } = coverSong([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 4, 8], 4, 2.5, 6.5);
    expect(beats).toEqual([2, 3, 4, 5, 6, 7]);
    expect(downbeats.map((index) => beats[index])).toEqual([4]);
  });
});
