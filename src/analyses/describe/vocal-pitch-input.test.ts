import { describe, expect, it } from 'vitest';
import { contourBinCount, keyCount } from '../../music/description/pitch-activations.js';
import { spectrumBandCount } from '../../signal/centre-salience.js';
import {
  margin,
  reach,
  shownBands,
  shownFrames,
  VocalPitchInput,
  windowFrames,
} from './vocal-pitch-input.js';

const frames = 300;
const silentStep = 0;
/** −20 dB, of half decibels from −60. */
const loudStep = 80;
const bandsBelow = 36;

function recording(step: number): VocalPitchInput {
  const mix = new Uint8Array(frames * spectrumBandCount).fill(step);
  const centre = new Uint8Array(frames * spectrumBandCount).fill(silentStep);
  const contours = new Uint8Array(2 * frames * contourBinCount);
  // C2 in tune, in the second of two frames.
  contours[(2 * 40 + 1) * contourBinCount + 46] = 255;
  const activations = {
    framesPerSecond: 86,
    frames: 2 * frames,
    notes: new Uint8Array(2 * frames * keyCount),
    onsets: new Uint8Array(2 * frames * keyCount),
    contours,
  };
  return new VocalPitchInput({ frames, mix, centre }, activations);
}

const valueAt = ({ values }: VocalPitchInput, channel: number, row: number, band: number): number =>
  values[(channel * shownFrames + row) * shownBands + bandsBelow + band]!;

describe('what the vocal pitch network is shown', () => {
  it('is each level against the mean power of the window, whatever the level of the recording', () => {
    for (const step of [loudStep, loudStep + 40]) {
      const input = recording(step);
      input.show(0);
      // What is as loud as the mean is 15 dB above the middle, of which 20 dB are 1.
      expect(valueAt(input, 0, 0, 0)).toBeCloseTo(0.75, 3);
      expect(valueAt(input, 0, shownFrames - 1, spectrumBandCount - 1)).toBeCloseTo(0.75, 3);
    }
  });

  it('is silence before the recording and behind it, and 0 where no band is', () => {
    const input = recording(loudStep);
    input.show(-margin);
    const [silence, sound] = [(-60 + 20 + 15) / 20, 0.75];
    expect(valueAt(input, 0, reach - 1, 5)).toBeCloseTo(silence, 3);
    expect(valueAt(input, 0, reach, 5)).toBeCloseTo(sound, 3);
    expect(valueAt(input, 0, reach, -1)).toBe(0);
    expect(valueAt(input, 0, reach, spectrumBandCount)).toBe(0);
    input.show(frames - windowFrames + margin);
    expect(valueAt(input, 0, shownFrames - reach - 1, 5)).toBeCloseTo(sound, 3);
    expect(valueAt(input, 0, shownFrames - reach, 5)).toBeCloseTo(silence, 3);
  });

  it('holds of two frames of contours the larger, and nothing of the window before', () => {
    const input = recording(loudStep);
    input.show(0);
    expect(valueAt(input, 2, 40 - margin + reach, 0)).toBe(1);
    expect(valueAt(input, 2, 41 - margin + reach, 0)).toBe(0);
    input.show(100);
    expect(input.values.subarray(2 * shownFrames * shownBands).every((value) => value === 0)).toBe(true);
  });
});
