/**
 * Where a sung line may run: for every frame and semitone how much speaks for it, by the geometric mean of two
 * estimates. One is of all that sounds: the note network says what does, the salience of the stereo centre what does so
 * with strong harmonics in the middle, where voices are mixed, and a gentle preference for the register of voices
 * decides the rest. The other is the vocal pitch network's, which has learnt to know a voice among instruments.
 */
import { type CentreSalience, salienceBinCount, salienceLowestMidi } from '../../signal/centre-salience.js';
import type { Landscape } from './melody-track.js';
import {
  contourBinCount,
  contourBinsPerSemitone,
  keyCount,
  lowestKey,
  type PitchActivations,
} from './pitch-activations.js';
import {
  type VocalPitch,
  vocalPitchBinCount,
  vocalPitchBinsPerSemitone,
  vocalPitchLowestMidi,
} from './vocal-pitch.js';

/** A frame of a landscape is two of the network's. */
export const framesPerStep = 2;
/** Landscapes reach from E2 (MIDI 40) to C6 (MIDI 84). */
export const lowestMelodyMidi = 40;
export const melodyWidth = 45;

const vocalCentreMidi = 62;
const vocalSpread = 11;

export function vocalLandscape(
  activations: PitchActivations,
  centre: CentreSalience,
  vocalPitch: VocalPitch,
  tuningCents: number,
): Landscape {
  const frames = Math.min(Math.floor(activations.frames / framesPerStep), centre.frames, vocalPitch.frames);
  const values = new Float32Array(frames * melodyWidth);
  const shift = Math.round((tuningCents / 100) * contourBinsPerSemitone);
  const active = new Float32Array(melodyWidth);
  const register = Float32Array.from({ length: melodyWidth }, (_, i) =>
    Math.exp(-0.5 * ((lowestMelodyMidi + i - vocalCentreMidi) / vocalSpread) ** 2),
  );
  for (let frame = 0; frame < frames; frame++) {
    activeKeys(activations, frame * framesPerStep, shift, active);
    const salience = centre.salience.subarray(frame * salienceBinCount, (frame + 1) * salienceBinCount);
    let loudest = 1e-9;
    for (const value of salience) if (value > loudest) loudest = value;
    for (let i = 0; i < melodyWidth; i++) {
      const bin = (lowestMelodyMidi + i - salienceLowestMidi) * contourBinsPerSemitone + shift;
      let harmonic = 0;
      for (let near = bin - 1; near <= bin + 1; near++) harmonic = Math.max(harmonic, salience[near] ?? 0);
      const share = harmonic / loudest;
      const sounding = active[i]! * share * share * register[i]!;
      values[frame * melodyWidth + i] = Math.sqrt(sounding * sung(vocalPitch, frame, i, shift));
    }
  }
  return { frames, width: melodyWidth, values };
}

/** Probability that a voice sounds in this frame and sings this semitone, which is three bins wide. */
function sung({ pitches, voiced }: VocalPitch, frame: number, semitone: number, shift: number): number {
  const bin = (lowestMelodyMidi + semitone - vocalPitchLowestMidi) * vocalPitchBinsPerSemitone + shift;
  const row = pitches.subarray(frame * vocalPitchBinCount, (frame + 1) * vocalPitchBinCount);
  const pitch = (row[bin - 1] ?? 0) + (row[bin] ?? 0) + (row[bin + 1] ?? 0);
  return (Math.min(1, pitch / 255) * voiced[frame]!) / 255;
}

/** Contour and note activation of each semitone over the two frames from `frame`, 0 … 1. */
function activeKeys(activations: PitchActivations, frame: number, shift: number, into: Float32Array): void {
  for (let i = 0; i < melodyWidth; i++) {
    const key = lowestMelodyMidi + i - lowestKey;
    let contour = 0;
    let note = 0;
    for (let step = 0; step < framesPerStep; step++) {
      const row = frame + step;
      for (let near = -1; near <= 1; near++) {
        const bin = key * contourBinsPerSemitone + 1 + shift + near;
        contour = Math.max(contour, activations.contours[row * contourBinCount + bin] ?? 0);
      }
      note = Math.max(note, activations.notes[row * keyCount + key] ?? 0);
    }
    into[i] = (0.5 * contour + 0.5 * note) / 255;
  }
}
