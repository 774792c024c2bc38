/** From a file's samples to what is stored of a song, and to what is looked for of a query. */
import type { KernelTools } from '../../domain/compute.js';
import { assumedChanges, undoChange } from './look-up/changes.js';
import { type HashList, queryHashes, songHashes } from './look-up/hashes.js';
import { framesPerSecond, framesPerUnit, framing, triplets } from './parameters.js';
import { packPeaks } from './peaks/peak-codec.js';
import { type PeakList, peaksBetween } from './peaks/peak-list.js';
import { PeakExtractor } from './peaks/peaks.js';

export interface ExtractInput {
  readonly path: string;
  /** For the progress only; 0 where unknown. */
  readonly durationSeconds: number;
}

export interface SongFingerprint {
  readonly peaks: Uint8Array;
  readonly peakCount: number;
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  readonly lengthUnits: number;
  readonly durationSeconds: number;
}

/** A stretch of a query that is looked up by itself. */
export interface QueryWindow {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Times count from startSeconds. */
  readonly peaks: PeakList;
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  /** Under how many hashes a song of this sound would be stored. */
  readonly songHashes: number;
  /** The levels of all bands (PeakExtractor.keptLevels) where the query is short enough to be looked at more closely. */
  readonly levels?: Float32Array;
}

/** Longer queries have enough peaks, and are no recordings from a room to be recognised. */
const closerSeconds = 60;

/** Longer queries are cut: a speed change would blur them, and a mix holds many songs. */
const windowSeconds = 240;
/** Look-ups a window may cost at the finest sample. */
const maxWindowKeys = 24_000;

/** What is stored of a song. */
export async function extractSong(input: ExtractInput, tools: KernelTools): Promise<SongFingerprint> {
  return songFingerprint(await extractPeaks(input, tools));
}

/** What is looked for of a query. */
export async function extractQuery(input: ExtractInput, tools: KernelTools): Promise<QueryWindow[]> {
  return queryOf(await extractPeaks(input, tools, closerSeconds));
}

export interface ExtractedBoth {
  readonly song: SongFingerprint;
  readonly windows: QueryWindow[];
}

/** Both, from one decoding. */
export async function extractBoth(input: ExtractInput, tools: KernelTools): Promise<ExtractedBoth> {
  const extracted = await extractPeaks(input, tools, closerSeconds);
  return { song: songFingerprint(extracted), windows: queryOf(extracted) };
}

function queryOf({ peaks, seconds, levels }: ExtractedPeaks): QueryWindow[] {
  // What is short enough to have its levels kept is one window.
  return queryWindows(peaks, seconds).map((window) => (levels ? { ...window, levels } : window));
}

export interface ExtractedPeaks {
  readonly peaks: PeakList;
  readonly seconds: number;
  /** Null where they were not to be kept, or are of a longer recording. */
  readonly levels: Float32Array | null;
}

function songFingerprint({ peaks, seconds }: ExtractedPeaks): SongFingerprint {
  return {
    peaks: packPeaks(peaks),
    peakCount: peaks.count,
    ...songHashes(peaks),
    lengthUnits: Math.ceil((seconds * framesPerSecond) / framesPerUnit) + 1,
    durationSeconds: seconds,
  };
}

/** Equal windows of at most `windowSeconds`; each with its hashes at the finest sample it can afford. */
export function queryWindows(peaks: PeakList, seconds: number): QueryWindow[] {
  const count = Math.max(1, Math.ceil(seconds / windowSeconds - 0.25));
  const length = seconds / count;
  return Array.from({ length: count }, (_, i) => {
    const part = peaksBetween(
      peaks,
      i * length * framesPerSecond,
      i + 1 === count ? Infinity : (i + 1) * length * framesPerSecond,
    );
    return queryWindow(part, i * length, (i + 1) * length);
  });
}

/** A stretch of a query with its hashes; times of `peaks` count from its start. */
export function queryWindow(peaks: PeakList, startSeconds: number, endSeconds: number): QueryWindow {
  const hashes = queryHashes(peaks, maxWindowKeys);
  return { startSeconds, endSeconds, peaks, ...hashes, songHashes: songHashes(peaks).keys.length };
}

/** Fewer partners and flips than a query's own: twelve such sets together are twice as many keys. */
const changedTriplets = { ...triplets, queryPartners: 5, queryFlips: 2 };
/** Look-ups that one assumed change may cost at the finest sample. */
const maxChangedKeys = 3000;

/** What to look for where the window is assumed to be changed: for each of `assumedChanges`, in that order. */
export function changedHashes({ peaks }: Pick<QueryWindow, 'peaks'>): HashList[] {
  return assumedChanges.map((change) =>
    queryHashes(undoChange(peaks, change), maxChangedKeys, changedTriplets),
  );
}

/** The peaks of a whole recording, with its levels where it is no longer than `keptSeconds`. */
export async function extractPeaks(
  { path, durationSeconds }: ExtractInput,
  tools: KernelTools,
  keptSeconds = 0,
): Promise<ExtractedPeaks> {
  const { sampleRateHz } = framing;
  const pcm = await tools.decode(path, { sampleRateHz, channels: 1 });
  const extractor = await PeakExtractor.create(keptSeconds);
  let samples = 0;
  for await (const chunk of pcm) {
    extractor.push(chunk);
    samples += chunk.length;
    const fraction = durationSeconds > 0 ? Math.min(1, samples / sampleRateHz / durationSeconds) : 0;
    tools.progress(fraction, 'finding spectral peaks');
  }
  const peaks = extractor.finish();
  return { peaks, seconds: samples / sampleRateHz, levels: keptSeconds > 0 ? extractor.keptLevels : null };
}
