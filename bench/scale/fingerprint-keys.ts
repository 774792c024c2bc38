/**
 * Keys as a large catalogue has them: of variants of recordings (each peak moved a little, some left out, the whole transposed),
 * so that common keys are common and rare ones rare. Queries are of recordings that the pool was not made of, and
 * of ones that are registered at known places, whole and damaged.
 */
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import { framesPerSecond } from '../../src/analyses/fingerprint/parameters.js';
import { type PeakList, peaksBetween } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks/peaks.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { showProgress } from '../fingerprint/report.js';
import { filesIn } from '../fingerprint/songs.js';
import { synthesiseSong } from '../fingerprint/synthetic.js';

const rate = 16_000;
/** Of each recording at most, so that no collection's length decides. */
const longestSeconds = 240;
const syntheticSongs = 40;
const syntheticSeconds = 60;
/** Recordings with fewer are too short. */
const fewestPeaks = 1000;
/** Every third recording is not in the pool: queries are of these. */
const heldOutEach = 3;
/** Recordings that queries are of. */
const maxHeldOut = 8;
const queryFrames = 20 * framesPerSecond;

export interface KeyPool {
  /** Equal keys as often as they occur. */
  readonly keys: Uint32Array;
  readonly heldOut: readonly PeakList[];
}

export type Query = Pick<ReturnType<typeof queryWindows>[number], 'keys' | 'times'>;

/** `folder` null: synthetic songs, whose keys are less even than those of recordings. */
export async function drawPool(folder: string | null, belowKey: number, variants: number): Promise<KeyPool> {
  const all = folder === null ? await peaksOfSynthetic() : await peaksOf(filesIn(folder));
  const random = seededRandom(11);
  const keys: number[] = [];
  const sources = all.filter((_, i) => i % heldOutEach !== 0);
  sources.forEach((peaks, i) => {
    for (let variant = 0; variant < variants; variant++) {
      for (const key of songHashes(varied(peaks, random)).keys) if (key < belowKey) keys.push(key);
    }
    showProgress(i + 1, sources.length, 'drawing keys from variants of songs');
  });
  const heldOut = all.filter((_, i) => i % heldOutEach === 0).slice(0, maxHeldOut);
  return { keys: Uint32Array.from(keys).sort(), heldOut };
}

export async function peaksOf(paths: readonly string[]): Promise<PeakList[]> {
  const all: PeakList[] = [];
  for (const [i, path] of paths.entries()) {
    all.push(await peaksOfSamples((await decodeMono(path, rate)).subarray(0, longestSeconds * rate)));
    showProgress(i + 1, paths.length, 'reading songs');
  }
  return all.filter(({ count }) => count > fewestPeaks);
}

async function peaksOfSynthetic(): Promise<PeakList[]> {
  const all: PeakList[] = [];
  for (let i = 0; i < syntheticSongs; i++)
    all.push(await peaksOfSamples(synthesiseSong(i, syntheticSeconds)));
  return all.filter(({ count }) => count > fewestPeaks);
}

async function peaksOfSamples(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(samples);
  return extractor.finish();
}

/** Another song of the same make: transposed by up to an octave, its peaks moved by some 60 cents and two frames. */
export function varied(peaks: PeakList, random: () => number): PeakList {
  const shift = 2400 * (random() - 0.5);
  return rebuilt(peaks, (i) => {
    if (random() < 0.15) return null;
    const time = peaks.times[i]! + Math.round(4 * (random() + random() - 1));
    return { time: Math.max(0, time), cents: peaks.cents[i]! + shift + 120 * (random() + random() - 1) };
  });
}

/** What noise does to a recording: a share of the peaks is lost, and as many are there that it never had. */
export function damaged(peaks: PeakList, share: number, random: () => number): PeakList {
  const first = peaks.times[0] ?? 0;
  const length = (peaks.times.at(-1) ?? 0) - first;
  return rebuilt(peaks, (i) => {
    if (random() >= share) return { time: peaks.times[i]!, cents: peaks.cents[i]! };
    return { time: first + random() * length, cents: 5500 * random() };
  });
}

function rebuilt(
  peaks: PeakList,
  change: (index: number) => { time: number; cents: number } | null,
): PeakList {
  const moved = Array.from({ length: peaks.count }, (_, i) => ({ i, to: change(i) }))
    .filter((one): one is { i: number; to: { time: number; cents: number } } => one.to !== null)
    .sort((a, b) => a.to.time - b.to.time);
  return {
    count: moved.length,
    times: Float32Array.from(moved, ({ to }) => to.time),
    cents: Float32Array.from(moved, ({ to }) => to.cents),
    saliences: Float32Array.from(moved, ({ i }) => peaks.saliences[i]!),
    levels: Float32Array.from(moved, ({ i }) => peaks.levels[i]!),
  };
}

/** Where in a recording its queries begin, as shares of what there is. */
export const queryPlaces = [0.25, 0.5, 0.75] as const;

/** 20 seconds of a recording, as the product looks them up; `loss`: share of peaks replaced by noise. */
export function queryOf(peaks: PeakList, place: number, loss: number, random: () => number): Query {
  const from = Math.max(0, Math.floor((peaks.times.at(-1)! - queryFrames) * place));
  const part = peaksBetween(peaks, from, from + queryFrames);
  return queryWindows(loss > 0 ? damaged(part, loss, random) : part, 20)[0]!;
}
