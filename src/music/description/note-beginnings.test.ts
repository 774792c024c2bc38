import { describe, expect, it } from 'vitest';
import { lowestMelodyMidi, vocalLandscape } from './landscapes.js';
import { beginningFeatureNames, beginningFeatures, type FollowedLine } from './note-beginnings.js';
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
const featuresOf = beginningFeatures(line, {
  activations,
  vocalPitch,
  centre: silentCentre(seconds),
  onsets: { fluxAll: new Float32Array(activations.frames) },
});

/** By name. */
function featuresAt(time: number): Record<string, number> {
  const row = new Float32Array(beginningFeatureNames.length);
  featuresOf(stepAt(time), row, 0);
  return Object.fromEntries(beginningFeatureNames.map((name, at) => [name, row[at]!]));
}

describe('what is measured of a step', () => {
  it('has one number for each name, each name once', () => {
    expect(new Set(beginningFeatureNames).size).toBe(beginningFeatureNames.length);
    const row = new Float32Array(beginningFeatureNames.length + 1).fill(-7);
    featuresOf(stepAt(1), row, 0);
    expect(row.at(-1)).toBe(-7);
    expect(row.slice(0, -1).every((value) => Number.isFinite(value) && value !== -7)).toBe(true);
  });

  it('shows how far the pitch moves, from before and from after', () => {
    const moved = featuresAt(1.5);
    expect(moved['from-before+3']).toBeCloseTo(3, 1);
    expect(moved['from-after-3']).toBeCloseTo(3, 1);
    expect(moved['from-before-3']).toBeCloseTo(0, 1);
    expect(Math.max(...[-1, 0, 1].map((at) => moved[`line-step${at < 0 ? at : `+${at}`}`]!))).toBe(3);
    const steady = featuresAt(1);
    for (const name of ['from-before+3', 'from-after-3', 'line-step+0'])
      expect(steady[name]).toBeCloseTo(0, 1);
  });

  it('shows where a voice and a key begin, and nothing moves beside silence', () => {
    const begun = featuresAt(0.5);
    expect(begun['voice-4']).toBeLessThan(0.1);
    expect(begun['voice+4']).toBeGreaterThan(0.8);
    expect(begun['onset+0']).toBeGreaterThan(0.4);
    expect(begun['from-before+2']).toBe(0);
    expect(featuresAt(1)['onset+0']).toBeLessThan(0.2);
  });

  it('is finite at both ends of a line', () => {
    for (const step of [0, line.bins.length - 1]) {
      const row = new Float32Array(beginningFeatureNames.length);
      featuresOf(step, row, 0);
      expect(row.every(Number.isFinite)).toBe(true);
    }
  });
});
