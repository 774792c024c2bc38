/** How a place is scored by the levels at a song's peaks, in every kind of sweep: their sum over the root of their number. */
import { framesPerSecond } from '../parameters.js';

/** Of a standard deviation in rows and sums; a byte holds 8 deviations, a sum those of a minute's peaks. */
export const unit = 16;
/** With fewer peaks nothing is shown. */
export const minPeaks = 30;
/** Draws the scores of few peaks towards 0. */
export const drawnPeaks = 20;
/** A song that repeats itself has several places nearly as good as its best, of which one alone has the query's sound. */
export const maxPlaces = 3;
/** Of the best place's score. */
export const minShareOfBest = 0.75;

/** With fewer overlapping seconds it is the song's very beginning or end. */
const minOverlapSeconds = 2;

/** With fewer overlapping steps a query and a song are not compared. */
export function minOverlapSteps(framesPerStep: number): number {
  return Math.round((minOverlapSeconds * framesPerSecond) / framesPerStep);
}

/** The places, first … end − 1, at which a query of `steps` overlaps a song long enough; at place 0 it ends with the song's first step. */
export function overlappingPlaces(
  songSteps: number,
  steps: number,
  framesPerStep: number,
): { first: number; end: number } {
  const overlap = minOverlapSteps(framesPerStep);
  const end = Math.max(0, songSteps + steps - 1 - overlap);
  return { first: Math.min(overlap, end), end };
}
