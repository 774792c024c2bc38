/** Where a sung line may run: for every frame and semitone the vocal pitch network's probability that a voice sings it. */
import type { Landscape } from './melody-track.js';
import {
  type VocalPitch,
  vocalPitchBinCount,
  vocalPitchBinsPerSemitone,
  vocalPitchLowestMidi,
} from './vocal-pitch.js';

/** A frame of a landscape is two of the note network's. */
export const framesPerStep = 2;
/** Landscapes reach from E2 (MIDI 40) to C6 (MIDI 84). */
export const lowestMelodyMidi = 40;
export const melodyWidth = 45;

/**
 * `tuningCents`: what the semitones lie at, against A4 = 440 Hz. A semitone is three bins wide, and where it begins within a
 * bin it has that share of it.
 */
export function vocalLandscape({ frames, pitches, voiced }: VocalPitch, tuningCents: number): Landscape {
  const values = new Float32Array(frames * melodyWidth);
  const shift = (tuningCents / 100) * vocalPitchBinsPerSemitone;
  const whole = Math.floor(shift);
  const part = shift - whole;
  const first = (lowestMelodyMidi - vocalPitchLowestMidi) * vocalPitchBinsPerSemitone + whole;
  for (let frame = 0; frame < frames; frame++) {
    const row = pitches.subarray(frame * vocalPitchBinCount, (frame + 1) * vocalPitchBinCount);
    for (let i = 0; i < melodyWidth; i++) {
      const bin = first + i * vocalPitchBinsPerSemitone;
      const pitch =
        (1 - part) * (row[bin - 1] ?? 0) + (row[bin] ?? 0) + (row[bin + 1] ?? 0) + part * (row[bin + 2] ?? 0);
      values[frame * melodyWidth + i] = (Math.min(1, pitch / 255) * voiced[frame]!) / 255;
    }
  }
  return { frames, width: melodyWidth, values };
}
