/**
 * A closer look at a query that nothing was found for. Reverberation and noise bury many peaks beside louder ones:
 * peaks are picked in smaller surroundings, and each takes more partners, so that twice as many triplets of the song
 * are met. What is stored stays as it is.
 */
import type { KernelTools } from '../../domain/compute.js';
import { type HashList, queryHashes } from './hashes.js';
import { framesPerSecond, framing, peakPicking, triplets } from './parameters.js';
import { type PeakList, peaksBetween } from './peak-list.js';
import { PeakExtractor } from './peaks.js';

/** Longer queries have enough peaks, and are no recordings from a room to be recognised. */
export const closerSeconds = 60;

const closePicking = { ...peakPicking, halfWidthFrames: 5, halfWidthBands: 4, peaksPerSecond: 60 };
const closeTriplets = { ...triplets, queryPartners: 14 };
/** Look-ups it may cost at the finest sample. */
const maxKeys = 100_000;

export interface CloserInput {
  readonly path: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface CloserLook extends HashList {
  readonly peaks: PeakList;
}

/** Peaks and keys of the query between two moments; times count from the first. */
export async function lookCloser(
  { path, fromSeconds, toSeconds }: CloserInput,
  { decode }: KernelTools,
): Promise<CloserLook> {
  const extractor = await PeakExtractor.create(closePicking);
  const { sampleRateHz } = framing;
  let seconds = 0;
  for await (const chunk of await decode(path, { sampleRateHz, channels: 1 })) {
    extractor.push(chunk);
    seconds += chunk.length / sampleRateHz;
    if (seconds > toSeconds) break;
  }
  const peaks = peaksBetween(extractor.finish(), fromSeconds * framesPerSecond, toSeconds * framesPerSecond);
  return { peaks, ...queryHashes(peaks, maxKeys, closeTriplets) };
}
