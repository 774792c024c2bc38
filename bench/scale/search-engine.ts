/**
 * `npm run bench -- scale --engine clickhouse [--songs 160000] [--held-out N] [--slice 8] [--recordings DIR]`: postings of this many songs in
 * a real engine, in a process of its own: bytes, and what its process spends on adding, counting, voting and removing; and
 * which of some registered recordings it gives out, whole and damaged. `--songs` can be a list: one table grows from each size to the
 * next, and the cost model is fitted to all but those of `--held-out`, which it then predicts. Only the lowest part of
 * the keys is written (one in `slice`), which holds those that queries look up first. Most rows the engine makes itself
 * from the pool of keys; what adding costs is measured on songs that come through the product's adapter.
 */
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import { keyBits } from '../../src/domain/posting-block.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { type Answer, ask, catalogue, keysOfQuery, measureLookUps } from './ask-engine.js';
import { type BulkEngine, bulkEngine } from './bulk-engine.js';
import { drawPool, type KeyPool, queryOf, queryPlaces } from './fingerprint-keys.js';
import { printModel, type SizeMeasured } from './model-report.js';

/** Of a song of four minutes. */
const postingsPerSong = 4272;
const unitsPerSong = 1883;
const variants = 60;
const rowsPerInsert = 16_000_000;
const addedSongs = 1000;
/** Room on the time line behind the songs, for those that each size adds. */
const roomUnits = 2 ** 36;
/** Shares of a query's peaks that are lost and replaced. */
const losses = [0, 0.3, 0.5, 0.6];
/** Keys that are looked up, the lowest of a query, where the slice holds that many. */
const lookUps = [100, 200, 400, 1500];

export interface EngineOptions {
  /** Rising. */
  readonly songs: readonly number[];
  readonly heldOut: readonly number[];
  readonly slice: number;
  readonly recordings: string | null;
}

export async function measureEngine({ songs, heldOut, slice, recordings }: EngineOptions): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  const random = seededRandom(9);
  const pool = await drawPool(recordings, 2 ** keyBits / slice, variants);
  const server = await startClickHouse();
  const engine = openClickHouse(server.url, { searchTimeoutMs: 300_000 });
  const filled = { engine, bulk: bulkEngine(server), pool, slice, random };
  const sizes: SizeMeasured[] = [];
  try {
    await engine.prepare();
    await addRecordings(filled, roomUnits);
    for (const [i, size] of songs.entries()) {
      const before = songs[i - 1] ?? 0;
      await filled.bulk.fill(pool.keys, {
        total: Math.round(((size - before) * postingsPerSong) / slice),
        fromPosition: before * unitsPerSong,
        positions: (size - before) * unitsPerSong,
        rowsPerInsert,
      });
      sizes.push(await measureSize(filled, size, (i + 2) * roomUnits));
    }
    if (songs.length === 1) await findRecordings(filled, roomUnits);
  } finally {
    await engine.close();
    await server.remove();
  }
  printModel(sizes, heldOut);
}

interface Filled {
  readonly engine: SearchEngine;
  readonly bulk: BulkEngine;
  readonly pool: KeyPool;
  readonly slice: number;
  readonly random: () => number;
}

/** What an engine costs that is filled so far. */
async function measureSize(filled: Filled, songs: number, freePosition: number): Promise<SizeMeasured> {
  const { engine, bulk, pool, slice } = filled;
  await bulk.settle();
  const added = await bulk.spent(() => addSongs(filled, freePosition));
  await bulk.settle();
  const { postings, bytes } = await engine.size();
  const parts = await bulk.parts();
  console.log(
    `\n${songs} songs, one in ${slice} of their keys: ${postings} postings in ${parts.length} parts, ${new Set(pool.keys).size} keys`,
  );
  const limits = lookUps.filter((keys) => keys <= keysOfQuery / slice);
  const measured = [];
  for (const limit of limits) measured.push(await measureLookUps(filled, { songs, slice, limit }));
  const removed = await bulk.spent(() => engine.remove(catalogue, [{ from: 0, to: unitsPerSong }]));
  printTable(
    [
      'keys',
      'hits',
      'voted on',
      'rows read',
      'MB read',
      'counting, CPU ms',
      'voting, CPU ms',
      'voting, MB',
      'both, wall ms',
    ],
    measured.map((each) => [
      each.keys,
      each.hits.toFixed(0),
      each.voted.toFixed(0),
      each.rows.toFixed(0),
      (each.bytes / 1e6).toFixed(1),
      each.countCpuMs.toFixed(1),
      each.voteCpuMs.toFixed(1),
      (each.voteBytes / 1e6).toFixed(0),
      each.wallMs.toFixed(0),
    ]),
  );
  printTable(
    [
      'bytes a posting',
      'bytes a song',
      `adding ${addedSongs} songs, CPU ms, all keys`,
      'removing one, CPU ms, these keys',
      'rows of the parts',
    ],
    [
      [
        (bytes / postings).toFixed(2),
        ((bytes / postings) * postingsPerSong).toFixed(0),
        (added.cpuMs * slice).toFixed(0),
        removed.cpuMs.toFixed(0),
        parts.join(' '),
      ],
    ],
  );
  return { songs, postings, bytes, lookUps: measured };
}

/** The recordings that queries are of, one after the other from `start`. */
async function addRecordings({ engine, pool, slice }: Filled, start: number): Promise<void> {
  const keys: number[] = [];
  const positions: number[] = [];
  pool.heldOut.forEach((peaks, song) => {
    const hashes = songHashes(peaks);
    hashes.keys.forEach((key, i) => {
      if (key >= 2 ** keyBits / slice) return;
      keys.push(key);
      positions.push(start + song * unitsPerSong * 2 + hashes.times[i]!);
    });
  });
  await engine.insert({ catalogue, keys, positions });
}

async function addSongs({ engine, pool, slice, random }: Filled, start: number): Promise<void> {
  const count = Math.round((addedSongs * postingsPerSong) / slice);
  const keys = Array.from({ length: count }, () => pool.keys[Math.floor(random() * pool.keys.length)]!);
  const positions = Array.from(
    { length: count },
    () => start + Math.floor(random() * addedSongs * unitsPerSong),
  );
  await engine.insert({ catalogue, keys, positions });
}

/** Hits of the true place that show it to whoever verifies places. */
const shownBy = 4;

/** In how many look-ups the recording's own place is among the windows given out: with votes on all hits, and bounded. */
async function findRecordings({ engine, pool: { heldOut }, random }: Filled, start: number): Promise<void> {
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
      const some = await ask(engine, query, 400);
      const all = await ask(engine, query, 400, Infinity);
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
