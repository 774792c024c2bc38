/**
 * What is heard at each step of a line, from which a network says whether a note begins there: the voice, the line's key, the sound
 * around them, and how the pitch moves. A step is a frame of the landscapes: two of the note network's, 23 ms.
 */
import { type CentreSalience, timbreBandCount } from '../../signal/centre-salience.js';
import type { MeasuredRows } from '../../signal/dilated-network.js';
import type { OnsetEvidence } from '../rhythm/onset-evidence.js';
import { framesPerStep } from './landscapes.js';
import { heldBins, pitchAlong } from './line-pitch.js';
import { salienceAlong } from './line-salience.js';
import type { Landscape } from './melody-track.js';
import { keyCount, lowestKey, type PitchActivations } from './pitch-activations.js';
import { aboveAround } from './surroundings.js';
import type { VocalPitch } from './vocal-pitch.js';

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
  readonly centre: Pick<CentreSalience, 'timbre' | 'salience' | 'mixSalience'>;
  readonly vocalPitch: VocalPitch;
  /** Of the mix, also where the voice was taken out of it. */
  readonly onsets: Pick<OnsetEvidence, 'fluxAll' | 'fluxLow' | 'noteAll'>;
}

/** Steps back over which the pitch's movement is measured. */
const pitchSpans = [1, 2, 4, 8] as const;
/** Farther apart, pitches are as different as can be. */
const farSemitones = 3;
const octave = 12;
/** Steps to each side between which the timbre's movement is measured. */
const changeSteps = 2;
const bands = Array.from({ length: timbreBandCount }, (_, band) => band);

export const beginningFeatureNames: readonly string[] = [
  'voice',
  'height',
  'onset',
  'octave-onset',
  'key',
  'octave-key',
  'clearest-near',
  'clearest-elsewhere',
  'silent',
  'flux',
  'low-flux',
  'note-flux',
  ...bands.map((band) => `band-${band}`),
  'level',
  'change',
  'centre-salience',
  'mix-salience',
  ...pitchSpans.map((span) => `movement-${span}`),
  ...pitchSpans.map((span) => `distance-${span}`),
  'line-step',
  'off-semitone',
];

/** Steps × `beginningFeatureNames`. Where the line is silent its last pitch counts. Cost: some 700 operations a step. */
export function beginningRows(line: FollowedLine, heard: HeardLine): MeasuredRows {
  const columns = columnsOf(line, heard);
  const steps = line.bins.length;
  const values = new Float32Array(steps * columns.length);
  for (const [at, column] of columns.entries())
    for (let step = 0; step < steps; step++) values[step * columns.length + at] = column[step]!;
  return { columns: columns.length, values };
}

/** In the order of `beginningFeatureNames`. */
function columnsOf(line: FollowedLine, heard: HeardLine): Float32Array[] {
  const { bins, landscape, lowestMidi } = line;
  const { activations, centre, vocalPitch, onsets } = heard;
  const { timbre } = centre;
  const held = heldBins(bins);
  const pitch = pitchAlong(held, lowestMidi, vocalPitch);
  const along = (of: (step: number) => number): Float32Array =>
    Float32Array.from(bins, (_, step) => of(step));
  const keyAt = (step: number): number => held[step]! + lowestMidi - lowestKey;
  const highest = (levels: Uint8Array, above: number): Float32Array =>
    along((step) => highestNear(activations, levels, step, keyAt(step) + above));
  const movements = pitchSpans.map((span) =>
    along((step) => (step < span ? 0 : movement(pitch.midi, step - span, step))),
  );
  return [
    along((step) => (vocalPitch.voiced[step] ?? 0) / 255),
    along((step) => landscape.values[step * landscape.width + held[step]!] ?? 0),
    highest(activations.onsets, 0),
    highest(activations.onsets, octave),
    highest(activations.notes, 0),
    highest(activations.notes, octave),
    pitch.clearestNear,
    pitch.clearestElsewhere,
    along((step) => (bins[step]! < 0 ? 1 : 0)),
    ...[onsets.fluxAll, onsets.fluxLow, onsets.noteAll].map((curve) =>
      along((step) => highestIn(curve, step)),
    ),
    ...bands.map((band) => aboveAround(along((step) => timbre[step * timbreBandCount + band] ?? 0))),
    along((step) => levelOf(timbre, step)),
    along((step) => changeOf(timbre, step)),
    aboveAround(salienceAlong(held, lowestMidi, centre.salience)),
    aboveAround(salienceAlong(held, lowestMidi, centre.mixSalience)),
    ...movements,
    ...movements.map((column) => column.map(Math.abs)),
    along((step) => stepOfLine(bins, step)),
    along((step) => pitch.midi[step]! - held[step]! - lowestMidi),
  ];
}

const movement = (pitch: Float32Array, from: number, to: number): number =>
  Math.max(-farSemitones, Math.min(farSemitones, pitch[to]! - pitch[from]!));

/** In semitones; 0 beside silence. */
function stepOfLine(bins: Int16Array, step: number): number {
  const [before, at] = [bins[step - 1] ?? -1, bins[step]!];
  return before < 0 || at < 0 ? 0 : Math.min(farSemitones, Math.abs(at - before));
}

/** In the frames of a step. */
function highestIn(curve: Float32Array, step: number): number {
  const first = step * framesPerStep;
  return Math.max(curve[first] ?? 0, curve[first + 1] ?? 0);
}

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
  for (const band of bands) sum += timbre[step * timbreBandCount + band] ?? 0;
  return sum / timbreBandCount;
}

/** How far the bands' log levels move from two steps before to two steps after: root of the mean square. */
function changeOf(timbre: Float32Array, step: number): number {
  let sum = 0;
  for (const band of bands) {
    const before = timbre[(step - changeSteps) * timbreBandCount + band];
    const after = timbre[(step + changeSteps) * timbreBandCount + band];
    if (before === undefined || after === undefined) return 0;
    sum += (after - before) ** 2;
  }
  return Math.sqrt(sum / timbreBandCount);
}
