/**
 * `npm run bench -- scale --engine clickhouse [--songs 160000] [--slice 8]`: postings of so many synthetic songs in a real
 * engine, in a process of its own: bytes, and the CPU of its process for counting and voting. Keys are drawn from synthetic songs;
 * only the lowest part of the keys is written (an eighth), which holds those that queries look up first.
 */
import { readFileSync } from 'node:fs';
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { songHashes } from '../../src/analyses/fingerprint/hashes.js';
import { framesPerSecond } from '../../src/analyses/fingerprint/parameters.js';
import { type PeakList, peaksBetween } from '../../src/analyses/fingerprint/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks.js';
import { lookUpBudgets } from '../../src/analyses/fingerprint/search.js';
import { keyBits } from '../../src/domain/posting-block.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { weighHashes } from '../../src/storage/search/weigh-hashes.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { synthesiseSong } from '../fingerprint/synthetic.js';

/** Of a song of four minutes. */
const postingsPerSong = 4272;
const unitsPerSong = 1883;
const rowsPerInsert = 1_000_000;
const poolSongs = 10;
const songSeconds = 35;
const querySongs = 5;

export async function measureEngine(engineName: string, songs: number, slice: number): Promise<void> {
  if (engineName !== 'clickhouse') throw new Error('--engine: there is clickhouse alone');
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  const server = await startClickHouse();
  const engine = openClickHouse(server.url, { searchTimeoutMs: 300_000 });
  try {
    await engine.prepare();
    const belowKey = 2 ** keyBits / slice;
    const { pool, queries } = await drawPool(belowKey);
    const total = Math.round((songs * postingsPerSong) / slice);
    const cpuMs = (): number => cpuMsOf(server.pid);
    const filledMs = await spent(cpuMs, () => insertAll(engine, pool, total, songs));
    const { postings, bytes } = await engine.size();
    console.log(`${songs} songs, one in ${slice} of their keys: ${postings} postings`);
    printTable(
      ['bytes a posting', 'bytes a song', 'engine’s CPU µs a posting added'],
      [
        [
          (bytes / postings).toFixed(2),
          ((bytes / postings) * postingsPerSong).toFixed(0),
          ((filledMs * 1000) / postings).toFixed(2),
        ],
      ],
    );
    const budgets = lookUpBudgets(17_000, songs * postingsPerSong).filter((keys) => keys <= 17_000 / slice);
    const rows = [];
    for (const keys of budgets) rows.push(await ask(engine, queries, keys, cpuMs));
    printTable(['keys', 'hits', 'voted on', 'counting, CPU ms', 'voting, CPU ms', 'hits given out'], rows);
    const removedMs = await spent(cpuMs, () => engine.remove(1n, [{ from: 0, to: unitsPerSong }]));
    console.log(`Removing one song: ${removedMs.toFixed(0)} ms of the engine's CPU`);
  } finally {
    await engine.close();
    await server.remove();
  }
}

async function drawPool(
  belowKey: number,
): Promise<{ pool: Uint32Array; queries: { keys: Uint32Array; times: Uint32Array }[] }> {
  const keys: number[] = [];
  const queries = [];
  for (let seed = 0; seed < poolSongs; seed++) {
    const extractor = await PeakExtractor.create();
    extractor.push(synthesiseSong(seed, songSeconds));
    const peaks: PeakList = extractor.finish();
    for (const key of songHashes(peaks).keys) if (key < belowKey) keys.push(key);
    if (seed < querySongs) {
      const part = peaksBetween(peaks, 10 * framesPerSecond, 30 * framesPerSecond);
      queries.push(queryWindows(part, 20)[0]!);
    }
    showProgress(seed + 1, poolSongs, 'hearing synthetic songs');
  }
  return { pool: Uint32Array.from(keys), queries };
}

async function insertAll(
  engine: SearchEngine,
  pool: Uint32Array,
  total: number,
  songs: number,
): Promise<void> {
  const random = seededRandom(9);
  // Few songs give few keys: the lowest four bits are drawn anew, lest every key have a list of absurd length.
  const draw = (): number => (pool[Math.floor(random() * pool.length)]! & ~15) | Math.floor(random() * 16);
  for (let done = 0; done < total; done += rowsPerInsert) {
    const count = Math.min(rowsPerInsert, total - done);
    const keys = Array.from({ length: count }, draw);
    const positions = Array.from({ length: count }, () => Math.floor(random() * songs * unitsPerSong));
    await engine.insert({ catalogue: 1n, keys, positions });
    showProgress(done + count, total, 'inserting postings');
  }
}

async function ask(
  engine: SearchEngine,
  queries: readonly { keys: Uint32Array; times: Uint32Array }[],
  limit: number,
  cpuMs: () => number,
): Promise<(string | number)[]> {
  const { signal } = new AbortController();
  let hits = 0;
  let voted = 0;
  let given = 0;
  let countMs = 0;
  let voteMs = 0;
  for (const query of queries) {
    const keys = Uint32Array.from(new Set(query.keys.subarray(0, limit)));
    let counts = new Uint32Array(0);
    countMs += await spent(cpuMs, async () => {
      counts = Uint32Array.from(await engine.count(1n, keys, signal));
    });
    hits += counts.reduce((sum, count) => sum + count, 0);
    const countOf = new Map(Array.from(keys, (key, i) => [key, counts[i]!]));
    const lookUp = { keys: query.keys.slice(0, limit), times: query.times.slice(0, limit), spanUnits: 160 };
    const hashes = weighHashes([lookUp], countOf);
    voted += hashes.reduce((sum, { key }) => sum + countOf.get(key)!, 0);
    voteMs += await spent(cpuMs, async () => {
      given += (await engine.denseHits(1n, hashes, signal)).positions.length;
    });
  }
  const mean = (sum: number): string => (sum / queries.length).toFixed(0);
  return [limit, mean(hits), mean(voted), mean(countMs), mean(voteMs), mean(given)];
}

async function spent(cpuMs: () => number, work: () => Promise<void>): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}

/** User and system time of a process and its threads, from the kernel, which counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
