/**
 * What was heard around each step of a line, from which a small network says whether a note begins there. What lies between two
 * notes (a consonant, a stroke, a dip of the voice, a step of the pitch) takes less than a quarter of a second. A step is a frame of the landscapes: two of
 * the note network's, 23 ms.
 */
import { type CentreSalience, timbreBandCount } from '../../signal/centre-salience.js';
import type { OnsetEvidence } from '../rhythm/onset-evidence.js';
import { framesPerStep } from './landscapes.js';
import type { Landscape } from './melody-track.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';
import {
  type VocalPitch,
  vocalPitchBinCount,
  vocalPitchBinsPerSemitone,
  vocalPitchLowestMidi,
} from './vocal-pitch.js';

/** A line that is followed through a landscape. */
export interface FollowedLine {
  /** Of each step, the bin of the landscape, −1 for silence. */
  readonly bins: Int16Array;
  readonly landscape: Landscape;
  /** MIDI number of the first bin. */
  readonly lowestMidi: number;
}

export interface HeardLine {
  readonly activations: PitchActivations;
  readonly centre: Pick<CentreSalience, 'timbre'>;
  readonly vocalPitch: VocalPitch;
  /** Of the mix, also where the voice was taken out of it. */
  readonly onsets: Pick<OnsetEvidence, 'fluxAll'>;
}

/** Steps to each side. */
const contextSteps = 6;
/** Of a pitch, what lies this near the line counts, in bins of a third of a semitone. */
const nearBins = 5;
/** Farther apart, pitches are as different as can be. */
const farSemitones = 3;
const octave = 12;

/**
 * Probability of a voice, height of the landscape at the line, the highest onset of the line's key and its neighbours and of those an octave
 * above, the key's activation, log level, how far the timbre moves in four steps, spectral flux.
 */
const curveNames = ['voice', 'height', 'onset', 'octave-onset', 'key', 'level', 'change', 'flux'] as const;
/** In semitones: how far a step's pitch lies from the middle of those before, of those after, and how far the line moves to it. */
const distanceNames = ['from-before', 'from-after', 'line-step'] as const;
const offsets = Array.from({ length: 2 * contextSteps + 1 }, (_, at) => at - contextSteps);

/** Each at the steps from six before to six after. */
export const beginningFeatureNames: readonly string[] = [...curveNames, ...distanceNames].flatMap((name) =>
  offsets.map((offset) => `${name}${offset < 0 ? '' : '+'}${offset}`),
);

/** Features of a step, written from `at` on. */
export type FeaturesOfStep = (step: number, rows: Float32Array, at: number) => void;

/** Each step costs some 200 operations. */
export function beginningFeatures(line: FollowedLine, heard: HeardLine): FeaturesOfStep {
  const { bins } = line;
  const last = bins.length - 1;
  const pitch = pitchAlong(line, heard.vocalPitch);
  const curves = curvesAlong(line, heard);
  return (step, rows, at) => {
    let to = at;
    for (const curve of curves)
      for (const offset of offsets) rows[to++] = curve[Math.min(last, Math.max(0, step + offset))]!;
    for (const middle of [
      medianOf(pitch, step - contextSteps, step - 1),
      medianOf(pitch, step + 1, step + contextSteps),
    ])
      for (const offset of offsets) rows[to++] = distance(pitch[step + offset], middle);
    for (const offset of offsets)
      rows[to++] = distance(binAt(bins, step + offset), binAt(bins, step + offset - 1));
  };
}

/** 0 where one of them is silent. */
function distance(a = Number.NaN, b = Number.NaN): number {
  const apart = Math.abs(a - b);
  return Number.isNaN(apart) ? 0 : Math.min(farSemitones, apart);
}

const binAt = (line: Int16Array, step: number): number => ((line[step] ?? -1) < 0 ? Number.NaN : line[step]!);

/** In the order of `curveNames`. */
function curvesAlong({ bins, landscape, lowestMidi }: FollowedLine, heard: HeardLine): Float32Array[] {
  const { activations, centre, vocalPitch, onsets } = heard;
  const { values, width } = landscape;
  let bin = 0;
  const held = bins.map((here) => {
    bin = here < 0 ? bin : here;
    return bin;
  });
  const keyOf = (step: number): number => held[step]! + lowestMidi - lowestKey;
  const along = (of: (step: number) => number): Float32Array =>
    Float32Array.from(bins, (_, step) => of(step));
  return [
    along((step) => (vocalPitch.voiced[step] ?? 0) / 255),
    along((step) => values[step * width + held[step]!]!),
    along((step) => highestNear(activations, activations.onsets, step, keyOf(step))),
    along((step) => highestNear(activations, activations.onsets, step, keyOf(step) + octave)),
    along((step) => highestNear(activations, activations.notes, step, keyOf(step))),
    along((step) => levelOf(centre.timbre, step)),
    along((step) => changeOf(centre.timbre, step)),
    along((step) => highestOf(onsets.fluxAll.subarray(step * framesPerStep, (step + 1) * framesPerStep))),
  ];
}

const highestOf = (values: Float32Array): number => (values.length === 0 ? 0 : Math.max(...values));

/** Of the key and its neighbours in the frames of a step, 0 to 1. */
function highestNear({ frames }: PitchActivations, levels: Uint8Array, step: number, middle: number): number {
  let highest = 0;
  const end = Math.min(frames, (step + 1) * framesPerStep);
  for (let frame = step * framesPerStep; frame < end; frame++)
    for (let key = Math.max(0, middle - 1); key <= Math.min(keyCount - 1, middle + 1); key++)
      highest = Math.max(highest, levels[frame * keyCount + key]!);
  return highest / 255;
}

/** Mean log level of the bands. */
function levelOf(timbre: Float32Array, step: number): number {
  let sum = 0;
  for (let band = 0; band < timbreBandCount; band++) sum += timbre[step * timbreBandCount + band] ?? 0;
  return sum / timbreBandCount;
}

/** How far the bands' log levels move from two steps before to two steps after: root of the mean square. */
function changeOf(timbre: Float32Array, step: number): number {
  let sum = 0;
  for (let band = 0; band < timbreBandCount; band++) {
    const before = timbre[(step - 2) * timbreBandCount + band];
    const after = timbre[(step + 2) * timbreBandCount + band];
    if (before === undefined || after === undefined) return 0;
    sum += (after - before) ** 2;
  }
  return Math.sqrt(sum / timbreBandCount);
}

/** MIDI number of what the vocal pitch network hears at each step, between semitones too: the mean of what is heard near the line. NaN where it is silent. */
function pitchAlong({ bins, lowestMidi }: FollowedLine, { pitches, frames }: VocalPitch): Float32Array {
  return Float32Array.from(bins, (bin, step) => {
    if (bin < 0 || step >= frames) return Number.NaN;
    const middle = (bin + lowestMidi - vocalPitchLowestMidi) * vocalPitchBinsPerSemitone;
    const end = Math.min(vocalPitchBinCount - 1, middle + nearBins);
    let sum = 0;
    let moment = 0;
    for (let at = Math.max(0, middle - nearBins); at <= end; at++) {
      const value = pitches[step * vocalPitchBinCount + at]!;
      sum += value;
      moment += value * at;
    }
    return vocalPitchLowestMidi + (sum > 0 ? moment / sum : middle) / vocalPitchBinsPerSemitone;
  });
}

/** Of the pitches from one step to another one; NaN where there is none. */
function medianOf(pitch: Float32Array, from: number, to: number): number {
  const some: number[] = [];
  for (let step = Math.max(0, from); step <= Math.min(pitch.length - 1, to); step++)
    if (!Number.isNaN(pitch[step]!)) some.push(pitch[step]!);
  some.sort((a, b) => a - b);
  return some.length === 0 ? Number.NaN : some[some.length >> 1]!;
}
