/** Finds the windows of p − t that hold the most hits, without sorting the hits that stand alone. */
import type { HitList } from './hits.js';

/** Places of the counting filter; a power of two. */
const filterSize = 1 << 20;
/** Hits that are sorted at most: the filter's threshold rises until they are no more than this. */
const sortedHits = 60_000;

/**
 * Up to `limit` disjoint windows of `width` units over position − (time − middle), heaviest first, each as the
 * indices of its hits.
 */
export function findClusters(hits: HitList, middle: number, width: number, limit: number): Int32Array[] {
  const values = new Float64Array(hits.count);
  for (let hit = 0; hit < hits.count; hit++) values[hit] = hits.positions[hit]! - hits.times[hit]! + middle;
  const order = inOrder(values, survivors(values, width));
  return heaviestWindows(hits, values, order, width, limit);
}

/** Hits whose window can hold at least two hits, or more where there are too many. */
function survivors(values: Float64Array, width: number): Int32Array {
  const all = Int32Array.from(values.keys());
  if (values.length < 2000) return all;
  const counts = new Uint16Array(filterSize);
  const place = (cell: number): number => (Math.imul(cell | 0, 0x9e3779b1) >>> 12) & (filterSize - 1);
  for (const value of values) {
    const at = place(Math.floor(value / width));
    if (counts[at]! < 65_535) counts[at]!++;
  }
  // Around each hit: its own cell and the two next to it, which every window through the hit lies in.
  const around = new Uint16Array(values.length);
  const histogram = new Int32Array(1025);
  for (let hit = 0; hit < values.length; hit++) {
    const cell = Math.floor(values[hit]! / width);
    const sum = counts[place(cell - 1)]! + counts[place(cell)]! + counts[place(cell + 1)]!;
    around[hit] = Math.min(1024, sum);
    histogram[around[hit]!]!++;
  }
  let threshold = 1024;
  for (let kept = histogram[threshold]!; threshold > 2; threshold--) {
    kept += histogram[threshold - 1]!;
    if (kept > sortedHits) break;
  }
  return all.filter((hit) => around[hit]! >= threshold);
}

function inOrder(values: Float64Array, indices: Int32Array): Int32Array {
  return indices.sort((a, b) => values[a]! - values[b]!);
}

function heaviestWindows(
  hits: HitList,
  values: Float64Array,
  order: Int32Array,
  width: number,
  limit: number,
): Int32Array[] {
  const n = order.length;
  const ends = new Int32Array(n);
  const sums = new Float32Array(n);
  let sum = 0;
  for (let from = 0, end = 0; from < n; from++) {
    while (end < n && values[order[end]!]! < values[order[from]!]! + width)
      sum += hits.weights[order[end++]!]!;
    ends[from] = end;
    sums[from] = sum;
    sum -= hits.weights[order[from]!]!;
  }
  // Only windows that no window starting within them outweighs need ranking.
  const ranked = Int32Array.from({ length: n }, (_, i) => i)
    .filter((i) => (i === 0 || sums[i]! >= sums[i - 1]!) && (i + 1 === n || sums[i]! >= sums[i + 1]!))
    .sort((a, b) => sums[b]! - sums[a]!);
  const taken = new Uint8Array(n);
  const windows: Int32Array[] = [];
  for (const from of ranked) {
    if (windows.length === limit) break;
    const end = ends[from]!;
    if (taken[from] || taken[end - 1]) continue;
    taken.fill(1, from, end);
    windows.push(order.slice(from, end));
  }
  return windows;
}
