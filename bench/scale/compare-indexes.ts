/**
 * `npm run bench -- scale --compare --songs N --recordings DIR [--excerpts 100]`: the same look-ups in the index in the database and in the
 * search engine beside it, on one catalogue: whether both give the same places to verify, and the right one among
 * them. Queries are of real recordings, registered and not, as they are and with peaks lost.
 */
import { wilsonInterval } from '../../src/analyses/ai-detection/evidence/wilson.js';
import { type QueryWindow, queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import type { VoteCandidate } from '../../src/analyses/fingerprint/look-up/vote.js';
import { engineVersion, framesPerSecond, framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import { packPeaks } from '../../src/analyses/fingerprint/peaks/peak-codec.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import type { FingerprintIndex } from '../../src/analyses/fingerprint/ports.js';
import { lookUpBudgets } from '../../src/analyses/fingerprint/search.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { openDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { withSearchEngine } from '../../src/storage/search/engine-index.js';
import { createFiller } from '../../src/storage/search/filler.js';
import { opaque } from '../../src/storage/transaction.js';
import { postgresPrograms, startCluster, withoutPostgres } from '../../tests/postgres/cluster.js';
import { hasClickHouse, startClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';
import { localCompute } from '../fingerprint/local-compute.js';
import { printTable, showProgress } from '../fingerprint/report.js';
import { syntheticSongs, writeSongs } from './bulk-songs.js';
import { damaged, peaksOf } from './fingerprint-keys.js';
import { cutExcerpts, peaksOfExcerpt } from './real-excerpts.js';

const losses = [0, 0.5];
const placesALookUp = 8;
const querySeconds = 20;
const accountId = 'bench';
const compute = localCompute(() => Promise.reject(new Error('Voting needs no sound')));

export interface CompareOptions {
  readonly songs: number;
  readonly recordings: string;
  /** Registered ones that are asked for; a quarter as many are asked for and were never registered. */
  readonly excerpts: number;
}

export async function compareEngine({ songs, recordings, excerpts }: CompareOptions): Promise<void> {
  if (!hasClickHouse) throw new Error(`The bench ${withoutClickHouse}`);
  if (postgresPrograms === null) throw new Error(`The bench ${withoutPostgres}`);
  const sets = await cutExcerpts(recordings, {
    registered: excerpts,
    unregistered: Math.ceil(excerpts / 4),
  });
  const cluster = await startCluster({ shared_buffers: '1GB', max_wal_size: '4GB' });
  const server = await startClickHouse();
  const { db, close } = await openDatabase({ url: await cluster.createDatabase(), folder: '' }, migrations);
  const engine = openClickHouse(server.url, { searchTimeoutMs: 60_000 });
  try {
    const own = createFingerprintStore(db);
    const all = syntheticSongs(await peaksOf(sets.sources), seededRandom(17));
    await writeSongs({ db, index: own, accountId, next: () => all.next().value }, songs);
    const queries: Query[] = [];
    for (const [i, excerpt] of sets.registered.entries()) {
      const { whole, query } = await peaksOfExcerpt(excerpt);
      const song = songOf(whole, `mus_${i}`);
      await db.transaction().execute((transaction) => own.add(opaque(transaction), accountId, song));
      queries.push({ peaks: query, musicId: song.musicId });
    }
    for (const excerpt of sets.unregistered)
      queries.push({ peaks: (await peaksOfExcerpt(excerpt)).query, musicId: null });
    await createFiller(db, engine, {
      readCodes: readSegmentCodes,
      melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
      onNotice(_, message) {
        throw new Error(message);
      },
    }).round();
    const beside = withSearchEngine(own, db, engine, {
      mode: 'serve',
      onSearch(path) {
        if (path !== 'engine') throw new Error(`The engine did not answer: ${path}`);
      },
      onCompared() {},
      onFailure(error) {
        throw error;
      },
    });
    await compare(own, beside, queries);
  } finally {
    await engine.close();
    await close();
    await server.remove();
    cluster.stop();
  }
}

interface Query {
  readonly peaks: PeakList;
  /** The registered song that it is of. */
  readonly musicId: string | null;
}

function songOf(peaks: PeakList, musicId: string) {
  const { keys, times } = songHashes(peaks);
  const frames = peaks.times.at(-1)!;
  return {
    musicId,
    engine: engineVersion,
    title: musicId,
    artist: '',
    durationSeconds: frames / framesPerSecond,
    lengthUnits: Math.ceil(frames / framesPerUnit) + 1,
    keys,
    times,
    peaks: packPeaks(peaks),
  };
}

const isSame = (a: VoteCandidate | undefined, b: VoteCandidate | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a.start - b.start) < 2;

async function compare(own: FingerprintIndex, beside: FingerprintIndex, queries: readonly Query[]) {
  const random = seededRandom(21);
  const extent = await own.extent(accountId);
  const rows: string[][] = [];
  for (const loss of losses) {
    const seen = {
      lookUps: 0,
      first: 0,
      all: 0,
      shared: 0,
      wanted: 0,
      known: 0,
      rightOwn: 0,
      rightEngine: 0,
    };
    for (const [i, { peaks, musicId }] of queries.entries()) {
      const [window] = queryWindows(loss > 0 ? damaged(peaks, loss, random) : peaks, querySeconds);
      for (const keys of lookUpBudgets(window!.keys.length, extent.postings)) {
        const mine = await placesOf(own, window!, keys);
        const engines = await placesOf(beside, window!, keys);
        const shared = mine.filter((place) => engines.some((other) => isSame(place, other))).length;
        seen.lookUps++;
        if (isSame(mine[0], engines[0]) || (mine.length === 0 && engines.length === 0)) seen.first++;
        if (shared === mine.length && mine.length === engines.length) seen.all++;
        seen.shared += shared;
        seen.wanted += mine.length;
        if (musicId === null) continue;
        seen.known++;
        if (await leadsTo(own, mine, musicId)) seen.rightOwn++;
        if (await leadsTo(own, engines, musicId)) seen.rightEngine++;
      }
      showProgress(i + 1, queries.length, 'asking both');
    }
    rows.push([
      `${Math.round(100 * loss)} %`,
      of(seen.first, seen.lookUps),
      of(seen.all, seen.lookUps),
      `${seen.shared} of ${seen.wanted}`,
      of(seen.rightOwn, seen.known),
      of(seen.rightEngine, seen.known),
    ]);
  }
  console.log(`${extent.songs} songs, ${queries.length} queries of 20 s, each with 400 keys and more:`);
  printTable(
    [
      'peaks lost',
      'look-ups with the same first place',
      'with the same places, 8 at most',
      'places of the index that the engine gives',
      'the registered song among them: index',
      'engine',
    ],
    rows,
  );
}

function of(count: number, n: number): string {
  const [low, high] = wilsonInterval(count / Math.max(1, n), Math.max(1, n));
  return `${count} of ${n} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %)`;
}

async function leadsTo(
  index: FingerprintIndex,
  places: readonly VoteCandidate[],
  musicId: string,
): Promise<boolean> {
  const songs = await index.songsAt(
    accountId,
    places.map(({ centre }) => centre),
  );
  return songs.some((song) => song?.musicId === musicId);
}

async function placesOf(
  index: FingerprintIndex,
  window: QueryWindow,
  keys: number,
): Promise<VoteCandidate[]> {
  const spanFrames = (window.endSeconds - window.startSeconds) * framesPerSecond;
  const query = { keys: window.keys.slice(0, keys), times: window.times.slice(0, keys) };
  const lookUp = { ...query, spanUnits: spanFrames / framesPerUnit };
  const dense = await index.denseHits?.(accountId, [lookUp], new AbortController().signal);
  const pages = dense?.pages ?? (await index.postings(accountId, Uint32Array.from(new Set(query.keys))));
  const [places] = await compute.run('fingerprint.vote', {
    queries: [{ ...query, spanFrames }],
    pages,
    limit: placesALookUp,
    ...(dense ? { engineHits: dense.hits } : {}),
  });
  return places!;
}
