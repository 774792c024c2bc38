/** The fingerprint index with a real search engine beside it, in whole, in part, away, slow, lost and restored. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/analyses/analysis.js';
import { voteKernel } from '../../src/analyses/fingerprint/kernels.js';
import { mergeBlocks } from '../../src/analyses/fingerprint/look-up/merge-blocks.js';
import type { VoteCandidate } from '../../src/analyses/fingerprint/look-up/vote.js';
import { framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import type { FingerprintIndex, SongToIndex } from '../../src/analyses/fingerprint/ports.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import type { Database } from '../../src/storage/schema.js';
import { catalogueOf, readEngineLag } from '../../src/storage/search/changes.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import {
  type EngineIndexOptions,
  type SearchPath,
  withSearchEngine,
} from '../../src/storage/search/engine-index.js';
import { createFiller } from '../../src/storage/search/filler.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { registerEngine, unregisterEngine } from '../../src/storage/search/registration.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import { opaque } from '../../src/storage/transaction.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../support/clickhouse.js';
import { excerpt, lengthUnits, song } from './random-songs.js';

const delays = {
  removalSeconds: 0,
  eraseSeconds: 0,
  eraseAgainSeconds: 0,
  verifySeconds: 0,
  settleSeconds: 0,
  verifyPostingsSeconds: 0,
};

describe.skipIf(!hasClickHouse)(`a search engine beside the database (${withoutClickHouse})`, () => {
  let server: ClickHouseServer;
  let opened: OpenDatabase;
  let db: Kysely<Database>;
  let own: FingerprintIndex;
  let engine: SearchEngine;
  let lastPath: SearchPath | null = null;
  let notices: string[] = [];

  beforeAll(async () => {
    server = await startClickHouse();
    opened = await openTestDatabase();
    db = opened.db;
    own = createFingerprintStore(db);
    engine = openClickHouse(server.url, { searchTimeoutMs: 30_000 });
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
    await server.remove();
  });

  const indexOver = (over: SearchEngine, options: Partial<EngineIndexOptions> = {}): FingerprintIndex =>
    withSearchEngine(own, db, over, {
      mode: 'serve',
      onSearch: (path) => {
        lastPath = path;
      },
      onCompared() {},
      onFailure() {},
      ...options,
    });
  const fill = (into: SearchEngine = engine): Promise<void> =>
    createFiller(db, into, {
      delays,
      readCodes: readSegmentCodes,
      melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
      onNotice: (_, message) => notices.push(message),
    }).round();
  const add = (account: string, item: SongToIndex) =>
    db.transaction().execute((transaction) => own.add(opaque(transaction), account, item));
  const addAll = async (account: string, seeds: readonly number[]): Promise<void> => {
    for (const seed of seeds) await add(account, song(seed));
  };
  const merge = (account: string) => own.maintain(account, async (step) => mergeBlocks(step));

  async function places(
    index: FingerprintIndex,
    account: string,
    seed: number,
    query = excerpt(song(seed)),
  ): Promise<VoteCandidate[]> {
    const dense = await index.denseHits?.(account, [query], new AbortController().signal);
    const pages = dense?.pages ?? (await own.postings(account, Uint32Array.from(new Set(query.keys)).sort()));
    const [found] = await voteKernel.run(
      {
        queries: [{ ...query, spanFrames: query.spanUnits * framesPerUnit }],
        pages,
        limit: 8,
        ...(dense ? { engineHits: dense.hits } : {}),
      },
      undefined as never,
    );
    return found!;
  }
  /** The song at the best-voted place. */
  async function find(index: FingerprintIndex, account: string, seed: number): Promise<string | undefined> {
    const [best] = await places(index, account, seed);
    const [found] = best ? await own.songsAt(account, [best.centre]) : [];
    return found?.musicId;
  }
  async function postingsIn(account: string): Promise<number> {
    const keys = Uint32Array.from({ length: 2000 }, (_, key) => key);
    const counts = await engine.count(catalogueOf(account), keys, new AbortController().signal);
    return counts.reduce((sum, count) => sum + count, 0);
  }
  const postingsOf = (seeds: readonly number[]): number =>
    seeds.reduce((sum, seed) => sum + song(seed).keys.length, 0);
  const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

  it('leads to the places that the index itself leads to: songs of before, of after, and a moment old', async () => {
    await addAll('a', range(1, 40));
    await merge('a');
    await fill();
    await addAll('a', range(40, 45));
    await fill();
    await addAll('a', range(45, 48));
    const index = indexOver(engine);
    for (const seed of [1, 17, 39, 40, 44, 45, 47]) {
      const mine = await places(own, 'a', seed);
      const engines = await places(index, 'a', seed);
      expect(lastPath).toBe('engine');
      expect(engines[0]).toEqual(mine[0]);
      expect(await find(index, 'a', seed)).toBe(`mus_${seed}`);
    }
    expect((await readEngineLag(db))?.changes).toBe(3);
    await fill();
    expect(await readEngineLag(db)).toMatchObject({ changes: 0, accountsInBacklog: 0 });
    expect(await postingsIn('a')).toBe(postingsOf(range(1, 48)));
  });

  it('proposes places of a single hit too, as the index itself does: a damaged copy may have no more', async () => {
    for (const seed of [3, 21, 46]) {
      const { keys, times, spanUnits } = excerpt(song(seed));
      const query = { keys: keys.slice(0, 2), times: times.slice(0, 2), spanUnits };
      const mine = await places(own, 'a', seed, query);
      expect(mine.length).toBeGreaterThan(1);
      expect(await places(indexOver(engine), 'a', seed, query)).toEqual(mine);
    }
  });

  it('finds the song by the rarest keys where all hits would be too many to vote on', async () => {
    const asked: number[] = [];
    const counting: SearchEngine = {
      ...engine,
      denseHits(catalogue, hashes, signal) {
        asked.push(hashes.length);
        return engine.denseHits(catalogue, hashes, signal);
      },
    };
    const all = await places(indexOver(counting), 'a', 17);
    const few = await places(indexOver(counting, { maxVotedHits: 1 }), 'a', 17);
    expect(asked[1]).toBeLessThan(asked[0]!);
    expect(few[0]!.start).toBeCloseTo(all[0]!.start, 0);
  });

  it('keeps songs that the engine has not got in segments of their own, and merges them afterwards', async () => {
    await addAll('m', range(1, 12));
    await merge('m');
    const { rows } = await sql<{ n: number }>`select count(*)::int n from fingerprint_segments
      where account_id = 'm'`.execute(db);
    expect(rows[0]?.n).toBe(11);
    await fill();
    await merge('m');
    expect(await find(indexOver(engine), 'm', 5)).toBe('mus_5');
    expect(await postingsIn('m')).toBe(postingsOf(range(1, 12)));
  });

  it('holds each posting once, wherever a filling was cut off', async () => {
    for (const step of ['insert', 'confirm'] as const) {
      const account = `cut-${step}`;
      await addAll(account, range(1, 6));
      const failing: SearchEngine = {
        ...engine,
        async [step](...given: never[]) {
          await (engine[step] as (...all: never[]) => Promise<void>)(...given);
          throw new Error('cut off');
        },
      };
      await expect(fill(failing)).rejects.toThrow('cut off');
      expect(await find(indexOver(engine), account, 3)).toBe('mus_3');
      await fill();
      expect(await postingsIn(account)).toBe(postingsOf(range(1, 6)));
    }
  });

  it('asks the database where the engine is away or slow, and never says "not found" for what it cannot search', async () => {
    const impatient = openClickHouse(server.url, { searchTimeoutMs: 300 });
    const index = indexOver(impatient);
    const tooLarge = indexOver(impatient, { maxOwnSongs: 10 });
    const proveBoth = async (): Promise<void> => {
      expect(await find(index, 'a', 5)).toBe('mus_5');
      expect(lastPath).toBe('fallback');
      await expect(find(tooLarge, 'a', 5)).rejects.toThrow(UnavailableError);
      expect(lastPath).toBe('refused');
    };
    try {
      server.pause();
      await proveBoth();
      server.resume();
      await server.stop();
      await proveBoth();
      // Songs are added meanwhile, and found afterwards.
      await add('a', song(60));
      await expect(fill(impatient)).rejects.toThrow();
    } finally {
      server.resume();
      await server.start();
      await impatient.close();
    }
    await fill();
    expect(await find(indexOver(engine), 'a', 60)).toBe('mus_60');
    expect(lastPath).toBe('engine');
  });

  it('does not believe an engine that was restored from an older backup, and fills it anew', async () => {
    await server.stop();
    server.backup();
    await server.start();
    await addAll('a', range(70, 73));
    await fill();
    await server.stop();
    server.restore();
    await server.start();
    const index = indexOver(engine);
    expect(await find(index, 'a', 71)).toBe('mus_71');
    expect(lastPath).toBe('fallback');
    await expect(find(indexOver(engine, { maxOwnSongs: 10 }), 'a', 71)).rejects.toThrow(
      'it does not hold what it confirmed',
    );
    notices = [];
    await fill();
    expect(notices).toEqual(['the search engine does not hold what it confirmed: it is filled anew']);
    expect(await find(index, 'a', 71)).toBe('mus_71');
    expect(lastPath).toBe('engine');
    expect(await postingsIn('cut-insert')).toBe(postingsOf(range(1, 6)));
  });

  it('asks the database for an account that is half copied, and goes on where it was', async () => {
    await unregisterEngine(db);
    await registerEngine(db);
    await engine.drop();
    await engine.prepare();
    let inserts = 0;
    const failing: SearchEngine = {
      ...engine,
      async insert(rows) {
        if (++inserts === 3) throw new Error('cut off');
        await engine.insert(rows);
      },
    };
    await expect(fill(failing)).rejects.toThrow('cut off');
    const index = indexOver(engine);
    for (const account of ['a', 'm']) {
      expect(await find(index, account, 5)).toBe('mus_5');
      expect(lastPath).toBe('backlog');
    }
    await fill();
    expect(await find(index, 'a', 5)).toBe('mus_5');
    expect(lastPath).toBe('engine');
    expect(await postingsIn('m')).toBe(postingsOf(range(1, 12)));
  });

  it('loses a song that is removed, and all of an account that is deleted', async () => {
    await addAll('g', range(1, 5));
    await fill();
    await db.transaction().execute((transaction) => own.remove(opaque(transaction), 'g', 'mus_2'));
    expect(await find(indexOver(engine), 'g', 2)).not.toBe('mus_2');
    await fill();
    expect(await postingsIn('g')).toBe(postingsOf([1, 3, 4]));
    await db.transaction().execute((transaction) => own.removeAccount(opaque(transaction), 'g'));
    await fill();
    expect(await postingsIn('g')).toBe(0);
    expect(await postingsIn('m')).toBe(postingsOf(range(1, 12)));
    const { rows } = await sql`select 1 from search_engine where has_erased`.execute(db);
    expect(rows).toEqual([]);
  });

  it('copies an account again of which the engine lost postings, and removes what no account has', async () => {
    await addAll('a', range(100, 103));
    await fill();
    const whole = await postingsIn('a');
    const others = await postingsIn('m');
    // As a server that crashed: some are lost, some are of nobody.
    await engine.remove(catalogueOf('a'), [{ from: 0, to: 2 * lengthUnits }]);
    await engine.insert({ catalogue: 12345n, keys: [1, 2], positions: [3, 4] });
    expect(await postingsIn('a')).toBeLessThan(whole);
    await add('a', song(103));
    notices = [];
    await fill();
    expect(notices).toEqual([
      'the search engine does not hold the postings it confirmed: these accounts are copied again',
      'the search engine holds postings that no account has: they are removed',
    ]);
    expect(await postingsIn('a')).toBe(whole + postingsOf([103]));
    expect(await postingsIn('m')).toBe(others);
    expect((await engine.held([12345n])).get(12345n)).toBe(0);
    expect(await find(indexOver(engine), 'a', 101)).toBe('mus_101');
    expect(lastPath).toBe('engine');
    notices = [];
    await fill();
    expect(notices).toEqual([]);
  });

  it('lets the database answer for such an account until it is copied', async () => {
    await engine.remove(catalogueOf('a'), [{ from: 0, to: 2 * lengthUnits }]);
    const failing: SearchEngine = { ...engine, insert: () => Promise.reject(new Error('cut off')) };
    await expect(fill(failing)).rejects.toThrow('cut off');
    expect(await find(indexOver(engine), 'a', 101)).toBe('mus_101');
    expect(lastPath).toBe('backlog');
    await fill();
    expect(lastPath).toBe('backlog');
    expect(await find(indexOver(engine), 'a', 101)).toBe('mus_101');
    expect(lastPath).toBe('engine');
  });

  it('counts at once after each start of the engine, and otherwise when it is due', async () => {
    const filler = createFiller(db, engine, {
      delays: { ...delays, verifyPostingsSeconds: 3600 },
      readCodes: readSegmentCodes,
      melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
      onNotice: (_, message) => notices.push(message),
    });
    notices = [];
    await filler.round();
    const whole = await postingsIn('m');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await engine.remove(catalogueOf('m'), [{ from: 0, to: lengthUnits }]);
    await filler.round();
    expect(notices).toEqual([]);
    await server.stop();
    await server.start();
    await filler.round();
    expect(notices).toHaveLength(1);
    expect(await postingsIn('m')).toBe(whole);
  });

  it('notes no changes where no engine is registered', async () => {
    await unregisterEngine(db);
    await add('a', song(90));
    expect(await readEngineLag(db)).toBeNull();
    const { rows } = await sql`select 1 from search_changes`.execute(db);
    expect(rows).toEqual([]);
    expect(await find(indexOver(engine), 'a', 90)).toBe('mus_90');
    expect(lastPath).toBe('backlog');
  });
});
