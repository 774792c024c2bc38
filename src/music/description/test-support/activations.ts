/** Activations as the note network would give for notes that are known: for tests. */
import {
  contourBinCount,
  contourBinsPerSemitone,
  keyCount,
  lowestKey,
  type PitchActivations,
} from '../pitch-activations.js';

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
