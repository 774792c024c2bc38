import { describe, expect, it } from 'vitest';
import { type SpectrumBands, spectrumBandCount } from '../../signal/centre-salience.js';
import { activationsOf, testFramesPerSecond } from '../description/test-support/activations.js';
import { barFeatureCount, barFeatureNames, barFeatures } from './bar-features.js';
import { onsetEvidence } from './onset-evidence.js';

const seconds = 12;
/** C major for six seconds, then F minor; a note of each begins every half second. */
const notes = Array.from({ length: 20 }, (_, at) => ({
  startSeconds: 1 + at / 2,
  endSeconds: 1.4 + at / 2,
  midi: (at < 10 ? [48, 60, 64, 67] : [41, 60, 65, 68])[at % 4]!,
}));
const activations = activationsOf(notes, seconds);
const flat = new Float32Array(activations.frames).fill(0.1);
const onset = {
  framesPerSecond: testFramesPerSecond,
  full: flat.map((_, frame) =>
    notes.some(({ startSeconds }) => Math.round(startSeconds * testFramesPerSecond) === frame) ? 1 : 0,
  ),
  low: flat,
};

/** All bands at one level, louder from the seventh second on, in steps of half a decibel. */
function bandsOf(level: number): SpectrumBands {
  const frames = Math.ceil(activations.frames / 2);
  const mix = new Uint8Array(frames * spectrumBandCount).fill(level);
  mix.fill(level + 20, Math.round((7 * testFramesPerSecond) / 2) * spectrumBandCount);
  return { frames, mix, centre: mix };
}

const featuresAt = (level: number): Float32Array =>
  barFeatures(onsetEvidence(onset, activations), activations, bandsOf(level));
const features = featuresAt(100);
const value = (atSeconds: number, name: string): number =>
  features[
    Math.round((atSeconds * testFramesPerSecond) / 2) * barFeatureCount + barFeatureNames.indexOf(name)
  ]!;

describe('the features of bars', () => {
  it('have one row a frame of the spectrum and a name for each column', () => {
    expect(features.length).toBe(Math.ceil(activations.frames / 2) * barFeatureNames.length);
    expect(new Set(barFeatureNames).size).toBe(barFeatureCount);
    expect(features.every(Number.isFinite)).toBe(true);
  });

  it('are the same however loud the recording is', () => {
    const louder = featuresAt(140);
    const largest = features.reduce((most, one, at) => Math.max(most, Math.abs(one - louder[at]!)), 0);
    expect(largest).toBeLessThan(1e-3);
  });

  it('show where it becomes louder, and nothing where it does not', () => {
    expect(value(7, 'rise-5')).toBeGreaterThan(0.3);
    expect(value(6, 'rise-5')).toBe(0);
    expect(value(7, 'colour-change-22')).toBeGreaterThan(value(4, 'colour-change-22'));
  });

  it('show onsets and pitch classes where notes begin', () => {
    expect(value(1, 'note-onsets')).toBeGreaterThan(value(1.3, 'note-onsets'));
    expect(value(1, 'bass-onset-0')).toBeGreaterThan(0.5);
    expect(value(1.5, 'onset-0')).toBeGreaterThan(0.5);
    expect(value(1.5, 'bass-onset-0')).toBe(0);
  });

  it('show where the harmony changes, most of all over the longest spans', () => {
    expect(value(6, 'harmony-change-86')).toBeGreaterThan(2 * value(4, 'harmony-change-86'));
  });
});
