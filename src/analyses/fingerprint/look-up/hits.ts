/** Joins a query's hashes with the catalogue's cells: which positions share a key with which time of the query. */
import type { PostingPage } from '../../../domain/posting-block.js';
import type { EngineHits } from '../ports.js';
import type { HashList } from './hashes.js';
import { wantedPostings } from './wanted-postings.js';

/** Hits: `positions` in units on the catalogue's time line, `times` in units of the query. */
export interface HitList {
  readonly count: number;
  readonly positions: Float64Array;
  readonly times: Float32Array;
  /** Evidence of a hit: less where its key is common. */
  readonly weights: Float32Array;
}

/**
 * The hits of each query, whose keys rise, valid until others are collected; the catalogue's cells are read once for all of them. `engineHits` are those
 * that a search engine found for each query beside the pages.
 */
export function collectHits(
  queries: readonly HashList[],
  pages: readonly PostingPage[],
  engineHits?: readonly EngineHits[],
): HitList[] {
  const wanted = new WantedKeys(queries);
  const { count, positions, runs, found } = wantedPostings(pages, wanted.keys);
  const lists = queries.map((query, i) => new HitsOfQuery(query, engineHits?.[i] ?? noHits));
  const { starts, queryOf, placeOf } = wanted;
  for (let key = 0; key < found.length; key++) {
    const end = starts[key + 1]!;
    for (let use = starts[key]!; use < end; use++) lists[queryOf[use]!]!.expect(placeOf[use]!, found[key]!);
  }
  const arena = new Arena(lists.reduce((sum, list) => sum + list.count, 0));
  for (const list of lists) list.takeRoom(arena);
  for (let run = 0; run < runs.length; run += 2) {
    const key = runs[run]!;
    const from = runs[run + 1]!;
    const to = run + 2 < runs.length ? runs[run + 3]! : count;
    const end = starts[key + 1]!;
    for (let use = starts[key]!; use < end; use++)
      lists[queryOf[use]!]!.add(positions, from, to, placeOf[use]!);
  }
  return lists.map((list) => list.withEngineHits());
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
    const { keys, queryOf, placeOf } = mergedUses(queries.map(({ keys }, query) => usesOf(keys, query)));
    this.queryOf = queryOf;
    this.placeOf = placeOf;
    const starts = new Uint32Array(keys.length + 1);
    let count = 0;
    for (let use = 0; use < keys.length; use++) {
      if (use > 0 && keys[use] === keys[use - 1]) continue;
      starts[count] = use;
      // The distinct keys overwrite those that were looked at.
      keys[count++] = keys[use]!;
    }
    starts[count] = keys.length;
    this.keys = keys.subarray(0, count);
    this.starts = starts.subarray(0, count + 1);
  }
}

/** Keys by rising value, then query. */
interface Uses {
  readonly keys: Uint32Array;
  readonly queryOf: Uint8Array;
  readonly placeOf: Uint32Array;
}

/** A query's distinct keys, each at its first place. */
function usesOf(keys: Uint32Array, query: number): Uses {
  const distinct = new Uint32Array(keys.length);
  const placeOf = new Uint32Array(keys.length);
  let count = 0;
  for (let at = 0; at < keys.length; at++) {
    if (at > 0 && keys[at] === keys[at - 1]) continue;
    distinct[count] = keys[at]!;
    placeOf[count++] = at;
  }
  return {
    keys: distinct.subarray(0, count),
    queryOf: new Uint8Array(count).fill(query),
    placeOf: placeOf.subarray(0, count),
  };
}

/** All of several lists, of which the earlier ones are of lower queries. */
function mergedUses(lists: readonly Uses[]): Uses {
  if (lists.length === 1) return lists[0]!;
  const half = lists.length >> 1;
  const [a, b] = [mergedUses(lists.slice(0, half)), mergedUses(lists.slice(half))];
  const total = a.keys.length + b.keys.length;
  const merged = {
    keys: new Uint32Array(total),
    queryOf: new Uint8Array(total),
    placeOf: new Uint32Array(total),
  };
  for (let at = 0, i = 0, j = 0; at < total; at++) {
    const isOfA = j === b.keys.length || (i < a.keys.length && a.keys[i]! <= b.keys[j]!);
    const from = isOfA ? a : b;
    const use = isOfA ? i++ : j++;
    merged.keys[at] = from.keys[use]!;
    merged.queryOf[at] = from.queryOf[use]!;
    merged.placeOf[at] = from.placeOf[use]!;
  }
  return merged;
}

/** Postings of one key from which on copying them together costs less than one by one. */
const longRun = 16;

let memory = {
  positions: new Float64Array(0),
  times: new Float32Array(0),
  weights: new Float32Array(0),
};

/** Room for the hits of one collection: hundreds of thousands, so that the memory is used again. */
class Arena {
  private end = 0;

  constructor(count: number) {
    if (count <= memory.positions.length) return;
    const room = Math.ceil(1.25 * count);
    memory = {
      positions: new Float64Array(room),
      times: new Float32Array(room),
      weights: new Float32Array(room),
    };
  }

  take(
    count: number,
  ): readonly [Float64Array<ArrayBuffer>, Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
    const [from, to] = [this.end, this.end + count];
    this.end = to;
    return [
      memory.positions.subarray(from, to),
      memory.times.subarray(from, to),
      memory.weights.subarray(from, to),
    ];
  }
}

/** One hit for each time at which the query has the key of a posting. */
class HitsOfQuery {
  private positions = new Float64Array(0);
  private times = new Float32Array(0);
  private weights = new Float32Array(0);
  /** Of its hits, once it expects all of them. */
  count: number;
  private next = 0;
  /** Of the first of equal keys: how many they are, and the evidence of a hit. */
  private readonly repeats: Uint32Array;
  private readonly evidence: Float32Array;
  private readonly firstOf: Uint32Array;

  constructor(
    private readonly query: HashList,
    private readonly engineHits: EngineHits,
  ) {
    const { keys } = query;
    this.count = engineHits.positions.length;
    this.repeats = new Uint32Array(keys.length);
    this.evidence = new Float32Array(keys.length);
    this.firstOf = new Uint32Array(keys.length);
    let first = 0;
    for (let at = 0; at < keys.length; at++) {
      if (keys[at] !== keys[first]) first = at;
      this.firstOf[at] = first;
      this.repeats[first]!++;
    }
  }

  /** `at`: the first of the query's equal keys, which has `found` postings in the pages. */
  expect(at: number, found: number): void {
    const repeats = this.repeats[at]!;
    this.count += found * repeats;
    this.evidence[at] = evidence(found + (this.engineHits.found[at] ?? 0), repeats);
  }

  takeRoom(arena: Arena): void {
    [this.positions, this.times, this.weights] = arena.take(this.count);
  }

  /** `at`: the first of the query's equal keys, which has postings at positions from … to − 1. */
  add(positions: Float64Array, from: number, to: number, at: number): void {
    const repeats = this.repeats[at]!;
    const weight = this.evidence[at]!;
    if (repeats === 1 && to - from >= longRun) {
      const next = this.next + to - from;
      this.positions.set(positions.subarray(from, to), this.next);
      this.times.fill(this.query.times[at]!, this.next, next);
      this.weights.fill(weight, this.next, next);
      this.next = next;
      return;
    }
    const end = at + repeats;
    for (let i = from; i < to; i++) {
      for (let use = at; use < end; use++, this.next++) {
        this.positions[this.next] = positions[i]!;
        this.times[this.next] = this.query.times[use]!;
        this.weights[this.next] = weight;
      }
    }
  }

  /** The hits, with those of the search engine behind. */
  withEngineHits(): HitList {
    const { positions, hashes } = this.engineHits;
    for (let i = 0; i < positions.length; i++, this.next++) {
      const at = hashes[i]!;
      this.positions[this.next] = positions[i]!;
      this.times[this.next] = this.query.times[at]!;
      this.weights[this.next] = this.evidence[this.firstOf[at]!]!;
    }
    const { count, positions: all, times, weights } = this;
    return { count, positions: all, times, weights };
  }
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
