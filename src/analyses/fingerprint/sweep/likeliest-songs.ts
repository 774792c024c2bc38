/** Which songs of a large catalogue a query's levels are compared with: those whose sketches they fit best. */

import { assumedSpeeds, middleOf } from './changed-sweep.js';
import { levelContrast } from './level-contrast.js';
import { noChange } from './level-rows.js';
import { sketchAt } from './sketch-cache.js';
import { SketchSums } from './sketch-sums.js';
import { framesPerSketchStep, withLongerSteps } from './song-sketch.js';

export interface LikeliestInput {
  /** Of the whole query (PeakExtractor.keptLevels). */
  readonly levels: Float32Array;
  /** The songs' sketches (song-sketch.ts), one behind the other: one value is sent to a compute process in half the time of many. */
  readonly sketches: Uint8Array;
  /** Where each of them ends. */
  readonly ends: Uint32Array;
  /** Songs. */
  readonly limit: number;
}

/** 512 ms: a speed that is wrong by half of what lies between two assumed ones still shows its song. */
const stepsUnderChanges = 2;

/** Indices of the songs of the highest scores, best first. */
export function likeliestSongs({ levels, sketches, ends, limit }: LikeliestInput): number[] {
  const sweep = { framesPerStep: framesPerSketchStep, changes: [noChange] };
  const sums = new SketchSums(levelContrast(levels), sweep);
  const scores = Float64Array.from(ends, (_, song) => sums.highest(sketchAt({ sketches, ends }, song)));
  return best(scores, limit);
}

/** The same under assumed speeds (changed-sweep.ts), of the query's middle. */
export function likeliestSongsAtSpeeds({ levels, sketches, ends, limit }: LikeliestInput): number[] {
  const sweep = { framesPerStep: stepsUnderChanges * framesPerSketchStep, changes: assumedSpeeds };
  const sums = new SketchSums(levelContrast(middleOf(levels).levels), sweep);
  const scores = Float64Array.from(ends, (_, song) =>
    sums.highest(withLongerSteps(sketchAt({ sketches, ends }, song), stepsUnderChanges)),
  );
  return best(scores, limit);
}

function best(scores: Float64Array, limit: number): number[] {
  return [...scores.keys()]
    .filter((song) => scores[song]! > 0)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, limit);
}
