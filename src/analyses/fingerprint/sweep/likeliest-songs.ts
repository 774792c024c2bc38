/** Which songs of a large catalogue a query's levels are compared with: those whose sketches they fit best. */

import { assumedSpeeds, middleOf } from './changed-sweep.js';
import { levelContrast } from './level-contrast.js';
import { noChange } from './level-rows.js';
import { sketchAt } from './sketch-cache.js';
import { SketchSums } from './sketch-sums.js';

export interface LikeliestInput {
  /** Of the whole query (PeakExtractor.keptLevels). */
  readonly levels: Float32Array;
  /** The songs' sketches (song-sketch.ts), one behind the other: one value is sent to a compute process in half the time of many. */
  readonly sketches: Uint8Array;
  /** Where each of them ends. */
  readonly ends: Uint32Array;
  /** Songs. */
  readonly limit: number;
  /** Whether speeds are assumed to be changed (changed-sweep.ts), of the query's middle; false where absent. */
  readonly areSpeedsAssumed?: boolean;
}

/** Steps of 512 ms: a speed that is wrong by half of what lies between two assumed ones still shows its song. */
const togetherAtSpeeds = 2;

/** Indices of the songs of the highest scores, best first. */
export function likeliestSongs(input: LikeliestInput): number[] {
  const { levels, sketches, ends, limit, areSpeedsAssumed } = input;
  const sums = areSpeedsAssumed
    ? new SketchSums(levelContrast(middleOf(levels).levels), {
        together: togetherAtSpeeds,
        changes: assumedSpeeds,
      })
    : new SketchSums(levelContrast(levels), { together: 1, changes: [noChange] });
  const scores = Float64Array.from(ends, (_, song) => sums.highest(sketchAt({ sketches, ends }, song)));
  return [...scores.keys()]
    .filter((song) => scores[song]! > 0)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, limit);
}
