/**
 * One curve that says where something begins: spectral flux (drums, consonants) and the network's note onsets
 * (soft instruments), each relative to its own surroundings, bass counted double because it carries the beat.
 */
import type { OnsetStrength } from '../../signal/onset-flux.js';
import { keyCount, type PitchActivations } from '../description/pitch-activations.js';
import { minBeatSeconds } from '../song-description.js';

export interface OnsetEvidence {
  readonly framesPerSecond: number;
  /** Zero mean, unit deviation over the sounding parts, smoothed over about 50 ms. */
  readonly all: Float32Array;
  /** Its parts, and those of what sounds below about 180 Hz, each by itself. */
  readonly fluxAll: Float32Array;
  readonly fluxLow: Float32Array;
  readonly noteAll: Float32Array;
  readonly noteLow: Float32Array;
  /** False where nothing ever begins: silence, or one held sound. */
  readonly isEmpty: boolean;
}

/** Keys up to F#3 (MIDI 54) count as bass. */
const bassKeys = 33;
const averagingSeconds = 3;

export function onsetEvidence(onset: OnsetStrength, activations: PitchActivations): OnsetEvidence {
  const frames = Math.min(onset.full.length, Math.max(activations.frames, 1));
  const noteAll = new Float32Array(frames);
  const noteLow = new Float32Array(frames);
  for (let frame = 0; frame < Math.min(frames, activations.frames); frame++) {
    let all = 0;
    let low = 0;
    for (let key = 0; key < keyCount; key++) {
      const value = activations.onsets[frame * keyCount + key]!;
      // The network's floor is about 25 of 255 everywhere.
      if (value < 50) continue;
      all += value;
      if (key < bassKeys) low += value;
    }
    noteAll[frame] = all + low;
    noteLow[frame] = low;
  }
  const { framesPerSecond } = onset;
  const window = Math.round(averagingSeconds * framesPerSecond);
  const full = onset.full.subarray(0, frames);
  const isEmpty = !(deviation(full) > 1e-6) && !(deviation(noteAll) > 1e-6);
  const fluxAll = standardised(smooth(full), window);
  const fluxLow = standardised(smooth(onset.low.subarray(0, frames)), window);
  const notesAll = standardised(smooth(noteAll), window);
  const notesLow = standardised(smooth(noteLow), window);
  return {
    framesPerSecond,
    all: fluxAll.map((value, i) => value + notesAll[i]!),
    fluxAll,
    fluxLow,
    noteAll: notesAll,
    noteLow: notesLow,
    isEmpty,
  };
}

/** Whether anything begins, and the music is long enough for a beat. */
export const mayHaveBeats = ({ isEmpty, all, framesPerSecond }: OnsetEvidence): boolean =>
  !isEmpty && all.length >= minBeatSeconds * framesPerSecond;

/** Binomial smoothing over five frames. */
function smooth(values: Float32Array): Float32Array {
  const smoothed = new Float32Array(values.length);
  const at = (i: number): number => values[Math.min(values.length - 1, Math.max(0, i))]!;
  for (let i = 0; i < values.length; i++) {
    smoothed[i] = (at(i - 2) + at(i + 2) + 4 * (at(i - 1) + at(i + 1)) + 6 * at(i)) / 16;
  }
  return smoothed;
}

function deviation(values: Float32Array): number {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / Math.max(1, values.length);
  return Math.sqrt(Math.max(0, squares / Math.max(1, values.length) - mean * mean));
}

/** (value − local mean) / global deviation, at most 6; zeros for a curve that never changes. */
function standardised(values: Float32Array, window: number): Float32Array {
  const result = new Float32Array(values.length);
  const spread = deviation(values);
  if (!(spread > 1e-9)) return result;
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  for (let i = 0; i < values.length; i++) {
    const from = Math.max(0, i - window);
    const to = Math.min(values.length, i + window + 1);
    const mean = (sums[to]! - sums[from]!) / (to - from);
    result[i] = Math.min(6, (values[i]! - mean) / spread);
  }
  return result;
}
