/** The fingerprint index with a search engine of several servers: whole, without one, with one more. */
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../src/analyses/analysis.js';
import { voteKernel } from '../../src/analyses/fingerprint/kernels.js';
import { mergeBlocks } from '../../src/analyses/fingerprint/look-up/merge-blocks.js';
import type { VoteCandidate } from '../../src/analyses/fingerprint/look-up/vote.js';
import { framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import type { FingerprintIndex } from '../../src/analyses/fingerprint/ports.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createFingerprintStore } from '../../src/storage/fingerprint/store.js';
import type { Database } from '../../src/storage/schema.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { withSearchEngine } from '../../src/storage/search/engine-index.js';
import { createFiller } from '../../src/storage/search/filler.js';
import type { FoundHits, SearchEngine } from '../../src/storage/search/ports.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import { opaque } from '../../src/storage/transaction.js';
import {
  type ClickHouseCluster,
  hasClickHouseLibrary,
  startCluster,
  withoutClickHouseLibrary,
} from '../support/clickhouse-cluster.js';
import { excerpt, song } from './random-songs.js';
import { answersOf, type Recorded, recording } from './record-answers.js';

const postings = 'contrafact_fingerprint_postings';

describe.skipIf(!hasClickHouseLibrary)(`shards of a search engine (${withoutClickHouseLibrary})`, () => {
  let cluster: ClickHouseCluster;
  let opened: OpenDatabase;
  let db: Kysely<Database>;
  let own: FingerprintIndex;
  let engine: SearchEngine;
  let path: string | null = null;
  let notices: string[] = [];

  const open = (servers: number, searchTimeoutMs = 30_000): SearchEngine =>
    openClickHouse(cluster.urls(servers), { cluster: cluster.name, searchTimeoutMs });

  beforeAll(async () => {
    cluster = await startCluster(3, 2);
    opened = await openTestDatabase();
    db = opened.db;
    own = createFingerprintStore(db);
    engine = open(2);
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
    await cluster.remove();
  });

  const indexOver = (over: SearchEngine, maxOwnSongs = 1_000_000): FingerprintIndex =>
    withSearchEngine(own, db, over, {
      mode: 'serve',
      maxOwnSongs,
      onSearch(taken) {
        path = taken;
      },
      onCompared() {},
      onFailure() {},
    });
  const fill = (into: SearchEngine = engine): Promise<void> =>
    createFiller(db, into, {
      delays: {
        removalSeconds: 0,
        eraseSeconds: 0,
        eraseAgainSeconds: 0,
        verifySeconds: 0,
        settleSeconds: 0,
        verifyPostingsSeconds: 0,
      },
      readCodes: readSegmentCodes,
      melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
      onNotice: (_, message) => notices.push(message),
    }).round();
  async function add(account: string, from: number, to: number): Promise<void> {
    for (let seed = from; seed < to; seed++)
      await db.transaction().execute((transaction) => own.add(opaque(transaction), account, song(seed)));
  }
  async function places(index: FingerprintIndex, account: string, seed: number): Promise<VoteCandidate[]> {
    const query = excerpt(song(seed));
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
  async function find(index: FingerprintIndex, account: string, seed: number): Promise<string | undefined> {
    const [best] = await places(index, account, seed);
    const [found] = best ? await own.songsAt(account, [best.centre]) : [];
    return found?.musicId;
  }
  const askServer = async (server: number, statement: string): Promise<string> => {
    const answer = await fetch(cluster.servers[server]!.url, { method: 'POST', body: statement });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const rowsOn = async (server: number): Promise<number> =>
    Number(await askServer(server, `SELECT count() FROM ${postings}`));
  const postingsOf = (from: number, to: number): number =>
    Array.from({ length: to - from }, (_, i) => song(from + i).keys.length).reduce((sum, n) => sum + n, 0);
  const sorted = ({ lookUps, hashes, positions }: FoundHits): string[] =>
    Array.from(positions, (position, i) => `${lookUps[i]} ${hashes[i]} ${position}`).sort();

  it('gives the hits of one server that holds all, and the places of the index itself, from rows on both', async () => {
    await add('a', 1, 40);
    await own.maintain('a', async (step) => mergeBlocks(step));
    await fill();
    await add('a', 40, 45);
    await fill();
    const held = [await rowsOn(0), await rowsOn(1)];
    expect(held[0]! + held[1]!).toBe(postingsOf(1, 45));
    for (const rows of held) expect(rows).toBeGreaterThan(postingsOf(1, 45) / 3);
    expect(await engine.size()).toMatchObject({ postings: postingsOf(1, 45) });

    await askServer(2, 'CREATE DATABASE reference');
    const single = openClickHouse(`${cluster.servers[2]!.url}/reference`);
    await single.prepare();
    await askServer(
      2,
      `INSERT INTO reference.${postings} SELECT * FROM cluster('${cluster.name}', 'default', '${postings}')`,
    );
    const asked: Recorded[] = [];
    const index = indexOver(recording(engine, ['count', 'denseHits'], asked));
    for (const seed of [1, 17, 39, 40, 44]) {
      expect((await places(index, 'a', seed))[0]).toEqual((await places(own, 'a', seed))[0]);
      expect(path).toBe('engine');
    }
    const answers = await answersOf(single, asked);
    for (const [i, { method, answer }] of asked.entries()) {
      if (method === 'count') expect(answers[i]).toEqual(answer);
      else expect(sorted(answers[i] as FoundHits)).toEqual(sorted(answer as FoundHits));
    }
    expect(
      asked.some(({ method, answer }) => method === 'denseHits' && sorted(answer as FoundHits).length > 50),
    ).toBe(true);
    await single.close();
  });

  it('loses a song and an account on both', async () => {
    await add('g', 100, 105);
    await fill();
    const before = [await rowsOn(0), await rowsOn(1)];
    await db.transaction().execute((transaction) => own.remove(opaque(transaction), 'g', 'mus_102'));
    await fill();
    expect(await rowsOn(0)).toBeLessThan(before[0]!);
    expect(await rowsOn(1)).toBeLessThan(before[1]!);
    expect((await rowsOn(0)) + (await rowsOn(1))).toBe(
      postingsOf(1, 45) + postingsOf(100, 105) - postingsOf(102, 103),
    );
    await db.transaction().execute((transaction) => own.removeAccount(opaque(transaction), 'g'));
    await fill();
    expect((await rowsOn(0)) + (await rowsOn(1))).toBe(postingsOf(1, 45));
    const { rows } = await sql`select 1 from search_engine where has_erased`.execute(db);
    expect(rows).toEqual([]);
  });

  it('has the database answer, or nobody, while one of them hangs or is away', async () => {
    const impatient = open(2, 1000);
    const proveBoth = async (): Promise<void> => {
      expect(await find(indexOver(impatient), 'a', 5)).toBe('mus_5');
      expect(path).toBe('fallback');
      await expect(find(indexOver(impatient, 10), 'a', 5)).rejects.toThrow(UnavailableError);
      expect(path).toBe('refused');
    };
    try {
      cluster.servers[1]!.pause();
      await proveBoth();
      cluster.servers[1]!.resume();
      await cluster.servers[1]!.stop();
      await proveBoth();
      await add('a', 60, 61);
      await expect(fill(impatient)).rejects.toThrow();
    } finally {
      cluster.servers[1]!.resume();
      await cluster.servers[1]!.start();
      await impatient.close();
    }
    await fill();
    expect(await find(indexOver(engine), 'a', 60)).toBe('mus_60');
    expect(path).toBe('engine');
    expect((await rowsOn(0)) + (await rowsOn(1))).toBe(postingsOf(1, 45) + postingsOf(60, 61));
  });

  it('does not believe it where one was restored from an older backup, or lost all, and fills all anew', async () => {
    const other = cluster.servers[1]!;
    await other.stop();
    other.backup();
    await other.start();
    await add('a', 70, 72);
    await fill();
    for (const lose of [() => other.restore(), undefined]) {
      if (lose) {
        await other.stop();
        lose();
        await other.start();
      } else {
        await askServer(1, `TRUNCATE TABLE ${postings}`);
        await askServer(1, 'TRUNCATE TABLE contrafact_cluster_confirmations');
      }
      expect(await find(indexOver(engine), 'a', 71)).toBe('mus_71');
      expect(path).toBe('fallback');
      await expect(find(indexOver(engine, 10), 'a', 71)).rejects.toThrow('does not hold what it confirmed');
      notices = [];
      await fill();
      expect(notices).toEqual(['the search engine does not hold what it confirmed: it is filled anew']);
      expect(await find(indexOver(engine), 'a', 71)).toBe('mus_71');
      expect(path).toBe('engine');
    }
  });

  it('goes on with a third that is added: it takes new rows, old ones stay, and all are found', async () => {
    const grown = open(3);
    try {
      const whole = (await rowsOn(0)) + (await rowsOn(1));
      // Its tables are made before the cluster knows it.
      await expect(fill(grown)).rejects.toThrow('are not the 3 servers');
      expect(await find(indexOver(engine), 'a', 5)).toBe('mus_5');
      expect(path).toBe('engine');
      await cluster.resize(3);
      for (const one of [engine, grown]) {
        expect(await find(indexOver(one), 'a', 5)).toBe('mus_5');
        expect(path).toBe('engine');
      }
      await add('a', 200, 215);
      // A process that was not started anew yet searches, but may not delete on two of three.
      await expect(fill(engine)).rejects.toThrow('are not the 2 servers');
      notices = [];
      await fill(grown);
      expect(notices).toEqual([]);
      for (const one of [engine, grown]) {
        for (const seed of [5, 44, 60, 200, 214]) {
          expect(await find(indexOver(one), 'a', seed)).toBe(`mus_${seed}`);
          expect(path).toBe('engine');
        }
      }
      const third = await rowsOn(2);
      expect(third).toBeGreaterThan(0);
      expect(third).toBeLessThan(postingsOf(200, 215));
      expect((await rowsOn(0)) + (await rowsOn(1)) + third).toBe(whole + postingsOf(200, 215));
      await askServer(2, 'TRUNCATE TABLE contrafact_cluster_confirmations');
      expect(await find(indexOver(grown), 'a', 5)).toBe('mus_5');
      expect(path).toBe('fallback');
      await fill(grown);
      // Filled anew, they are spread over all.
      for (const server of [0, 1, 2]) expect(await rowsOn(server)).toBeGreaterThan(whole / 5);
      await db.transaction().execute((transaction) => own.removeAccount(opaque(transaction), 'a'));
      await fill(grown);
      for (const server of [0, 1, 2]) expect(await rowsOn(server)).toBe(0);
      await grown.drop();
      for (const server of [0, 1, 2])
        expect(await askServer(server, "SHOW TABLES LIKE 'contrafact%'")).toBe('');
    } finally {
      await grown.close();
    }
  });
});
