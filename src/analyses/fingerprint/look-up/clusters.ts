/** Finds the windows of p − t that hold the most hits, without sorting the hits that stand alone. */
import { inRisingOrder } from '../../../numbers/stable-order.js';
import { crowdedHits } from './crowded-hits.js';
import type { HitList } from './hits.js';

/**
 * Up to `limit` disjoint windows of `width` units over position − (time − middle), heaviest first, each as the
 * indices of its hits.
 */
export function findClusters(hits: HitList, middle: number, width: number, limit: number): Int32Array[] {
  const { values, kept } = crowdedHits(hits, middle, width);
  return heaviestWindows(hits, values, inRisingOrder(values, kept), width, limit);
}

function heaviestWindows(
  hits: HitList,
  values: Float64Array,
  order: Int32Array,
  width: number,
  limit: number,
): Int32Array[] {
  const n = order.length;
  /** In their order, side by side. */
  const sorted = new Float64Array(n);
  const weights = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    sorted[i] = values[order[i]!]!;
    weights[i] = hits.weights[order[i]!]!;
  }
  const ends = new Int32Array(n);
  const sums = new Float32Array(n);
  let sum = 0;
  for (let from = 0, end = 0; from < n; from++) {
    const beyond = sorted[from]! + width;
    while (end < n && sorted[end]! < beyond) sum += weights[end++]!;
    ends[from] = end;
    sums[from] = sum;
    sum -= weights[from]!;
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
