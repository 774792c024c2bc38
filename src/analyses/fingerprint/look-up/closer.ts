/**
 * A closer look at a query that nothing was found for. Reverberation and noise bury many peaks beside louder ones:
 * peaks are picked in smaller surroundings, and each takes more partners, so that twice as many triplets of the song
 * are met. What is stored stays as it is.
 */

import { peakPicking, triplets } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';
import { PeakExtractor } from '../peaks/peaks.js';
import { type HashList, queryHashes } from './hashes.js';

const closePicking = { ...peakPicking, halfWidthFrames: 5, halfWidthBands: 4, peaksPerSecond: 60 };
const closeTriplets = { ...triplets, queryPartners: 14 };
/** Look-ups it may cost at the finest sample. */
const maxKeys = 100_000;

export interface CloserInput {
  /** Of the whole query (PeakExtractor.keptLevels). */
  readonly levels: Float32Array;
}

export interface CloserLook extends HashList {
  readonly peaks: PeakList;
}

/** Peaks and keys of a query. */
export function lookCloser({ levels }: CloserInput): CloserLook {
  const peaks = PeakExtractor.peaksOf(levels, closePicking);
  return { peaks, ...queryHashes(peaks, maxKeys, closeTriplets) };
}
