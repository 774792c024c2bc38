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
  const { sorted, weights, ends, lightness, highest, taken } = roomFor(n);
  for (let i = 0; i < n; i++) {
    sorted[i] = values[order[i]!]!;
    weights[i] = hits.weights[order[i]!]!;
  }
  let sum = 0;
  for (let from = 0, end = 0; from < n; from++) {
    const beyond = sorted[from]! + width;
    while (end < n && sorted[end]! < beyond) sum += weights[end++]!;
    ends[from] = end;
    lightness[from] = -sum;
    sum -= weights[from]!;
  }
  // Only windows that no window starting within them outweighs need ranking.
  let count = 0;
  for (let i = 0; i < n; i++) {
    const own = lightness[i]!;
    if ((i === 0 || own <= lightness[i - 1]!) && (i + 1 === n || own <= lightness[i + 1]!))
      highest[count++] = i;
  }
  taken.fill(0, 0, n);
  const windows: Int32Array[] = [];
  for (const from of byLightness(lightness, highest.subarray(0, count), limit * candidatesPerWindow)) {
    if (windows.length === limit) break;
    const end = ends[from]!;
    if (taken[from] || taken[end - 1]) continue;
    taken.fill(1, from, end);
    windows.push(order.slice(from, end));
  }
  return windows;
}

/** Windows of which one is wanted at most: others lie in it. */
const candidatesPerWindow = 8;
/** Steps by which the lightest of many are chosen before they are sorted. */
const steps = 256;

/** `items`, lightest first and equal ones in their order; the first `few` of them are sorted by themselves. */
function* byLightness(lightness: Float32Array, items: Int32Array, few: number): Generator<number> {
  let lightest = Infinity;
  let heaviest = -Infinity;
  for (const item of items) {
    lightest = Math.min(lightest, lightness[item]!);
    heaviest = Math.max(heaviest, lightness[item]!);
  }
  const perStep = heaviest > lightest ? (steps - 1) / (heaviest - lightest) : 0;
  const stepOf = (item: number): number => Math.floor((lightness[item]! - lightest) * perStep);
  const counts = new Uint32Array(steps);
  for (const item of items) counts[stepOf(item)]!++;
  let last = 0;
  for (let total = counts[0]!; total < few && last + 1 < steps; ) total += counts[++last]!;
  yield* inRisingOrder(
    lightness,
    items.filter((item) => stepOf(item) <= last),
  );
  yield* inRisingOrder(
    lightness,
    items.filter((item) => stepOf(item) > last),
  );
}

interface Room {
  /** In their order, side by side. */
  readonly sorted: Float64Array;
  readonly weights: Float32Array;
  /** Of the window that begins at each: behind its last hit, and its weight less than nothing, so that the heaviest come first. */
  readonly ends: Int32Array;
  readonly lightness: Float32Array;
  readonly highest: Int32Array;
  readonly taken: Uint8Array;
}

function newRoom(n: number): Room {
  return {
    sorted: new Float64Array(n),
    weights: new Float32Array(n),
    ends: new Int32Array(n),
    lightness: new Float32Array(n),
    highest: new Int32Array(n),
    taken: new Uint8Array(n),
  };
}

/** For all look-ups of the process: each is through before another begins. */
let room = newRoom(4096);

function roomFor(n: number): Room {
  if (n > room.sorted.length) room = newRoom(2 * n);
  return room;
}
