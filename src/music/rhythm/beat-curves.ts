/** What is looked at of every frame where a count of beats is measured: accents and the bar network's answers, and sums up to each frame. */
import type { HeardBars } from './bar-activations.js';
import { barFeatureCount, barFeatureNames } from './bar-features.js';

/** Rises in seven parts, four curves of onsets, onsets in seven octaves, twelve changes, onsets of all pitch classes and of the bass. */
export const accentCount = 32;
const partCount = 7;
/** Thirds of an octave to a part. */
const thirdsInPart = 3;
const classCount = 24;
const column = (name: string): number => barFeatureNames.indexOf(name);
const [riseAt, onsetsAt, onsetClassAt, soundingAt] = ['rise-0', 'flux', 'onset-0', 'sounding-0'].map(
  column,
) as [number, number, number, number];

/** Frames about a beat in which an accent counts as its own, and an answer. */
const [framesBefore, framesAfter] = [2, 3];
const answerFrames = 2;
/** Log odds before anything is known are taken off, as for the count; a third of the rest. */
const answerOffsets = [2.3, 3] as const;
const [lowestAnswer, highestAnswer] = [-5, 6];

/** Sums of columns over all frames before each frame: (frames + 1) × columns. */
export interface FrameSums {
  readonly columns: number;
  readonly sums: Float64Array;
}

export interface BeatCurves {
  readonly frames: number;
  readonly framesPerSecond: number;
  /** Frames × accentCount: the largest near each frame. */
  readonly accents: Float32Array;
  /** Frames × 2: of a beat and of a first beat. */
  readonly answers: Float32Array;
  readonly levels: FrameSums;
  readonly sounding: FrameSums;
  readonly onsets: FrameSums;
}

export function beatCurves({ framesPerSecond, frames, features, beat, downbeat }: HeardBars): BeatCurves {
  const accents = new Float32Array(frames * accentCount);
  const answers = new Float32Array(frames * 2);
  for (let frame = 0; frame < frames; frame++) {
    addAccents(features, frame, accents);
    for (const [at, curve] of [beat, downbeat].entries())
      answers[2 * frame + at] =
        Math.min(highestAnswer, Math.max(lowestAnswer, curve[frame]! + answerOffsets[at]!)) / 3;
  }
  const sumsFrom = (first: number, columns: number, width: number): FrameSums => {
    const sums = new Float64Array((frames + 1) * columns);
    for (let frame = 0; frame < frames; frame++)
      for (let at = 0; at < columns; at++) {
        let value = 0;
        for (let part = 0; part < width; part++)
          value += features[frame * barFeatureCount + first + at * width + part]! / width;
        sums[(frame + 1) * columns + at] = sums[frame * columns + at]! + value;
      }
    return { columns, sums };
  };
  return {
    frames,
    framesPerSecond,
    accents: largestNear(accents, accentCount, framesBefore, framesAfter),
    answers: largestNear(answers, 2, answerFrames, answerFrames),
    levels: sumsFrom(0, partCount, thirdsInPart),
    sounding: sumsFrom(soundingAt, classCount, 1),
    onsets: sumsFrom(onsetClassAt, classCount, 1),
  };
}

function addAccents(features: Float32Array, frame: number, into: Float32Array): void {
  const row = frame * barFeatureCount;
  const own = frame * accentCount;
  for (let part = 0; part < partCount; part++) {
    const at = row + riseAt + part * thirdsInPart;
    into[own + part] = Math.max(features[at]!, features[at + 1]!, features[at + 2]!);
  }
  const kept = onsetClassAt - onsetsAt;
  for (let at = 0; at < kept; at++) into[own + partCount + at] = features[row + onsetsAt + at]!;
  for (let half = 0; half < 2; half++) {
    let sum = 0;
    for (let at = 0; at < 12; at++) sum += features[row + onsetClassAt + 12 * half + at]!;
    into[own + partCount + kept + half] = sum;
  }
}

/** Of each column, from `before` frames before to `after` after; the outermost frames go on. */
function largestNear(values: Float32Array, columns: number, before: number, after: number): Float32Array {
  const frames = values.length / columns;
  const into = new Float32Array(values.length);
  for (let frame = 0; frame < frames; frame++)
    for (let at = 0; at < columns; at++) {
      let largest = Number.NEGATIVE_INFINITY;
      for (let near = Math.max(0, frame - before); near <= Math.min(frames - 1, frame + after); near++)
        largest = Math.max(largest, values[near * columns + at]!);
      into[frame * columns + at] = largest;
    }
  return into;
}
