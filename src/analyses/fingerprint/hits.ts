/** Joins a query's hashes with the catalogue's cells: which positions share a key with which time of the query. */
import { forEachWanted, type PostingPage } from '../../domain/posting-block.js';
import type { HashList } from './hashes.js';
import type { EngineHits } from './ports.js';

/** Hits: `positions` in units on the catalogue's time line, `times` in units of the query. */
export interface HitList {
  readonly count: number;
  readonly positions: Float64Array;
  readonly times: Float32Array;
  /** Evidence of a hit: less where its key is common. */
  readonly weights: Float32Array;
}

/**
 * The hits of each query, whose keys rise; the catalogue's cells are read once for all of them. `engineHits` are those
 * that a search engine found for each query beside the pages.
 */
export function collectHits(
  queries: readonly HashList[],
  pages: readonly PostingPage[],
  engineHits?: readonly EngineHits[],
): HitList[] {
  const wanted = new WantedKeys(queries);
  const found = queries.map(() => ({ positions: [] as number[], keys: [] as number[] }));
  for (const page of pages) {
    forEachWanted(page, wanted.keys, (key, position) => {
      const end = wanted.starts[key + 1]!;
      for (let use = wanted.starts[key]!; use < end; use++) {
        const hits = found[wanted.queryOf[use]!]!;
        hits.positions.push(page.base + position);
        hits.keys.push(wanted.placeOf[use]!);
      }
    });
  }
  return queries.map(({ keys, times }, i) =>
    expand(keys, times, found[i]!.positions, found[i]!.keys, engineHits?.[i]),
  );
}

/** The keys of several queries, each once, and which queries want it. */
class WantedKeys {
  readonly keys: Uint32Array;
  /** Of each key, and of the end: its first use. */
  readonly starts: Uint32Array;
  /** Of each use: the query, and the key's first place in it. */
  readonly queryOf: Uint8Array;
  readonly placeOf: Uint32Array;

  constructor(queries: readonly HashList[]) {
    const total = queries.reduce((sum, { keys }) => sum + keys.length, 0);
    this.keys = new Uint32Array(total);
    this.starts = new Uint32Array(total + 1);
    this.queryOf = new Uint8Array(total);
    this.placeOf = new Uint32Array(total);
    const lists = queries.map(({ keys }) => keys);
    const next = new Uint32Array(lists.length);
    /** Of each query the key that comes next; Infinity behind the last. */
    const heads = Float64Array.from(lists, (keys) => keys[0] ?? Infinity);
    let count = 0;
    let uses = 0;
    for (;;) {
      let lowest = Infinity;
      for (let query = 0; query < heads.length; query++) if (heads[query]! < lowest) lowest = heads[query]!;
      if (lowest === Infinity) break;
      this.starts[count] = uses;
      this.keys[count++] = lowest;
      for (let query = 0; query < lists.length; query++) {
        if (heads[query] !== lowest) continue;
        const keys = lists[query]!;
        let at = next[query]!;
        this.queryOf[uses] = query;
        this.placeOf[uses++] = at;
        while (at < keys.length && keys[at] === lowest) at++;
        next[query] = at;
        heads[query] = keys[at] ?? Infinity;
      }
    }
    this.starts[count] = uses;
    this.keys = this.keys.slice(0, count);
  }
}

/** One hit for each time at which the query has the key. `hitKeys` index the first of equal keys. */
function expand(
  keys: Uint32Array,
  times: Uint32Array,
  positions: readonly number[],
  hitKeys: readonly number[],
  engineHits: EngineHits = noHits,
): HitList {
  const found = new Uint32Array(keys.length);
  for (const at of hitKeys) found[at]!++;
  const repeats = new Uint32Array(keys.length);
  const firstOf = new Uint32Array(keys.length);
  let first = 0;
  for (let at = 0; at < keys.length; at++) {
    if (keys[at] !== keys[first]) first = at;
    firstOf[at] = first;
    repeats[first]!++;
    if (at === first) found[at]! += engineHits.found[at] ?? 0;
  }
  let count = engineHits.positions.length;
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
    const weight = evidence(found[at]!, repeats[at]!);
    for (let repeat = 0; repeat < repeats[at]!; repeat++, next++) {
      hits.positions[next] = positions[i]!;
      hits.times[next] = times[at + repeat]!;
      hits.weights[next] = weight;
    }
  }
  for (let i = 0; i < engineHits.positions.length; i++, next++) {
    const at = engineHits.hashes[i]!;
    hits.positions[next] = engineHits.positions[i]!;
    hits.times[next] = times[at]!;
    hits.weights[next] = evidence(found[firstOf[at]!]!, repeats[firstOf[at]!]!);
  }
  return hits;
}

const noHits: EngineHits = {
  positions: new Float64Array(0),
  hashes: new Uint32Array(0),
  found: new Uint32Array(0),
};

/** Of a hit whose key has `found` postings in the catalogue and occurs `repeats` times in the query. */
function evidence(found: number, repeats: number): number {
  return 1 / (1 + Math.log2(Math.max(1, found * repeats)));
}
