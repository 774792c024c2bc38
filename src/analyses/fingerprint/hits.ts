/** Joins a query's hashes with the catalogue's cells: which positions share a key with which time of the query. */
import { forEachWanted, type PostingPage } from '../../domain/posting-block.js';
import type { HashList } from './hashes.js';

/** Hits: `positions` in units on the catalogue's time line, `times` in units of the query. */
export interface HitList {
  readonly count: number;
  readonly positions: Float64Array;
  readonly times: Float32Array;
  /** Evidence of a hit: less where its key is common. */
  readonly weights: Float32Array;
}

/** `query.keys` rise. */
export function collectHits(query: HashList, pages: readonly PostingPage[]): HitList {
  const { keys, times } = query;
  const positions: number[] = [];
  const hitKeys: number[] = [];
  for (const page of pages) {
    forEachWanted(page, keys, (key, position) => {
      positions.push(page.base + position);
      hitKeys.push(key);
    });
  }
  return expand(keys, times, positions, hitKeys);
}

/** One hit for each time at which the query has the key. `hitKeys` index the first of equal keys. */
function expand(
  keys: Uint32Array,
  times: Uint32Array,
  positions: readonly number[],
  hitKeys: readonly number[],
): HitList {
  const found = new Uint32Array(keys.length);
  for (const at of hitKeys) found[at]!++;
  const repeats = new Uint32Array(keys.length);
  let first = 0;
  for (let at = 0; at < keys.length; at++) {
    if (keys[at] !== keys[first]) first = at;
    repeats[first]!++;
  }
  let count = 0;
  for (const at of hitKeys) count += repeats[at]!;
  const hits = {
    count,
    positions: new Float64Array(count),
    times: new Float32Array(count),
    weights: new Float32Array(count),
  };
  let next = 0;
  for (let i = 0; i < positions.length; i++) {
    const at = hitKeys[i]!;
    const weight = 1 / (1 + Math.log2(found[at]! * repeats[at]!));
    for (let repeat = 0; repeat < repeats[at]!; repeat++, next++) {
      hits.positions[next] = positions[i]!;
      hits.times[next] = times[at + repeat]!;
      hits.weights[next] = weight;
    }
  }
  return hits;
}
