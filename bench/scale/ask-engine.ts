/** A query put to an engine as the product puts it, in its two statements: counting, then voting. */
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { weighHashes } from '../../src/storage/search/weigh-hashes.js';
import type { BulkEngine, Spent } from './bulk-engine.js';
import type { Measured } from './cost-model.js';
import { type KeyPool, type Query, queryOf, queryPlaces } from './fingerprint-keys.js';

export const catalogue = 1n;
/** Keys that a query of 20 s has in all. */
export const keysOfQuery = 17_000;
/** Whole rounds of queries; the cheapest counts, since other work on the machine only ever adds. */
const rounds = 3;

export interface Answer {
  readonly hits: number;
  readonly voted: number;
  readonly positions: Float64Array;
}

type Counted = Omit<Answer, 'positions'> & { readonly vote: () => Promise<Float64Array> };

async function count(
  engine: SearchEngine,
  query: Query,
  limit: number,
  maxHits: number | undefined,
): Promise<Counted> {
  const { signal } = new AbortController();
  const keys = Uint32Array.from(new Set(query.keys.subarray(0, limit)));
  const counts = await engine.count(catalogue, keys, signal);
  const countOf = new Map(Array.from(keys, (key, i) => [key, counts[i]!]));
  const lookUp = { keys: query.keys.slice(0, limit), times: query.times.slice(0, limit), spanUnits: 160 };
  const hashes = weighHashes([lookUp], countOf, maxHits);
  return {
    hits: counts.reduce((sum, one) => sum + one, 0),
    voted: hashes.reduce((sum, { key }) => sum + countOf.get(key)!, 0),
    vote: async () => (await engine.denseHits(catalogue, hashes, signal)).positions,
  };
}

export async function ask(
  engine: SearchEngine,
  query: Query,
  limit: number,
  maxHits?: number,
): Promise<Answer> {
  const { vote, ...counted } = await count(engine, query, limit, maxHits);
  return { ...counted, positions: await vote() };
}

/** What look-ups of `limit` keys cost: the mean of whole recordings' queries, in the cheapest of some rounds. */
export async function measureLookUps(
  { engine, bulk, pool }: { engine: SearchEngine; bulk: BulkEngine; pool: KeyPool },
  { songs, slice, limit }: { readonly songs: number; readonly slice: number; readonly limit: number },
): Promise<Measured & { readonly wallMs: number; readonly bytes: number; readonly peakBytes: number }> {
  const random = seededRandom(9);
  const queries = pool.heldOut.flatMap((peaks) =>
    queryPlaces.map((place) => queryOf(peaks, place, 0, random)),
  );
  const of = queries.length;
  let [counting, voting]: (Spent | null)[] = [null, null];
  let [hits, voted] = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const counted: Counted[] = [];
    const one = await bulk.spent(async () => {
      for (const query of queries) counted.push(await count(engine, query, limit, undefined));
    });
    const other = await bulk.spent(async () => {
      for (const { vote } of counted) await vote();
    });
    counting = cheaper(counting, one);
    voting = cheaper(voting, other);
    hits = counted.reduce((sum, each) => sum + each.hits, 0) / of;
    voted = counted.reduce((sum, each) => sum + each.voted, 0) / of;
  }
  return {
    songs,
    keys: limit,
    span: Math.min(1, (limit * slice) / keysOfQuery),
    parts: await bulk.parts(),
    hits,
    voted,
    rows: counting!.rows / of,
    bytes: counting!.bytes / of,
    countCpuMs: counting!.cpuMs / of,
    voteCpuMs: voting!.cpuMs / of,
    voteBytes: voting!.statementBytes,
    peakBytes: voting!.peakBytes,
    wallMs: (counting!.ms + voting!.ms) / of,
  };
}

const cheaper = (known: Spent | null, one: Spent): Spent =>
  known !== null && known.cpuMs <= one.cpuMs ? known : one;
