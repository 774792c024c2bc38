/** Which songs of a large catalogue a query's levels are compared with: those whose sketches they fit best. */

import { levelContrast } from './level-contrast.js';
import { noChange } from './level-rows.js';
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
}

/** Indices of the songs of the highest scores, best first. */
export function likeliestSongs({ levels, sketches, ends, limit }: LikeliestInput): number[] {
  const sums = new SketchSums(levelContrast(levels), { together: 1, changes: [noChange] });
  const { scores } = sums.ofSongs({ sketches, ends });
  return [...scores.keys()]
    .filter((song) => scores[song]! > 0)
    .sort((a, b) => scores[b]! - scores[a]!)
    .slice(0, limit);
}
