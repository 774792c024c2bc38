import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { SongImport } from '../domain/song-import.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { accountStore } from '../storage/accounts.js';
import { openDiskBlobs } from '../storage/blobs-disk.js';
import type { OpenDatabase } from '../storage/database.js';
import { datasetStore } from '../storage/datasets.js';
import { importQueue } from '../storage/imports/queue.js';
import { importStore } from '../storage/imports/store.js';
import type { BlobStore } from '../storage/ports.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import { type ImporterParts, takeTurn } from './importer.js';
import type { ImportQueue, ImportStore } from './ports.js';

let database: OpenDatabase;
let folder: string;
let blobs: BlobStore;
let imports: ImportStore;
let queue: ImportQueue;
const ended: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'contrafact-importer-'));
  blobs = await openDiskBlobs(folder);
  imports = importStore(database.db, () => {});
  queue = importQueue(database.db);
});
afterEach(async () => {
  ended.length = 0;
  await database.db.deleteFrom('accounts').execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const silent = { warn: () => {} };
let processes = 0;
function importer(overrides: Partial<ImporterParts> = {}): ImporterParts {
  processes += 1;
  return {
    queue,
    blobs,
    onEnded: async (datasetId) => void ended.push(datasetId),
    lease: { owner: `process ${processes}`, seconds: 60 },
    maxRows: 10_000,
    signal: new AbortController().signal,
    log: silent,
    ...overrides,
  };
}

async function account(): Promise<{ accountId: string; datasetId: string }> {
  const { account } = await accountStore(database.db).create('Someone', 'free');
  const dataset = await datasetStore(database.db).create(account.id, { name: 'Songs', description: '' });
  return { accountId: account.id, datasetId: dataset.id };
}

let files = 0;
async function start(owner: { accountId: string; datasetId: string }, text: string): Promise<SongImport> {
  files += 1;
  const blobKey = `imports/file${files}`;
  const path = join(blobs.temporaryFolder, `file${files}`);
  await writeFile(path, text);
  await blobs.put(blobKey, path);
  const given = {
    ...owner,
    name: 'songs.csv',
    format: 'csv' as const,
    bytes: Buffer.byteLength(text),
    blobKey,
  };
  const outcome = await imports.create(given);
  if (!outcome || !('created' in outcome)) throw new Error('the import was not created');
  return outcome.created;
}

/** `count` songs, every tenth row without a title. */
function table(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => (n % 10 === 9 ? `,la ${n}` : `Song ${n},la ${n}`));
  return `title,lyrics\n${rows.join('\n')}\n`;
}

async function titles({ accountId, datasetId }: { accountId: string; datasetId: string }): Promise<string[]> {
  const rows = await database.db
    .selectFrom('dataset_songs')
    .select('title')
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .execute();
  return rows.map(({ title }) => title);
}

/** A process that dies: what it was about to write at its `commits + 1`th commit never happens, nor anything after. */
function dyingQueue(commits: number): ImportQueue {
  let left = commits;
  const dead = (): Promise<never> => Promise.reject(new Error('killed'));
  return {
    ...queue,
    commit: (...given) => (left-- > 0 ? queue.commit(...given) : dead()),
    yield: dead,
    finish: dead,
  };
}

async function lapse(importId: string): Promise<void> {
  await database.db
    .updateTable('imports')
    .set({ lease_expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', importId)
    .execute();
}

it('reads a file to its end: counts, rejected rows in their order, ids of songs, and no file is left', async () => {
  const owner = await account();
  const job = await start(owner, table(1000));
  while (await takeTurn(importer()));
  const after = await imports.get(owner.accountId, job.id);
  expect(after).toMatchObject({ status: 'success', rows: 1000, added: 900, present: 0, rejected: 100 });
  const { rejections, songIds } = await imports.report(owner.accountId, job.id, {
    rejections: 3,
    songIds: 5,
  });
  expect(rejections).toEqual([10, 20, 30].map((row) => ({ row, detail: 'title is missing.' })));
  expect(songIds).toHaveLength(5);
  let rejected = 0;
  for await (const batch of imports.rejections(owner.accountId, job.id)) rejected += batch.length;
  expect(rejected).toBe(100);
  expect(await titles(owner)).toHaveLength(900);
  expect(await readdir(join(folder, 'imports'))).toEqual([]);
  expect(ended).toEqual([owner.datasetId]);
});

it('resumes behind the last commit after its process died, and adds nothing twice and nothing less', async () => {
  const owner = await account();
  const job = await start(owner, table(1000));
  for (const commits of [0, 1, 3]) {
    await takeTurn(importer({ queue: dyingQueue(commits) })).catch(() => {});
    await lapse(job.id);
  }
  const between = await imports.get(owner.accountId, job.id);
  expect(between).toMatchObject({ status: 'processing' });
  expect(between!.rows).toBeGreaterThan(0);
  expect(between!.rows).toBeLessThan(1000);
  while (await takeTurn(importer()));
  expect(await imports.get(owner.accountId, job.id)).toMatchObject({
    status: 'success',
    rows: 1000,
    added: 900,
    present: 0,
    rejected: 100,
  });
  const all = await titles(owner);
  expect(all).toHaveLength(900);
  expect(new Set(all).size).toBe(900);
});

it('two processes never work on one import: the second finds nothing while the first has its lease', async () => {
  const owner = await account();
  await start(owner, table(10));
  const first = importer();
  const claimed = await queue.claim(first.lease);
  expect(claimed).not.toBeNull();
  expect(await takeTurn(importer())).toBe(false);
  // And one that lost its lease writes nothing more.
  await lapse(claimed!.id);
  const second = await queue.claim(importer().lease);
  expect(second?.id).toBe(claimed!.id);
  const rows = { firstRow: 1, rows: 1, bytesRead: 20, songs: [], rejections: [] };
  expect(await queue.commit(claimed!, first.lease, rows)).toBeNull();
  expect(await queue.finish(claimed!, first.lease, null)).toBe(false);
});

it('the same rows again are recognised, within a file and in the next one; another lyric is another song', async () => {
  const owner = await account();
  const text = 'title,artist,lyrics,year\nA,X,la,\nA,X,la,1999\nA,X,lo,\nA,Y,la,\n';
  const first = await start(owner, text);
  while (await takeTurn(importer()));
  expect(await imports.get(owner.accountId, first.id)).toMatchObject({ rows: 4, added: 3, present: 1 });
  const second = await start(owner, `${text}B,X,la,\n`);
  while (await takeTurn(importer()));
  expect(await imports.get(owner.accountId, second.id)).toMatchObject({ rows: 5, added: 1, present: 4 });
  expect((await titles(owner)).sort()).toEqual(['A', 'A', 'A', 'B']);
});

it('a cancelled import stops at the next commit, keeps what it added, and makes room for the next', async () => {
  const owner = await account();
  const job = await start(owner, table(4000));
  let commits = 0;
  const cancelling: ImportQueue = {
    ...queue,
    async commit(...given) {
      if (++commits === 3) await imports.cancel(owner.accountId, job.id);
      return queue.commit(...given);
    },
  };
  expect(await takeTurn(importer({ queue: cancelling }))).toBe(true);
  const after = await imports.get(owner.accountId, job.id);
  expect(after!.status).toBe('cancelled');
  expect(await titles(owner)).toHaveLength(after!.added);
  expect(after!.added).toBeGreaterThan(0);
  expect(after!.added).toBeLessThan(3900);
  expect(await takeTurn(importer())).toBe(false);
  expect((await imports.create({ ...job, name: '', blobKey: 'imports/next' })) ?? {}).toHaveProperty(
    'created',
  );
});

it('imports of two accounts take turns: a short one ends while a long one runs', async () => {
  const [long, short] = [await account(), await account()];
  const longJob = await start(long, table(4000));
  const shortJob = await start(short, table(10));
  const parts = importer();
  // A turn ends early where the process is about to stop: here after each commit.
  const stopping = new AbortController();
  stopping.abort();
  const turns = { ...parts, signal: stopping.signal };
  await takeTurn(turns);
  expect((await imports.get(long.accountId, longJob.id))!.status).toBe('processing');
  await takeTurn(turns);
  expect((await imports.get(short.accountId, shortJob.id))!.rows).toBe(10);
  expect((await imports.get(long.accountId, longJob.id))!.status).toBe('processing');
});

it('requests are served while rows are parsed: other work gets its turn between any two commits', async () => {
  const owner = await account();
  await start(owner, `title,lyrics\n${'a,\n'.repeat(9000)}`);
  let turns = 0;
  let running = true;
  const others = (): void => {
    turns += 1;
    if (running) setImmediate(others);
  };
  setImmediate(others);
  const betweenCommits: number[] = [];
  const counting: ImportQueue = {
    ...queue,
    commit(...given) {
      betweenCommits.push(turns);
      turns = 0;
      return queue.commit(...given);
    },
  };
  while (await takeTurn(importer({ queue: counting })));
  running = false;
  expect(betweenCommits).toHaveLength(9);
  // A commit has a thousand rows; not more than fifty of them are parsed in one go.
  for (const count of betweenCommits.slice(1)) expect(count).toBeGreaterThanOrEqual(20);
});

it('rows above the limit end the import with what to do, and those below it are kept', async () => {
  const owner = await account();
  const job = await start(owner, table(500));
  while (await takeTurn(importer({ maxRows: 300 })));
  expect(await imports.get(owner.accountId, job.id)).toMatchObject({
    status: 'failure',
    rows: 300,
    added: 270,
    error: expect.stringMatching(/more than 300 rows. Split it/),
  });
});

it('a file that cannot be read any further ends with its row; one that is gone says so; a bad store is tried again', async () => {
  const owner = await account();
  const cut = await start(owner, 'title,lyrics\nA,la\nB,"lo');
  while (await takeTurn(importer()));
  expect(await imports.get(owner.accountId, cut.id)).toMatchObject({
    status: 'failure',
    added: 1,
    error: expect.stringContaining('from row 2 on'),
  });
  const gone = await start(owner, table(5));
  await rm(join(folder, 'imports'), { recursive: true });
  await takeTurn(importer());
  expect(await imports.get(owner.accountId, gone.id)).toMatchObject({
    status: 'failure',
    error: expect.stringContaining('Start the import again'),
  });
  const waiting = await start(owner, table(5));
  const away = { ...blobs, acquire: () => Promise.reject(new Error('the store is away')) };
  await takeTurn(importer({ blobs: away }));
  expect(await imports.get(owner.accountId, waiting.id)).toMatchObject({ status: 'processing', rows: 0 });
});

it('an import that ends its process each time is abandoned', async () => {
  const owner = await account();
  const job = await start(owner, table(5));
  for (let n = 0; n < 12; n++) {
    await takeTurn(importer({ queue: { ...dyingQueue(0), finish: queue.finish } })).catch(() => {});
    await lapse(job.id);
  }
  expect(await imports.get(owner.accountId, job.id)).toMatchObject({
    status: 'failure',
    error: expect.stringContaining('10 times'),
  });
});

it('on a full disk an import waits, however long, and goes on where it was', async () => {
  const owner = await account();
  const job = await start(owner, table(5));
  const full = new StorageUnavailableError(new Error('53100'), 'disk-full');
  for (let n = 0; n < 12; n++) {
    await takeTurn(importer({ queue: { ...queue, commit: () => Promise.reject(full) } }));
    expect(await imports.get(owner.accountId, job.id)).toMatchObject({ status: 'processing', rows: 0 });
    await database.db.updateTable('imports').set({ run_after: new Date() }).execute();
  }
  await takeTurn(importer());
  expect(await imports.get(owner.accountId, job.id)).toMatchObject({ status: 'success', added: 5 });
});

it('a row may name a recording of its own account only', async () => {
  const [owner, other] = [await account(), await account()];
  const music = async (accountId: string, id: string): Promise<void> => {
    await database.db
      .insertInto('music')
      .values({
        id,
        account_id: accountId,
        title: 'x',
        artist: '',
        filename: 'x',
        format: 'wav',
        duration_seconds: 1,
        sample_rate: 8000,
        channels: 1,
        bytes: 1,
        sha256: id,
        blob_key: `music/${id}`,
      })
      .execute();
  };
  await music(owner.accountId, 'mus_own');
  await music(other.accountId, 'mus_other');
  const job = await start(owner, 'title,musicId\nA,mus_other\nB,mus_own\nC,mus_none\n');
  while (await takeTurn(importer()));
  expect(await titles(owner)).toEqual(['B']);
  const { rejections } = await imports.report(owner.accountId, job.id, { rejections: 9, songIds: 9 });
  expect(rejections.map(({ row }) => row)).toEqual([1, 3]);
});

it('an account has one import that has not ended, however many are started at once', async () => {
  const owner = await account();
  const given = { ...owner, name: '', format: 'csv' as const, bytes: 1 };
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, n) => imports.create({ ...given, blobKey: `imports/many${n}` })),
  );
  expect(outcomes.filter((outcome) => outcome && 'created' in outcome)).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome && 'busy' in outcome)).toHaveLength(5);
});

it('finds what is there by its index and never by looking at all songs', async () => {
  const { sql } = await import('kysely');
  const { songIdentity } = await import('../storage/imports/song-identity.js');
  const { datasetId } = await account();
  // Songs enough that every other way costs more, counted here: a table without statistics is planned by guesses.
  const songs = Array.from({ length: 2000 }, (_, n) => ({
    id: `song_${n}`,
    dataset_id: datasetId,
    title: `Song ${n}`,
    artist: '',
    year: '',
    language: '',
  }));
  await database.db.insertInto('dataset_songs').values(songs).execute();
  await sql`analyze dataset_songs`.execute(database.db);
  const plan = await sql<{ 'QUERY PLAN': string }>`explain select 1 from dataset_songs s
    where s.dataset_id = ${datasetId} and ${sql.raw(songIdentity('s'))} = 'y'`.execute(database.db);
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('dataset_songs_by_identity');
});
