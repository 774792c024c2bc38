/**
 * `npm run bench -- scale --engine clickhouse [--songs 160000] [--slice 8] [--recordings DIR]`: postings of this many songs in a real
 * engine, in a process of its own: bytes, and what its process spends on adding, counting, voting and removing; and which
 * of some registered recordings it gives out, whole and damaged. Only the lowest part of the keys is written (one in
 * `slice`), which holds those that queries look up first. Most rows the engine makes itself from the pool of keys; what adding
 * costs is measured on songs that come through the product's adapter.
 */
import { songHashes } from '../../src/analyses/fingerprint/hashes.js';
import { lookUpBudgets } from '../../src/analyses/fingerprint/search.js';
import { keyBits } from '../../src/domain/posting-block.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { weighHashes } from '../../src/storage/search/weigh-hashes.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { type BulkEngine, bulkEngine, type Spent } from './bulk-engine.js';
import { drawPool, type KeyPool, type Query, queryOf, queryPlaces } from './fingerprint-keys.js';

/** Of a song of four minutes. */
const postingsPerSong = 4272;
const unitsPerSong = 1883;
const variants = 60;
const rowsPerInsert = 16_000_000;
const addedSongs = 1000;
/** Shares of a query's peaks that are lost and replaced. */
const losses = [0, 0.3, 0.5, 0.6];
const catalogue = 1n;

export interface EngineOptions {
  readonly songs: number;
  readonly slice: number;
  readonly recordings: string | null;
}

export async function measureEngine({ songs, slice, recordings }: EngineOptions): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  const random = seededRandom(9);
  const pool = await drawPool(recordings, 2 ** keyBits / slice, variants);
  const server = await startClickHouse();
  const engine = openClickHouse(server.url, { searchTimeoutMs: 300_000 });
  const bulk = bulkEngine(server);
  try {
    await engine.prepare();
    const total = Math.round((songs * postingsPerSong) / slice);
    await bulk.fill(pool.keys, { total, positions: songs * unitsPerSong, rowsPerInsert });
    await measureFilled({ engine, bulk, pool, songs, slice, random });
  } finally {
    await engine.close();
    await server.remove();
  }
}

interface Filled {
  readonly engine: SearchEngine;
  readonly bulk: BulkEngine;
  readonly pool: KeyPool;
  readonly songs: number;
  readonly slice: number;
  readonly random: () => number;
}

/** What a filled engine costs, and what it finds. */
async function measureFilled({ engine, bulk, pool, songs, slice, random }: Filled): Promise<void> {
  const start = songs * unitsPerSong;
  await addRecordings(engine, pool, 2 ** keyBits / slice, start);
  const added = await bulk.spent(() => addSongs(engine, pool, slice, start * 2, random));
  await bulk.settle();
  const { postings, bytes } = await engine.size();
  const parts = await bulk.parts();
  console.log(
    `${songs} songs, one in ${slice} of their keys: ${postings} postings in ${parts} parts, ${new Set(pool.keys).size} keys`,
  );
  printTable(
    ['bytes a posting', 'bytes a song', `adding ${addedSongs} songs’ postings, CPU ms, all keys`],
    [
      [
        (bytes / postings).toFixed(2),
        ((bytes / postings) * postingsPerSong).toFixed(0),
        (added.cpuMs * slice).toFixed(0),
      ],
    ],
  );
  await askAll(engine, bulk, pool, { songs, slice, random });
  await findRecordings(engine, pool, start, random);
  const removed = await bulk.spent(() => engine.remove(catalogue, [{ from: 0, to: unitsPerSong }]));
  console.log(`Removing one song: ${removed.cpuMs.toFixed(0)} ms of the engine's CPU for these keys`);
}

/** The recordings that queries are of, one after the other from `start`. */
async function addRecordings(
  engine: SearchEngine,
  { heldOut }: KeyPool,
  belowKey: number,
  start: number,
): Promise<void> {
  const keys: number[] = [];
  const positions: number[] = [];
  heldOut.forEach((peaks, song) => {
    const hashes = songHashes(peaks);
    hashes.keys.forEach((key, i) => {
      if (key >= belowKey) return;
      keys.push(key);
      positions.push(start + song * unitsPerSong * 2 + hashes.times[i]!);
    });
  });
  await engine.insert({ catalogue, keys, positions });
}

async function addSongs(
  engine: SearchEngine,
  { keys: pool }: KeyPool,
  slice: number,
  start: number,
  random: () => number,
): Promise<void> {
  const count = Math.round((addedSongs * postingsPerSong) / slice);
  const keys = Array.from({ length: count }, () => pool[Math.floor(random() * pool.length)]!);
  const positions = Array.from(
    { length: count },
    () => start + Math.floor(random() * addedSongs * unitsPerSong),
  );
  await engine.insert({ catalogue, keys, positions });
}

interface Asked {
  readonly songs: number;
  readonly slice: number;
  readonly random: () => number;
}

async function askAll(
  engine: SearchEngine,
  bulk: BulkEngine,
  { heldOut }: KeyPool,
  { songs, slice, random }: Asked,
): Promise<void> {
  const queries = heldOut.flatMap((peaks) => queryPlaces.map((place) => queryOf(peaks, place, 0, random)));
  const budgets = lookUpBudgets(17_000, songs * postingsPerSong).filter((keys) => keys <= 17_000 / slice);
  const rows = [];
  for (const limit of new Set([Math.min(400, Math.round(17_000 / slice)), ...budgets])) {
    const mean = { hits: 0, voted: 0, given: 0, count: noneSpent, vote: noneSpent };
    for (const query of queries) {
      const answer = await ask(engine, query, limit, { bulk });
      mean.hits += answer.hits / queries.length;
      mean.voted += answer.voted / queries.length;
      mean.given += answer.positions.length / queries.length;
      mean.count = plus(mean.count, answer.count, queries.length);
      mean.vote = plus(mean.vote, answer.vote, queries.length);
    }
    const whole = [
      limit,
      mean.hits,
      mean.voted,
      mean.count.cpuMs,
      mean.vote.cpuMs,
      mean.count.ms + mean.vote.ms,
    ];
    rows.push([...whole, mean.given].map((value) => value.toFixed(0)));
    console.log(
      `${limit} keys: counting reads ${mean.count.rows.toFixed(0)} rows, ${mean.count.bytes.toFixed(0)} bytes; voting ` +
        `${mean.vote.rows.toFixed(0)} rows, at most ${(mean.vote.peakBytes / 1e6).toFixed(0)} MB of memory`,
    );
  }
  printTable(
    ['keys', 'hits', 'voted on', 'counting, CPU ms', 'voting, CPU ms', 'both, wall ms', 'hits given out'],
    rows,
  );
}

const noneSpent: Spent = { cpuMs: 0, ms: 0, rows: 0, bytes: 0, peakBytes: 0 };

function plus(sum: Spent, one: Spent, of: number): Spent {
  return {
    cpuMs: sum.cpuMs + one.cpuMs / of,
    ms: sum.ms + one.ms / of,
    rows: sum.rows + one.rows / of,
    bytes: sum.bytes + one.bytes / of,
    peakBytes: Math.max(sum.peakBytes, one.peakBytes),
  };
}

interface Answer {
  readonly hits: number;
  readonly voted: number;
  readonly positions: Float64Array;
  readonly count: Spent;
  readonly vote: Spent;
}

async function ask(
  engine: SearchEngine,
  query: Query,
  limit: number,
  { bulk, maxHits }: { readonly bulk?: BulkEngine; readonly maxHits?: number },
): Promise<Answer> {
  const { signal } = new AbortController();
  const keys = Uint32Array.from(new Set(query.keys.subarray(0, limit)));
  const measured = async <Value>(work: () => Promise<Value>): Promise<[Value, Spent]> => {
    let value: Value | undefined;
    const keep = async (): Promise<void> => {
      value = await work();
    };
    const spent = await (bulk?.spent(keep) ?? keep());
    return [value!, spent ?? noneSpent];
  };
  const [counts, count] = await measured(() => engine.count(catalogue, keys, signal));
  const countOf = new Map(Array.from(keys, (key, i) => [key, counts[i]!]));
  const lookUp = { keys: query.keys.slice(0, limit), times: query.times.slice(0, limit), spanUnits: 160 };
  const hashes = weighHashes([lookUp], countOf, maxHits);
  const [found, vote] = await measured(() => engine.denseHits(catalogue, hashes, signal));
  return {
    hits: counts.reduce((sum, one) => sum + one, 0),
    voted: hashes.reduce((sum, { key }) => sum + countOf.get(key)!, 0),
    positions: found.positions,
    count,
    vote,
  };
}

/** Hits of the true place that show it to whoever verifies places. */
const shownBy = 4;

/** In how many look-ups the recording's own place is among the windows given out: with votes on all hits, and bounded. */
async function findRecordings(
  engine: SearchEngine,
  { heldOut }: KeyPool,
  start: number,
  random: () => number,
): Promise<void> {
  const rows = [];
  for (const [i, loss] of losses.entries()) {
    let [bounded, unbounded, changed] = [0, 0, 0];
    const asked = heldOut.flatMap((peaks, song) =>
      queryPlaces.map((place) => ({ query: queryOf(peaks, place, loss, random), song })),
    );
    for (const { query, song } of asked) {
      const base = start + song * unitsPerSong * 2;
      const isShown = ({ positions }: Answer): boolean =>
        positions.filter((at) => at >= base && at < base + unitsPerSong * 2).length >= shownBy;
      const some = await ask(engine, query, 400, {});
      const all = await ask(engine, query, 400, { maxHits: Infinity });
      if (isShown(some)) bounded++;
      if (isShown(all)) unbounded++;
      if (some.voted < some.hits) changed++;
    }
    const of = (count: number): string => `${count} of ${heldOut.length * queryPlaces.length}`;
    rows.push([`${Math.round(100 * loss)} %`, of(bounded), of(unbounded), of(changed)]);
    showProgress(i + 1, losses.length, 'looking registered recordings up');
  }
  printTable(
    ['peaks lost', 'given out, bounded votes', 'given out, all votes', 'look-ups that were bounded'],
    rows,
  );
}
