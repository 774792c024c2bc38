import { describe, expect, it } from 'vitest';
import {
  activationsOf,
  type KnownNote,
  testFramesPerSecond,
} from '../description/test-support/activations.js';
import { chordName } from '../song-description.js';
import { chordLabel, chordPath, chordScores } from './chords.js';
import { chromaBetween } from './chroma.js';
import { findKey } from './key.js';
import { tuningFrom } from './tuning.js';

const beatSeconds = 0.5;

/** Triads with the root doubled in the bass, `beats` beats each. */
function progression(chords: readonly { root: number; minor: boolean }[], beats: number): KnownNote[] {
  return chords.flatMap(({ root, minor }, i) => {
    const startSeconds = i * beats * beatSeconds;
    const endSeconds = startSeconds + beats * beatSeconds;
    return [36 + root, 60 + root, 60 + root + (minor ? 3 : 4), 60 + root + 7].map((midi) => ({
      startSeconds,
      endSeconds,
      midi,
    }));
  });
}

function decode(notes: readonly KnownNote[], beats: number): string[] {
  const boundaries = Array.from({ length: beats + 1 }, (_, i) => i * beatSeconds * testFramesPerSecond);
  const activations = activationsOf(notes, beats * beatSeconds);
  return Array.from(
    chordPath(chordScores(chromaBetween(activations, boundaries)), (i) => i % 4 === 0),
    chordLabel,
  );
}

describe('chords', () => {
  it('names every major and minor triad', () => {
    const chords = Array.from({ length: 24 }, (_, i) => ({ root: (i * 7) % 12, minor: i >= 12 }));
    const found = decode(progression(chords, 4), 96);
    chords.forEach(({ root, minor }, i) => {
      const expected = chordName(root, minor ? 'min' : 'maj');
      expect(found.slice(i * 4, i * 4 + 4)).toEqual([expected, expected, expected, expected]);
    });
  });

  it('says N where nothing sounds', () => {
    expect(decode([], 8)).toEqual(new Array(8).fill('N'));
  });

  it('keeps a chord through a passing note', () => {
    const notes = progression([{ root: 0, minor: false }], 8);
    notes.push({ startSeconds: 1.5, endSeconds: 2, midi: 74 });
    expect(decode(notes, 8)).toEqual(new Array(8).fill('C:maj'));
  });
});

describe('key', () => {
  it.each([0, 3, 7, 11])('finds a major key and its parallel minor on %i from scale and chords', (tonic) => {
    for (const mode of ['major', 'minor'] as const) {
      const scale = mode === 'major' ? [0, 2, 4, 5, 7, 9, 11] : [0, 2, 3, 5, 7, 8, 10];
      const durations = new Float32Array(12);
      for (const step of scale) durations[(tonic + step) % 12] = step === 0 ? 3 : step === 7 ? 2 : 1;
      const chords = new Float32Array(24);
      const states = mode === 'major' ? [0, 5, 7] : [12, 17, 19];
      for (const state of states) chords[(((state % 12) + tonic) % 12) + (state >= 12 ? 12 : 0)] = 4;
      expect(findKey(durations, chords, [])).toMatchObject({ tonic, mode });
    }
  });

  it('is null where nothing sounds', () => {
    expect(findKey(new Float32Array(12), new Float32Array(24), [])).toBeNull();
  });
});

describe('tuning', () => {
  it.each([-48, -20, 0, 15, 49])('finds a heap of partials at %i cents', (cents) => {
    const histogram = new Float64Array(100);
    for (let offset = -6; offset <= 6; offset++)
      histogram[(cents + 50 + offset + 100) % 100] = 7 - Math.abs(offset);
    expect(tuningFrom(histogram)).toBeCloseTo(cents, 0);
  });

  it('is 0 for silence', () => {
    expect(tuningFrom(new Float64Array(100))).toBe(0);
  });
});
