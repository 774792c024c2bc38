/** Which songs of a large catalogue a query's levels are compared with: those whose sketches they fit best. */

import { assumedSpeeds, fewerSpeeds, middleOf } from './changed-sweep.js';
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

/**
 * Under assumed speeds all songs are compared coarsely, and those of the highest scores again: 768 ms and 512 ms, where a speed that is wrong by half of
 * what lies between two assumed ones still shows its song.
 */
const coarse = { together: 3, changes: fewerSpeeds, songs: 64 } as const;
const fine = { together: 2, changes: assumedSpeeds } as const;

/** Indices of the songs of the highest scores, best first. */
export function likeliestSongs({
  levels,
  sketches,
  ends,
  limit,
  areSpeedsAssumed,
}: LikeliestInput): number[] {
  const all = [...ends.keys()];
  const bestOf = (songs: readonly number[], sums: SketchSums, count: number): number[] => {
    const scores = new Map(songs.map((song) => [song, sums.highest(sketchAt({ sketches, ends }, song))]));
    return songs
      .filter((song) => scores.get(song)! > 0)
      .sort((a, b) => scores.get(b)! - scores.get(a)!)
      .slice(0, count);
  };
  if (!areSpeedsAssumed)
    return bestOf(all, new SketchSums(levelContrast(levels), { together: 1, changes: [noChange] }), limit);
  const contrast = levelContrast(middleOf(levels).levels);
  const likely = bestOf(all, new SketchSums(contrast, coarse), coarse.songs);
  return bestOf(likely, new SketchSums(contrast, fine), limit);
}
