/** The searches of lyrics and melodies with a search engine of two servers: whole, without one, with one more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Analysis, UnavailableError } from '../../src/analyses/analysis.js';
import { readSegmentCodes } from '../../src/analyses/lyric-plagiarism/index/segment-codes.js';
import { createLyricPlagiarism } from '../../src/analyses/lyric-plagiarism/lyric-plagiarism.js';
import type { LyricIndex } from '../../src/analyses/lyric-plagiarism/ports.js';
import { melodyEngineVersion } from '../../src/analyses/plagiarism/describe-songs.js';
import { createPlagiarism } from '../../src/analyses/plagiarism/plagiarism.js';
import type { MelodyIndex } from '../../src/analyses/plagiarism/ports.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import { engineChunk } from '../../src/analyses/plagiarism/search/engine-rows.js';
import { scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { encodeSketch } from '../../src/analyses/plagiarism/search/song-sketch.js';
import { arranged, higher, triads } from '../../src/analyses/plagiarism/test-support/scenes.js';
import type { SongDescription } from '../../src/music/song-description.js';
import { generateMelody } from '../../src/music/symbolic/test-support/melodies.js';
import type { OpenDatabase } from '../../src/storage/database.js';
import { createLyricStore } from '../../src/storage/lyrics/store.js';
import { createMelodyStore } from '../../src/storage/plagiarism/store.js';
import { openClickHouse } from '../../src/storage/search/clickhouse.js';
import { createFiller } from '../../src/storage/search/filler.js';
import { lyricEngine } from '../../src/storage/search/lyric-engine.js';
import { melodyEngine } from '../../src/storage/search/melody-engine.js';
import type { SearchEngine } from '../../src/storage/search/ports.js';
import { openTestDatabase } from '../../src/storage/test-support/database.js';
import {
  type ClickHouseCluster,
  hasClickHouseLibrary,
  startCluster,
  withoutClickHouseLibrary,
} from '../support/clickhouse-cluster.js';
import { kernelsHere } from './kernels-here.js';
import { lyrics, mixed } from './random-lyrics.js';
import { answersOf, type Recorded, recording } from './record-answers.js';

const folder = mkdtempSync(join(tmpdir(), 'contrafact-shards-'));
const compute = kernelsHere(folder);
const tables = ['lyric_lines', 'melody_codes', 'melody_songs', 'melody_holders'].map(
  (name) => `contrafact_${name}`,
);
/** More than melodies are searched without an engine for. */
const songs = 410;
const tune = (seed: number) => generateMelody(seed, 48);
const song = (seed: number): SongDescription => arranged(tune(seed), triads(seed % 40, 16));
const disguised = (seed: number): SongDescription =>
  arranged(
    higher(tune(seed), 5).filter((_, i) => i % 10 !== 4),
    triads(seed % 40, 16),
  );

describe.skipIf(!hasClickHouseLibrary)(`codes in shards (${withoutClickHouseLibrary})`, () => {
  let cluster: ClickHouseCluster;
  let opened: OpenDatabase;
  let lyricIndex: LyricIndex;
  let melodyIndex: MelodyIndex;
  let engine: SearchEngine;
  let paths: string[] = [];

  const open = (servers: number, searchTimeoutMs = 60_000): SearchEngine =>
    openClickHouse(cluster.urls(servers), { cluster: cluster.name, searchTimeoutMs });

  beforeAll(async () => {
    cluster = await startCluster(3, 2);
    opened = await openTestDatabase();
    lyricIndex = createLyricStore(opened.db, join(folder, 'lyrics'));
    melodyIndex = createMelodyStore(opened.db, join(folder, 'melodies'), encodeChunk);
    engine = open(2);
    await opened.db.insertInto('accounts').values({ id: 'acct_b', name: 'b', plan: 'pro' }).execute();
  });
  afterAll(async () => {
    await engine.close();
    await opened.close();
    await cluster.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Songs with lyrics and a melody each. */
  async function addSongs(dataset: string, from: number, to: number): Promise<void> {
    await sql`insert into datasets (id, account_id, name, description) values (${dataset}, null, ${dataset}, '')
      on conflict do nothing`.execute(opened.db);
    for (let seed = from; seed < to; seed++) {
      const id = `song-${seed}`;
      await sql`insert into music (id, account_id, title, artist, filename, format, duration_seconds, sample_rate, channels,
        bytes, sha256, blob_key) values (${id}, 'acct_b', ${id}, '', '', 'mid', 30, 0, 0, 0, ${id}, ${id})`.execute(
        opened.db,
      );
      await sql`insert into dataset_songs (id, dataset_id, account_id, title, artist, year, link, language, lyrics, music_id)
        values (${id}, ${dataset}, null, ${`Song ${seed}`}, '', '', null, '', ${lyrics[seed]!}, ${id})`.execute(
        opened.db,
      );
      await melodyIndex.put(melodyEngineVersion, {
        songId: id,
        musicId: id,
        codes: scanRow(song(seed)),
        sketch: encodeSketch(song(seed)),
      });
    }
    // Makes the segments of their lyrics.
    await searchLyrics(null, lyrics[from]!, dataset);
  }
  const fill = (into: SearchEngine = engine): Promise<void> =>
    createFiller(opened.db, into, {
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
      onNotice() {},
    }).round();
  const options = (maxOwnSongs?: number) => ({
    mode: 'serve' as const,
    onSearch: (path: string) => paths.push(path),
    onCompared() {},
    onFailure() {},
    ...(maxOwnSongs === undefined ? {} : { maxOwnSongs }),
  });
  async function run(analysis: Analysis, variant: string, music: string | null, parameters: object) {
    paths = [];
    const file = { title: '', artist: '', filename: '', path: '', durationSeconds: 30 };
    return analysis.run(
      {
        accountId: 'acct_a',
        taskId: 'tsk',
        model: 'standard',
        variant: variant as never,
        music: music === null ? null : { musicId: music, sha256: music, ...file },
        parameters: parameters as never,
      },
      { compute, signal: new AbortController().signal, progress() {} },
    );
  }
  function searchLyrics(over: SearchEngine | null, text: string, dataset = 'main', maxOwnSongs?: number) {
    const held = over && lyricEngine(opened.db, over.lyrics, options(maxOwnSongs));
    const index = held ? { ...lyricIndex, engine: held } : lyricIndex;
    return run(createLyricPlagiarism({ index }), 'text', null, { lyric_text: text, dataset_id: dataset });
  }
  function searchMelody(over: SearchEngine | null, seed: number, maxOwnSongs?: number) {
    const held = over && melodyEngine(opened.db, over.melodies, options(maxOwnSongs));
    const analysis = createPlagiarism({
      index: held ? { ...melodyIndex, engine: held } : melodyIndex,
      descriptions: { describe: async () => disguised(seed) },
      openMusic: async () => null,
    });
    return run(analysis, 'music', `asked-${seed}`, { dataset_id: 'main' });
  }
  const askServer = async (server: number, statement: string): Promise<string> => {
    const answer = await fetch(cluster.servers[server]!.url, { method: 'POST', body: statement });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text;
  };
  const rowsOn = async (server: number): Promise<number[]> => {
    const counts: number[] = [];
    for (const table of tables) counts.push(Number(await askServer(server, `SELECT count() FROM ${table}`)));
    return counts;
  };
  /** As the files alone answer, whoever answered. */
  async function expectRight(over: SearchEngine, path: string, seed = 17, melodyPath = path): Promise<void> {
    const words = await searchLyrics(null, mixed(seed, 230));
    const heard = await searchMelody(null, seed);
    expect(JSON.stringify(words.result)).toContain(`Song ${seed}`);
    expect(JSON.stringify(heard.detail)).toContain(`Song ${seed}`);
    const { result, detail } = await searchLyrics(over, mixed(seed, 230));
    expect(paths).toEqual([path]);
    expect({ result, detail: { ...(detail as object), milliseconds: null } }).toEqual({
      result: words.result,
      detail: { ...(words.detail as object), milliseconds: null },
    });
    expect(await searchMelody(over, seed)).toEqual(heard);
    expect(paths).toEqual([melodyPath]);
  }

  it('gives the answers of the files, and of one server that holds all', async () => {
    await addSongs('main', 0, songs);
    await addSongs('other', songs, songs + 10);
    await fill();
    const held = [await rowsOn(0), await rowsOn(1)];
    tables.forEach((_, table) => {
      const rows = held.map((counts) => counts[table]!);
      for (const some of rows) expect(some).toBeGreaterThan((rows[0]! + rows[1]!) / 3);
    });
    await askServer(2, 'CREATE DATABASE reference');
    const single = openClickHouse(`${cluster.servers[2]!.url}/reference`, { searchTimeoutMs: 60_000 });
    await single.prepare();
    for (const table of tables)
      await askServer(
        2,
        `INSERT INTO reference.${table} SELECT * FROM cluster('${cluster.name}', 'default', '${table}')`,
      );
    const asked = { lyrics: [] as Recorded[], melodies: [] as Recorded[] };
    const recorded: SearchEngine = {
      ...engine,
      lyrics: recording(engine.lyrics, ['histogram', 'best', 'counts'], asked.lyrics),
      melodies: recording(engine.melodies, ['holders', 'best', 'counts'], asked.melodies),
    };
    await expectRight(recorded, 'engine');
    await expectRight(recorded, 'engine', 31);
    for (const kind of ['lyrics', 'melodies'] as const) {
      expect(new Set(asked[kind].map(({ method }) => method)).size).toBe(3);
      expect(await answersOf(single[kind], asked[kind])).toEqual(asked[kind].map(({ answer }) => answer));
    }
    await single.close();
  });

  it('has the files answer, or nobody, while one of them hangs or is away', async () => {
    const impatient = open(2, 1500);
    const proveAll = async (): Promise<void> => {
      await expectRight(impatient, 'fallback');
      for (const search of [
        () => searchLyrics(impatient, mixed(17, 230), 'main', 10),
        () => searchMelody(impatient, 17, 10),
      ]) {
        const failure = await search().catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(UnavailableError);
        expect((failure as UnavailableError).detail).toMatchObject({
          verdict: { finding: 'cannot_tell', searched: { count: 0 } },
        });
        expect(paths).toEqual(['refused']);
      }
    };
    try {
      cluster.servers[1]!.pause();
      await proveAll();
      cluster.servers[1]!.resume();
      await cluster.servers[1]!.stop();
      await proveAll();
    } finally {
      cluster.servers[1]!.resume();
      await cluster.servers[1]!.start();
      await impatient.close();
    }
    await expectRight(engine, 'engine');
  });

  it('notices rows that one of them lost, and fills them anew', async () => {
    const whole = [await rowsOn(0), await rowsOn(1)];
    for (const table of tables.slice(0, 2)) await askServer(1, `TRUNCATE TABLE ${table}`);
    await expectRight(engine, 'backlog', 17, 'fallback');
    await fill();
    await expectRight(engine, 'engine');
    expect([await rowsOn(0), await rowsOn(1)]).toEqual(whole);
  });

  it('loses a song on both, finds old and new songs with a third, and leaves nothing on any', async () => {
    await sql`delete from dataset_songs where id = 'song-31'`.execute(opened.db);
    await fill();
    expect(JSON.stringify((await searchMelody(engine, 31)).detail)).not.toContain('Song 31"');
    expect(paths).toEqual(['engine']);
    const grown = open(3);
    await expect(fill(grown)).rejects.toThrow('are not the 3 servers');
    await cluster.resize(3);
    await expectRight(grown, 'engine');
    // The next chunk of melodies; the one before stays where it is.
    await sql`select setval('melody_revisions', (nextval('melody_revisions') / 2048 + 1) * 2048)`.execute(
      opened.db,
    );
    await addSongs('main', songs + 10, songs + 30);
    await fill(grown);
    for (const seed of [17, songs + 12]) await expectRight(grown, 'engine', seed);
    // A process that was not started anew yet counts on two of three: what it misses there, it reads in files.
    expect(JSON.stringify((await searchLyrics(engine, mixed(songs + 12, 230))).result)).toContain(
      `Song ${songs + 12}`,
    );
    expect(paths).toEqual(['backlog']);
    expect(await searchMelody(engine, songs + 12)).toEqual(await searchMelody(null, songs + 12));
    const third = await rowsOn(2);
    for (const rows of third) expect(rows).toBeGreaterThan(0);
    expect(third[1]!).toBeLessThan((await rowsOn(0))[1]! / 2);
    await sql`delete from datasets`.execute(opened.db);
    await fill(grown);
    for (const server of [0, 1, 2]) expect(await rowsOn(server)).toEqual([0, 0, 0, 0]);
    await grown.drop();
    for (const server of [0, 1, 2])
      expect(await askServer(server, "SHOW TABLES LIKE 'contrafact%'")).toBe('');
    await grown.close();
  });
});
