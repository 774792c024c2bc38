/** Finds the windows of p − t that hold the most hits, without sorting the hits that stand alone. */
import { inRisingOrder } from '../../../numbers/stable-order.js';
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
  const order = inRisingOrder(values, survivors(values, width));
  return heaviestWindows(hits, values, order, width, limit);
}

/** Hits whose window can hold at least two hits, or more where there are too many. */
function survivors(values: Float64Array, width: number): Int32Array {
  const { length } = values;
  const kept = new Int32Array(length);
  if (length < 2000) {
    for (let hit = 0; hit < length; hit++) kept[hit] = hit;
    return kept;
  }
  const cells = new Int32Array(length);
  for (let hit = 0; hit < length; hit++) {
    // Cells that are far apart share a count: neighbours lie side by side in memory.
    cells[hit] = Math.floor(values[hit]! / width) & (filterSize - 1);
  }
  const counts = countedInBytes(cells) ?? counted(cells);
  // Around each hit: its own cell and the two next to it, which every window through the hit lies in.
  const around = new Uint16Array(length);
  const histogram = new Int32Array(1025);
  for (let hit = 0; hit < length; hit++) {
    const cell = cells[hit]!;
    const before = counts[(cell - 1) & (filterSize - 1)]!;
    const sum = Math.min(1024, before + counts[cell]! + counts[(cell + 1) & (filterSize - 1)]!);
    around[hit] = sum;
    histogram[sum]!++;
  }
  let threshold = 1024;
  for (let held = histogram[threshold]!; threshold > 2; threshold--) {
    held += histogram[threshold - 1]!;
    if (held > sortedHits) break;
  }
  let count = 0;
  for (let hit = 0; hit < length; hit++) if (around[hit]! >= threshold) kept[count++] = hit;
  return kept.subarray(0, count);
}

/** One filter for all look-ups of the process: each is through before another begins. One of bytes stays in a core's own memory. */
const byteCounts = new Uint8Array(filterSize);
const wideCounts = new Uint16Array(filterSize);

/** How many hits each cell has; null where one has more than a byte holds. */
function countedInBytes(cells: Int32Array): Uint8Array | null {
  byteCounts.fill(0);
  for (let hit = 0; hit < cells.length; hit++) if (++byteCounts[cells[hit]!]! === 256) return null;
  return byteCounts;
}

/** The same of 65,535 hits at most. */
function counted(cells: Int32Array): Uint16Array {
  wideCounts.fill(0);
  for (let hit = 0; hit < cells.length; hit++) {
    const cell = cells[hit]!;
    if (wideCounts[cell]! < 65_535) wideCounts[cell]!++;
  }
  return wideCounts;
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
  const highest = new Int32Array(n);
  /** The heaviest come first by it. */
  const lightness = new Float32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    lightness[i] = -sums[i]!;
    if ((i === 0 || sums[i]! >= sums[i - 1]!) && (i + 1 === n || sums[i]! >= sums[i + 1]!))
      highest[count++] = i;
  }
  const ranked = inRisingOrder(lightness, highest.subarray(0, count));
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
