/** The melody search with a real search engine beside the chunks' files: in whole, in part, away, slow, lost and restored. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Analysis, type AnalysisOutcome, UnavailableError } from '../../src/analyses/analysis.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { createPlagiarism } from '../../src/analyses/plagiarism/plagiarism.js';
import type { CodeEngine, MelodyIndex } from '../../src/analyses/plagiarism/ports.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import { openRow, scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { encodeSketch } from '../../src/analyses/plagiarism/search/song-sketch.js';
import {
  arranged,
  higher,
  later,
  together,
  triads,
} from '../../src/analyses/plagiarism/test-support/scenes.js';
import type { SongDescription } from '../../src/music/song-description.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { writeMidi } from '../../src/music/symbolic/test-support/melodies.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createMelodyStore } from '../../src/storage/plagiarism/store.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { createFiller } from '../../src/storage/search/filler.js';
import { melodyBlocks, readMelodyLag } from '../../src/storage/search/melody-blocks.js';
import { melodyEngine } from '../../src/storage/search/melody-engine.js';
import type { MelodyCodes, SearchEngine } from '../../src/storage/search/ports.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import {
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
  withoutClickHouse,
} from '../support/clickhouse.js';
import { kernelsHere } from './kernels-here.js';
import { addMelodySong, song, tune } from './melody-songs.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-search-melodies-'));
const compute = kernelsHere(folder);

/** A row with a line of 18,000 codes, more than an engine takes in one piece. */
const random = seededRandom(33);
const longLine = Uint16Array.from({ length: 18_000 }, () => 1 + Math.floor(57_000 * random()));
const longRow = (): Uint16Array => {
  const row = scanRow(song(0));
  const sketch = row.subarray(0, row.length - openRow(row).codes.length);
  return Uint16Array.from([...sketch, ...longLine, 0]);
};
const disguised = (seed: number): SongDescription =>
  arranged(
    higher(tune(seed), 5).filter((_, i) => i % 10 !== 4),
    triads(seed % 40, 16),
  );
const asked: Readonly<Record<string, SongDescription>> = {
  disguised: disguised(17),
  mixed: arranged(together(tune(230).slice(0, 24), later(higher(tune(31).slice(24), 2), 60)), triads(7, 20)),
  'a line alone': describeMidi(writeMidi(higher(tune(77), 3))),
  'a few notes': describeMidi(writeMidi(tune(120).slice(3, 12))),
  unknown: song(4_000),
};

describe.skipIf(!hasClickHouse)(`melodies in a search engine (${withoutClickHouse})`, () => {
  let server: ClickHouseServer;
  let opened: OpenDatabase;
  let own: MelodyIndex;
  let engine: SearchEngine;
  let notices: string[] = [];
  let paths: string[] = [];
  let agreements: boolean[] = [];
  /** What the files give, by query and what is in the database. */
  const known = new Map<string, AnalysisOutcome>();

  beforeAll(async () => {
    server = await startClickHouse();
    opened = await openTestDatabase();
    own = createMelodyStore(opened.db, join(folder, 'cache'), encodeChunk);
    engine = openClickHouse(server.url, { searchTimeoutMs: 60_000 });
    await opened.db.insertInto('accounts').values({ id: 'acct_b', name: 'b', plan: 'pro' }).execute();
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const addSong = (datasetId: string, name: string, description: SongDescription): Promise<void> =>
    addMelodySong(opened.db, own, { datasetId, accountId: null, ownerId: 'acct_b' }, name, description);
  const put = (songId: string, description: SongDescription, codes = scanRow(description)): Promise<void> =>
    own.put(melodyEngineVersion, {
      songId,
      musicId: `music-${songId}`,
      codes,
      sketch: encodeSketch(description),
    });
  async function addSongs(dataset: string, from: number, to: number): Promise<void> {
    for (let seed = from; seed < to; seed++) await addSong(dataset, String(seed), song(seed));
  }
  /** What is added from now on stands in another chunk. */
  const nextChunk = () =>
    sql`select setval('melody_revisions', (nextval('melody_revisions') / 2048 + 1) * 2048)`.execute(
      opened.db,
    );
  const atOnce = {
    removalSeconds: 0,
    eraseSeconds: 0,
    eraseAgainSeconds: 0,
    verifySeconds: 0,
    settleSeconds: 0,
    verifyPostingsSeconds: 0,
  };
  const fill = (codes: MelodyCodes = engine.melodies): Promise<void> =>
    createFiller(
      opened.db,
      { ...engine, melodies: codes },
      {
        delays: atOnce,
        readCodes: readSegmentCodes,
        melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
        onNotice: (_, message) => notices.push(message),
      },
    ).round();
  const analysisOver = (codes: MelodyCodes | null, options: Partial<CodeEngine> = {}): Analysis => {
    const reports = {
      onSearch: (path: string) => paths.push(path),
      onCompared: (isSame: boolean) => agreements.push(isSame),
      onFailure() {},
    };
    const held = codes && melodyEngine(opened.db, codes, { mode: 'serve', ...reports, ...options });
    return createPlagiarism({
      index: held ? { ...own, engine: held } : own,
      descriptions: { describe: async ({ musicId }) => asked[musicId]! },
      openMusic: async () => null,
    });
  };
  async function search(analysis: Analysis, name: string, dataset = 'main') {
    paths = [];
    return analysis.run(
      {
        accountId: 'acct_a',
        taskId: 'tsk',
        model: 'standard',
        variant: 'music',
        music: {
          musicId: name,
          title: name,
          artist: '',
          filename: '',
          path: '',
          sha256: name,
          durationSeconds: 30,
        },
        parameters: { dataset_id: dataset },
      },
      { compute, signal: new AbortController().signal, progress() {} },
    );
  }
  const strongest = async (analysis: Analysis, name: string): Promise<string | undefined> => {
    const { detail } = await search(analysis, name);
    return (detail as { songs: { title: string }[] }).songs[0]?.title;
  };
  const rowsIn = async (): Promise<number> =>
    [...(await engine.melodies.counts()).values()].reduce((sum, rows) => sum + rows, 0);
  const lag = () => readMelodyLag(opened.db, engine.melodies, melodyEngineVersion);
  const change = (statement: string) => fetch(server.url, { method: 'POST', body: statement });
  /** The answer is the files', figure for figure, whoever gave it. */
  async function expectRight(codes: MelodyCodes, path: string, name = 'disguised'): Promise<void> {
    const { rows } = await sql`select count(*), sum(revision) from melody_songs`.execute(opened.db);
    const state = `${name} ${JSON.stringify(rows)}`;
    const right = known.get(state) ?? (await search(analysisOver(null), name));
    known.set(state, right);
    expect(await search(analysisOver(codes), name)).toEqual(right);
    expect(paths).toEqual([path]);
  }
  async function expectNoClaim(codes: MelodyCodes): Promise<void> {
    const failure = await search(analysisOver(codes, { maxOwnSongs: 10 }), 'disguised').catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UnavailableError);
    expect((failure as UnavailableError).detail).toMatchObject({
      verdict: { finding: 'cannot_tell', searched: { count: 0 } },
    });
    expect(JSON.stringify((failure as UnavailableError).detail)).toContain('were not searched');
    expect(paths).toEqual(['refused']);
  }

  it('gives the answers that the files give, also beside songs that it has not got and ones that are removed', async () => {
    await addSongs('main', 0, 180);
    await nextChunk();
    await addSongs('main', 180, 330);
    await addSong('main', 'long', song(700));
    await put('long', song(700), longRow());
    await addSongs('other', 330, 340);
    await nextChunk();
    await addSongs('main', 340, 460);
    await fill();
    expect(await lag()).toEqual({ chunks: 0, songs: 0 });
    await sql`delete from dataset_songs where id = '99'`.execute(opened.db);
    await fill();
    const onTrial = analysisOver(engine.melodies, { mode: 'compare' });
    for (const name of Object.keys(asked)) await expectRight(engine.melodies, 'engine', name);
    agreements = [];
    for (const name of ['disguised', 'a line alone']) await search(onTrial, name);
    expect(agreements).toEqual([true, true]);
    expect(await strongest(analysisOver(engine.melodies), 'disguised')).toBe('Song 17');
    await search(analysisOver(engine.melodies), 'disguised', 'other');
    expect(paths).toEqual([]);
  });

  it('sums a passage up in any part of a line of 18,000 codes', async () => {
    const { rows } = await sql<{
      slot: number;
    }>`select slot from melody_songs where song_id = 'long'`.execute(opened.db);
    const blocks = (await melodyBlocks(opened.db, melodyEngineVersion, ['main'])).map(({ block }) => block);
    for (const from of [0, 8_150, 8_190, 16_000, 17_950]) {
      const codes = Uint16Array.from(new Set(longLine.subarray(from, from + 50)));
      const limits = { melody: 1, harmony: 1, chroma: [] };
      const request = { codes, weights: codes.map(() => 2048), chromaSketches: [], limits };
      const { places } = await engine.melodies.best(blocks, request, new AbortController().signal);
      expect(places[0]).toEqual({ index: 1, song: Number(rows[0]!.slot) % 2048 });
    }
  });

  it('searches what came, changed or went since in files, until it is filled again', async () => {
    await nextChunk();
    await addSongs('main', 460, 480);
    await expectRight(engine.melodies, 'backlog');
    expect(await lag()).toMatchObject({ chunks: 1, songs: 20 });
    await fill();
    await put('200', disguised(17));
    await expectRight(engine.melodies, 'backlog');
    await fill();
    await expectRight(engine.melodies, 'engine');
    await put('200', song(200));
    await fill();
    await expectRight(engine.melodies, 'engine');
  });

  it('waits with a chunk until it is left alone', async () => {
    const settling = createFiller(opened.db, engine, {
      delays: { ...atOnce, settleSeconds: 3600 },
      readCodes: readSegmentCodes,
      melodies: { version: melodyEngineVersion, makeChunk: engineChunk },
      onNotice() {},
    });
    await put('200', song(200));
    await settling.round();
    expect(await lag()).toMatchObject({ chunks: 1 });
    await fill();
    expect(await lag()).toMatchObject({ chunks: 0 });
  });

  it('holds each code once, wherever a filling was cut off', async () => {
    const whole = await rowsIn();
    for (const step of ['begin', 'insert', 'insertHolders', 'confirm'] as const) {
      await engine.melodies.remove([...(await engine.melodies.confirmed()).keys()]);
      const failing: MelodyCodes = {
        ...engine.melodies,
        async [step](...given: never[]) {
          await (engine.melodies[step] as (...all: never[]) => Promise<void>)(...given);
          throw new Error('cut off');
        },
      };
      await expect(fill(failing)).rejects.toThrow('cut off');
      await expectRight(engine.melodies, 'backlog');
      await expectNoClaim(engine.melodies);
      await fill();
      expect(await rowsIn()).toBe(whole);
    }
    await expectRight(engine.melodies, 'engine');
  });

  it.each(['codes', 'songs', 'holders'])(
    'notices %s that are missing behind what was confirmed, searches the files, and fills them anew',
    async (table) => {
      const whole = await rowsIn();
      const column = table === 'songs' ? 'song' : 'code';
      await change(`DELETE FROM contrafact_melody_${table} WHERE ${column} % 7 = 3`);
      expect(await rowsIn()).toBeLessThan(whole);
      await expectRight(engine.melodies, 'fallback');
      await expectNoClaim(engine.melodies);
      notices = [];
      await fill();
      expect(notices).toEqual([
        'the search engine does not hold the melodies it confirmed: they are filled anew',
      ]);
      expect(await rowsIn()).toBe(whole);
      await expectRight(engine.melodies, 'engine');
    },
  );

  it('removes rows of a block that neither the database nor a note names', async () => {
    const whole = await rowsIn();
    await change(
      'INSERT INTO contrafact_melody_codes SELECT * REPLACE(toUInt64(12345) AS block) FROM contrafact_melody_codes LIMIT 5',
    );
    expect(await rowsIn()).toBeGreaterThan(whole);
    notices = [];
    await fill();
    expect(notices).toEqual(['the search engine holds melodies that the database has not: they are removed']);
    expect(await rowsIn()).toBe(whole);
  });

  it('searches the files where the engine is away or slow, and claims nothing where there are too many songs', async () => {
    const impatient = openClickHouse(server.url, { searchTimeoutMs: 300 });
    try {
      server.pause();
      await expectRight(impatient.melodies, 'fallback');
      await expectNoClaim(impatient.melodies);
      server.resume();
      await server.stop();
      await expectRight(impatient.melodies, 'fallback');
      await expectNoClaim(impatient.melodies);
      await expect(readMelodyLag(opened.db, impatient.melodies, melodyEngineVersion)).rejects.toThrow();
    } finally {
      server.resume();
      await server.start();
      await impatient.close();
    }
  });

  it('searches the files where the engine fails in the midst of a search', async () => {
    for (const step of ['holders', 'best', 'counts'] as const) {
      const failing = { ...engine.melodies, [step]: () => Promise.reject(new Error('gone')) };
      await expectRight(failing, 'fallback');
      await expectNoClaim(failing);
    }
  });

  it('searches what an engine restored from an older backup lacks in the files', async () => {
    await server.stop();
    server.backup();
    await server.start();
    await nextChunk();
    await addSongs('main', 480, 490);
    await fill();
    await server.stop();
    server.restore();
    await server.start();
    await expectRight(engine.melodies, 'backlog');
    await fill();
    await expectRight(engine.melodies, 'engine');
  });

  it('does not take a chunk of a restored database for another one with the same revisions', async () => {
    await nextChunk();
    await addSong('main', 'before', song(600));
    await fill();
    // As if the song had come after the backup that the database was restored from, and another one since.
    await sql`delete from dataset_songs where id = 'before'`.execute(opened.db);
    await sql`select setval('melody_revisions', (select max(slot) from melody_songs) / 2048 * 2048 + 2048)`.execute(
      opened.db,
    );
    await addSong('main', 'after', disguised(17));
    expect(await lag()).toMatchObject({ chunks: 1, songs: 1 });
    await fill();
    await expectRight(engine.melodies, 'engine');
  });

  it('loses all of a dataset that is deleted', async () => {
    const before = await engine.melodies.confirmed();
    await sql`delete from datasets where id = 'other'`.execute(opened.db);
    await fill();
    expect((await engine.melodies.confirmed()).size).toBe(before.size - 1);
    await sql`delete from datasets where id = 'main'`.execute(opened.db);
    await fill();
    expect(await rowsIn()).toBe(0);
    expect((await engine.melodies.confirmed()).size).toBe(0);
  });
});
