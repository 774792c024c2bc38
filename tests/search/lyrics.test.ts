/** The lyric search with a real search engine beside the segments' files: in whole, in part, away, slow, lost and restored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Analysis, UnavailableError } from '../../src/analyses/analysis.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { createLyricPlagiarism } from '../../src/analyses/lyric-plagiarism/lyric-plagiarism.js';
import type { LineEngine, LyricIndex } from '../../src/analyses/lyric-plagiarism/ports.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createLyricStore } from '../../src/storage/lyrics/store.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { createFiller } from '../../src/storage/search/filler.js';
import { readLyricLag } from '../../src/storage/search/lyric-blocks.js';
import { lyricEngine } from '../../src/storage/search/lyric-engine.js';
import type { LyricCodes, SearchEngine } from '../../src/storage/search/ports.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../support/clickhouse.js';
import { kernelsHere } from './kernels-here.js';
import { lyrics, mixed } from './random-lyrics.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-search-lyrics-'));
const compute = kernelsHere(folder);

describe.skipIf(!hasClickHouse)(`lyrics in a search engine (${withoutClickHouse})`, () => {
  let server: ClickHouseServer;
  let opened: OpenDatabase;
  let own: LyricIndex;
  let engine: SearchEngine;
  let notices: string[] = [];
  let paths: string[] = [];
  let agreements: boolean[] = [];

  beforeAll(async () => {
    server = await startClickHouse();
    opened = await openTestDatabase();
    own = createLyricStore(opened.db, join(folder, 'cache'));
    engine = openClickHouse(server.url, { searchTimeoutMs: 60_000 });
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function addSongs(dataset: string, from: number, to: number): Promise<void> {
    await opened.db
      .insertInto('datasets')
      .values({ id: dataset, account_id: null, name: dataset, description: '' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await opened.db
      .insertInto('dataset_songs')
      .values(
        lyrics.slice(from, to).map((text, i) => ({
          id: `${dataset}-${from + i}`,
          dataset_id: dataset,
          account_id: null,
          title: `Song ${from + i}`,
          artist: 'Someone',
          year: '',
          language: '',
          lyrics: text,
        })),
      )
      .execute();
  }
  const atOnce = {
    removalSeconds: 0,
    eraseSeconds: 0,
    eraseAgainSeconds: 0,
    verifySeconds: 0,
    settleSeconds: 0,
    verifyPostingsSeconds: 0,
  };
  const fill = (codes: LyricCodes = engine.lyrics, filled = engine, delays = atOnce): Promise<void> =>
    createFiller(
      opened.db,
      { ...filled, lyrics: codes },
      {
        delays,
        readCodes: readSegmentCodes,
        melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
        onNotice: (_, message) => notices.push(message),
      },
    ).round();
  const analysisOver = (codes: LyricCodes | null, options: Partial<LineEngine> = {}): Analysis =>
    createLyricPlagiarism({
      index: codes
        ? {
            ...own,
            engine: lyricEngine(opened.db, codes, {
              mode: 'serve',
              onSearch: (path) => paths.push(path),
              onCompared: (isSame) => agreements.push(isSame),
              onFailure() {},
              ...options,
            }),
          }
        : own,
    });
  async function search(analysis: Analysis, text: string, dataset = 'main') {
    paths = [];
    const outcome = await analysis.run(
      {
        accountId: 'acct_a',
        taskId: 'tsk',
        model: 'standard',
        variant: 'text' as never,
        music: null,
        parameters: { lyric_text: text, dataset_id: dataset },
      },
      { compute, signal: new AbortController().signal, progress() {} },
    );
    return outcome.result as { top_matches: { title: string }[]; total_songs_checked: number };
  }
  const rowsIn = async (): Promise<number> =>
    [...(await engine.lyrics.counts()).values()].reduce((sum, rows) => sum + rows, 0);
  /** The answer is right, whoever gave it: byte for byte where one searched all, its songs where both did. */
  async function expectRight(
    analysis: Analysis,
    path: string,
    isOneSearch = path !== 'backlog',
  ): Promise<void> {
    const right = await search(analysisOver(null), mixed(17, 230));
    expect(right.top_matches[0]?.title).toMatch(/Song (17|230)/);
    const answer = await search(analysis, mixed(17, 230));
    expect(paths).toEqual([path]);
    if (isOneSearch) expect(answer).toEqual(right);
    else expect(answer.top_matches[0]).toMatchObject({ title: right.top_matches[0]?.title });
  }
  async function expectNoClaim(codes: LyricCodes): Promise<void> {
    const failure = await search(analysisOver(codes, { maxOwnSongs: 10 }), mixed(17, 230)).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UnavailableError);
    expect((failure as UnavailableError).detail).toMatchObject({
      verdict: { finding: 'cannot_tell', searched: { count: 0 } },
    });
    expect(JSON.stringify((failure as UnavailableError).detail)).toContain('were not searched');
    expect(paths).toEqual(['refused']);
  }

  it('gives the candidates that the files give, also beside songs that it has not got and ones that are removed', async () => {
    await addSongs('main', 0, 400);
    await addSongs('other', 400, 420);
    await search(analysisOver(null), lyrics[3]!);
    await search(analysisOver(null), lyrics[3]!, 'other');
    await fill();
    const lag = await readLyricLag(opened.db, engine.lyrics);
    expect(lag).toMatchObject({ segments: 0, songs: 0 });
    await sql`delete from dataset_songs where id = 'main-99'`.execute(opened.db);
    agreements = [];
    const onTrial = analysisOver(engine.lyrics, { mode: 'compare' });
    for (const text of [lyrics[3]!, mixed(17, 230), lyrics[99]!, lyrics[450]!]) {
      expect(await search(onTrial, text)).toEqual(await search(analysisOver(null), text));
    }
    expect(agreements).toEqual([true, true, true, true]);
    const serving = analysisOver(engine.lyrics);
    await expectRight(serving, 'engine');
    expect((await search(serving, lyrics[99]!)).top_matches[0]?.title).not.toBe('Song 99');
    await addSongs('main', 420, 440);
    expect((await search(serving, lyrics[430]!)).top_matches[0]?.title).toBe('Song 430');
    expect(paths).toEqual(['backlog']);
    expect(await readLyricLag(opened.db, engine.lyrics)).toMatchObject({ songs: 20 });
    await fill();
    expect((await search(serving, lyrics[430]!)).top_matches[0]?.title).toBe('Song 430');
    expect(paths).toEqual(['engine']);
  });

  it('holds each line once, wherever a filling was cut off', async () => {
    const whole = await rowsIn();
    for (const step of ['begin', 'insert', 'confirm'] as const) {
      await engine.lyrics.remove([...(await engine.lyrics.confirmed()).keys()]);
      const failing: LyricCodes = {
        ...engine.lyrics,
        async [step](...given: never[]) {
          await (engine.lyrics[step] as (...all: never[]) => Promise<void>)(...given);
          throw new Error('cut off');
        },
      };
      await expect(fill(failing)).rejects.toThrow('cut off');
      await expectRight(analysisOver(engine.lyrics), 'backlog', step !== 'confirm');
      await expectNoClaim(engine.lyrics);
      await fill();
      expect(await rowsIn()).toBe(whole);
      await expectRight(analysisOver(engine.lyrics), 'engine');
    }
  });

  it('notices lines that are missing behind what was confirmed, searches the files, and fills them anew', async () => {
    const whole = await rowsIn();
    await fetch(server.url, {
      method: 'POST',
      body: 'DELETE FROM contrafact_lyric_lines WHERE line % 7 = 3',
    });
    expect(await rowsIn()).toBeLessThan(whole);
    await expectRight(analysisOver(engine.lyrics), 'backlog', true);
    await expectNoClaim(engine.lyrics);
    notices = [];
    await fill();
    expect(notices).toEqual([
      'the search engine does not hold the lyrics it confirmed: they are filled anew',
    ]);
    await expectRight(analysisOver(engine.lyrics), 'engine');
  });

  it('removes rows of a block that neither a segment nor a note names', async () => {
    const whole = await rowsIn();
    await fetch(server.url, {
      method: 'POST',
      body: 'INSERT INTO contrafact_lyric_lines SELECT * REPLACE(toUInt64(12345) AS block) FROM contrafact_lyric_lines LIMIT 5',
    });
    expect(await rowsIn()).toBeGreaterThan(whole);
    notices = [];
    await fill();
    expect(notices).toEqual(['the search engine holds lyrics that the database has not: they are removed']);
    expect(await rowsIn()).toBe(whole);
    await expectRight(analysisOver(engine.lyrics), 'engine');
  });

  it('tries ten minutes later, and not a day later, to erase what it failed to erase', async () => {
    const delays = { ...atOnce, eraseSeconds: 24 * 3600, eraseAgainSeconds: 600 };
    await sql`update search_engine set has_erased = true, erased_at = 'epoch'`.execute(opened.db);
    const failing = { ...engine, erase: () => Promise.reject(new Error('no room')) };
    await expect(fill(engine.lyrics, failing, delays)).rejects.toThrow('no room');
    await fill(engine.lyrics, failing, delays); // Not due yet: nothing is tried.
    await sql`update search_engine set erased_at = erased_at - interval '10 minutes'`.execute(opened.db);
    await expect(fill(engine.lyrics, failing, delays)).rejects.toThrow('no room');
  });

  it('copies what is missing where the engine cannot count, and erases again what it failed to erase', async () => {
    const whole = await rowsIn();
    const [block] = [...(await engine.lyrics.confirmed()).keys()];
    await engine.lyrics.remove([block!]);
    await sql`update search_engine set has_erased = true, erased_at = 'epoch'`.execute(opened.db);
    const failing = { ...engine, erase: () => Promise.reject(new Error('no room')) };
    await expect(fill(engine.lyrics, failing)).rejects.toThrow('no room');
    const { rows } = await sql`select has_erased from search_engine`.execute(opened.db);
    expect(rows).toEqual([{ has_erased: true }]);
    notices = [];
    await fill({ ...engine.lyrics, counts: () => Promise.reject(new Error('too slow')) });
    expect(notices).toEqual(['the lyrics in the search engine could not be counted']);
    expect(await rowsIn()).toBe(whole);
    await expectRight(analysisOver(engine.lyrics), 'engine');
  });

  it('searches the files where the engine is away or slow, and claims nothing where there are too many songs', async () => {
    const impatient = openClickHouse(server.url, { searchTimeoutMs: 300 });
    try {
      server.pause();
      await expectRight(analysisOver(impatient.lyrics), 'fallback');
      await expectNoClaim(impatient.lyrics);
      server.resume();
      await server.stop();
      await expectRight(analysisOver(impatient.lyrics), 'fallback');
      await expectNoClaim(impatient.lyrics);
      await expect(readLyricLag(opened.db, impatient.lyrics)).rejects.toThrow();
    } finally {
      server.resume();
      await server.start();
      await impatient.close();
    }
  });

  it('searches what an engine restored from an older backup lacks in the files', async () => {
    await server.stop();
    server.backup();
    await server.start();
    await addSongs('main', 440, 450);
    await search(analysisOver(null), lyrics[445]!);
    await fill();
    await server.stop();
    server.restore();
    await server.start();
    const serving = analysisOver(engine.lyrics);
    expect((await search(serving, lyrics[445]!)).top_matches[0]?.title).toBe('Song 445');
    expect(paths).toEqual(['backlog']);
    await fill();
    await expectRight(serving, 'engine');
  });

  it('loses all of a dataset that is deleted, and replaced segments', async () => {
    const before = await engine.lyrics.confirmed();
    await sql`delete from datasets where id = 'other'`.execute(opened.db);
    await fill();
    expect((await engine.lyrics.confirmed()).size).toBe(before.size - 1);
    await sql`delete from datasets where id = 'main'`.execute(opened.db);
    await fill();
    expect(await rowsIn()).toBe(0);
    expect((await engine.lyrics.confirmed()).size).toBe(0);
  });
});
