import { describe, expect, it } from 'vitest';
import { lowestMelodyMidi, vocalLandscape } from './landscapes.js';
import { beginningFeatureNames, beginningRows, type FollowedLine } from './note-beginnings.js';
import {
  activationsOf,
  silentCentre,
  testFramesPerSecond,
  vocalPitchOf,
} from './test-support/activations.js';

const seconds = 3;
/** D4 from 0.5 s on, F4 from 1.5 s to 2.5 s. */
const pitchAt = (time: number): number => (time < 0.5 || time >= 2.5 ? Number.NaN : time < 1.5 ? 62 : 65);
const vocalPitch = vocalPitchOf(pitchAt, seconds);
const stepAt = (time: number): number => Math.round((time * testFramesPerSecond) / 2);
const activations = activationsOf(
  [
    { startSeconds: 0.5, endSeconds: 1.5, midi: 62 },
    { startSeconds: 1.5, endSeconds: 2.5, midi: 65 },
  ],
  seconds,
);
const line: FollowedLine = {
  bins: Int16Array.from({ length: vocalPitch.frames }, (_, step) => {
    const pitch = pitchAt((2 * step) / testFramesPerSecond);
    return Number.isNaN(pitch) ? -1 : pitch - lowestMelodyMidi;
  }),
  landscape: vocalLandscape(vocalPitch, 0),
  lowestMidi: lowestMelodyMidi,
};
const nothing = new Float32Array(activations.frames);
const { columns, values } = beginningRows(line, {
  activations,
  vocalPitch,
  centre: silentCentre(seconds),
  onsets: { fluxAll: nothing, fluxLow: nothing, noteAll: nothing },
});

/** By name. */
function measuredAt(time: number): Record<string, number> {
  const row = values.subarray(stepAt(time) * columns, (stepAt(time) + 1) * columns);
  return Object.fromEntries(beginningFeatureNames.map((name, at) => [name, row[at]!]));
}

describe('what is measured at the steps of a line', () => {
  it('has one finite number for each step and name, each name once', () => {
    expect(new Set(beginningFeatureNames).size).toBe(beginningFeatureNames.length);
    expect(columns).toBe(beginningFeatureNames.length);
    expect(values).toHaveLength(columns * line.bins.length);
    expect(values.every(Number.isFinite)).toBe(true);
  });

  it('shows how far and in which direction the pitch moves', () => {
    expect(measuredAt(1.5 + 4 / (testFramesPerSecond / 2))['movement-8']).toBeCloseTo(3, 1);
    expect(measuredAt(1.5 + 4 / (testFramesPerSecond / 2))['distance-8']).toBeCloseTo(3, 1);
    const around = [-1, 0, 1].map((at) => measuredAt(1.5 + (2 * at) / testFramesPerSecond)['line-step']!);
    expect(Math.max(...around)).toBe(3);
    for (const name of ['movement-8', 'distance-8', 'line-step'])
      expect(measuredAt(1.2)[name]).toBeCloseTo(0, 1);
  });

  it('shows where a voice and a key begin, and holds the last pitch where the line is silent', () => {
    expect(measuredAt(0.4).voice).toBeLessThan(0.1);
    expect(measuredAt(0.6).voice).toBeGreaterThan(0.8);
    expect(measuredAt(0.5).onset).toBeGreaterThan(0.4);
    expect(measuredAt(1).onset).toBeLessThan(0.2);
    expect([0.2, 1, 2.8].map((time) => measuredAt(time).silent)).toEqual([1, 0, 1]);
    // What is heard of its key while F4 sounds, and not of D4's.
    expect(measuredAt(2).key).toBeGreaterThan(0.7);
    expect(measuredAt(2.8)['movement-1']).toBe(0);
  });
});
