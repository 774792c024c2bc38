/** Activations as the note network would give for notes that are known: for tests. */
import { type CentreSalience, salienceBinCount, timbreBandCount } from '../../../signal/centre-salience.js';
import { type LeadingPitch, leadingPitchCount, leadingPitchLowestMidi } from '../leading-pitch.js';
import {
  contourBinCount,
  contourBinsPerSemitone,
  keyCount,
  lowestKey,
  type PitchActivations,
} from '../pitch-activations.js';
import {
  type VocalPitch,
  vocalPitchBinCount,
  vocalPitchBinsPerSemitone,
  vocalPitchLowestMidi,
} from '../vocal-pitch.js';

export interface KnownNote {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly midi: number;
  /** 0 … 1; 0.8 where absent. */
  readonly level?: number;
}

export const testFramesPerSecond = 22_050 / 256;

export function activationsOf(notes: readonly KnownNote[], durationSeconds: number): PitchActivations {
  const frames = Math.ceil(durationSeconds * testFramesPerSecond);
  const activations: PitchActivations = {
    framesPerSecond: testFramesPerSecond,
    frames,
    notes: new Uint8Array(frames * keyCount).fill(25),
    onsets: new Uint8Array(frames * keyCount).fill(25),
    contours: new Uint8Array(frames * contourBinCount),
  };
  for (const { startSeconds, endSeconds, midi, level = 0.8 } of notes) {
    const key = midi - lowestKey;
    const start = Math.round(startSeconds * testFramesPerSecond);
    const end = Math.min(frames, Math.round(endSeconds * testFramesPerSecond));
    for (let frame = start; frame < end; frame++) {
      activations.notes[frame * keyCount + key] = level * 255;
      activations.contours[frame * contourBinCount + key * contourBinsPerSemitone + 1] = level * 255;
    }
    for (const [offset, share] of [
      [-1, 0.5],
      [0, 1],
      [1, 0.6],
    ] as const) {
      const frame = start + offset;
      if (frame >= 0 && frame < frames) activations.onsets[frame * keyCount + key] = share * level * 255;
    }
  }
  return activations;
}

/** A stereo centre in which nothing sounds. */
export function silentCentre(durationSeconds: number): CentreSalience {
  const framesPerSecond = testFramesPerSecond / 2;
  const frames = Math.ceil(durationSeconds * framesPerSecond);
  return {
    framesPerSecond,
    frames,
    salience: new Float32Array(frames * salienceBinCount),
    mixSalience: new Float32Array(frames * salienceBinCount),
    timbre: new Float32Array(frames * timbreBandCount),
    tuningHistogram: new Float64Array(100),
    sideShare: 0,
  };
}

/** As the vocal pitch network would give for one voice that sings `pitchAt` (MIDI, NaN for silence). */
export function vocalPitchOf(pitchAt: (seconds: number) => number, durationSeconds: number): VocalPitch {
  const framesPerSecond = testFramesPerSecond / 2;
  const frames = Math.ceil(durationSeconds * framesPerSecond);
  const pitches = new Uint8Array(frames * vocalPitchBinCount).fill(1);
  const voiced = new Uint8Array(frames).fill(8);
  for (let frame = 0; frame < frames; frame++) {
    const at = (pitchAt(frame / framesPerSecond) - vocalPitchLowestMidi) * vocalPitchBinsPerSemitone;
    if (Number.isNaN(at)) continue;
    voiced[frame] = 240;
    for (let bin = Math.floor(at) - 2; bin <= at + 3; bin++)
      pitches[frame * vocalPitchBinCount + bin] = 90 * Math.exp(-0.5 * (bin - at) ** 2);
  }
  return { framesPerSecond, frames, pitches, voiced };
}

/** As the leading-line network would give where `line` leads. */
export function leadingPitchOf(line: readonly KnownNote[], durationSeconds: number): LeadingPitch {
  const framesPerSecond = testFramesPerSecond / 2;
  const frames = Math.ceil(durationSeconds * framesPerSecond);
  const pitches = new Uint8Array(frames * leadingPitchCount).fill(1);
  const sounding = new Uint8Array(frames).fill(4);
  for (const { startSeconds, endSeconds, midi } of line) {
    const end = Math.min(frames, Math.round(endSeconds * framesPerSecond));
    for (let frame = Math.round(startSeconds * framesPerSecond); frame < end; frame++) {
      pitches[frame * leadingPitchCount + midi - leadingPitchLowestMidi] = 200;
      sounding[frame] = 245;
    }
  }
  return { framesPerSecond, frames, pitches, sounding };
}
