/**
 * Leaves out the hits that stand alone, by counting how many lie about each: of a large catalogue's nearly all do, and what is left
 * can be sorted. By a WebAssembly kernel (wasm/crowded-hits.ts).
 */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import type { HitList } from './hits.js';

/** Places of the counting filter; a power of two. */
const filterSize = 1 << 20;
/** Hits that are kept at most: the filter's threshold rises until they are no more than this. */
const maxKept = 60_000;
/** So few are all kept. */
const fewHits = 2000;
/** Greater crowds are not distinguished. */
const greatestCrowd = 1024;

export interface CrowdedHits {
  /** Position − (time − middle) of each hit; valid until the hits of another look-up are looked at. */
  readonly values: Float64Array;
  /** Which hits are kept; the same. */
  readonly kept: Int32Array;
}

/** One memory for all look-ups of the process. A filter of bytes stays in a core's own memory; a wide one is behind it. */
const memory = new wasm.Memory({ initial: 64 });
const kernel = instantiateKernel('crowded-hits', memory);
const wideAt = filterSize;
const histogramAt = wideAt + 2 * filterSize;
const valuesAt = histogramAt + 4 * (greatestCrowd + 8);

/** The hits whose window of `width` units can hold at least two hits, or more where there are too many. */
export function crowdedHits(hits: HitList, middle: number, width: number): CrowdedHits {
  const { count } = hits;
  const cellsAt = valuesAt + 8 * count;
  const aroundAt = cellsAt + 4 * count;
  reserveBytes(memory, aroundAt + 2 * count + 4);
  const { buffer } = memory;
  const values = new Float64Array(buffer, valuesAt, count);
  values.set(hits.positions.subarray(0, count));
  new Float32Array(buffer, cellsAt, count).set(hits.times.subarray(0, count));
  const areFew = count < fewHits;
  if (!areFew) new Uint8Array(buffer, 0, filterSize).fill(0);
  const isWide = kernel.place(valuesAt, cellsAt, count, middle, width, filterSize, 0) === 1;
  const kept = new Int32Array(buffer, cellsAt, count);
  if (areFew) return { values, kept: kept.map((_, hit) => hit) };
  if (isWide) {
    new Uint16Array(buffer, wideAt, filterSize).fill(0);
    kernel.countWidely(cellsAt, count, wideAt);
  }
  const histogram = new Int32Array(buffer, histogramAt, greatestCrowd + 1).fill(0);
  const countsAt = isWide ? wideAt : 0;
  kernel.crowds(
    ...([cellsAt, count, filterSize, countsAt, isWide ? 1 : 0, greatestCrowd] as const),
    ...([aroundAt, histogramAt] as const),
  );
  return { values, kept: kept.subarray(0, kernel.keep(aroundAt, count, minCrowd(histogram), cellsAt)) };
}

function minCrowd(histogram: Int32Array): number {
  let least = greatestCrowd;
  for (let held = histogram[least]!; least > 2; least--) {
    held += histogram[least - 1]!;
    if (held > maxKept) break;
  }
  return least;
}
