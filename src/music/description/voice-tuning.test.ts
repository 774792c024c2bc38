import { expect, it } from 'vitest';
import { vocalPitchOf } from './test-support/activations.js';
import { voiceTuning } from './voice-tuning.js';

/** A scale sung by a part of a semitone off A4 = 440 Hz. */
const scale = (off: number) => vocalPitchOf((seconds) => 57 + (Math.floor(2 * seconds) % 8) + off, 12);

it('finds by how many cents a voice is off, on the side of the band’s tuning', () => {
  for (const off of [-0.4, -0.15, 0, 0.2, 0.33]) {
    expect(voiceTuning(scale(off), 0, 0)).toBeCloseTo(100 * off, -1);
    expect(voiceTuning(scale(off), 40, 0) - 40).toBeGreaterThanOrEqual(-50);
    expect(voiceTuning(scale(off), 40, 0) - 40).toBeLessThanOrEqual(50);
  }
});

it('is the band’s where nobody sings, and near it where the voice is anywhere between the semitones', () => {
  expect(
    voiceTuning(
      vocalPitchOf(() => Number.NaN, 12),
      17,
      0.05,
    ),
  ).toBe(17);
  const gliding = vocalPitchOf((seconds) => 50 + seconds, 12);
  expect(Math.abs(voiceTuning(gliding, 17, 0.3) - 17)).toBeLessThan(8);
});

it('is drawn to the band’s by the pull', () => {
  const free = voiceTuning(scale(0.3), 0, 0);
  const drawn = voiceTuning(scale(0.3), 0, 0.5);
  expect(drawn).toBeGreaterThan(2);
  expect(drawn).toBeLessThan(free - 5);
});
