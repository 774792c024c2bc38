/** Deleting a song or an account leaves nothing of it: every table and every file is looked through. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mergeBlocks } from '../../src/analyses/fingerprint/look-up/merge-blocks.js';
import { deleteAccount, fingerprintRemover } from '../../src/compose/deletion.js';
import { maintainIndexes } from '../../src/compose/index-maintenance.js';
import type { Compute } from '../../src/domain/compute.js';
import { deleteMusicFor } from '../../src/http/delete-music.js';
import { musicStore } from '../../src/storage/music.js';
import { usageStore } from '../../src/storage/usage.js';
import {
  type Furnished,
  filesWith,
  furnish,
  type OpenedInstance,
  openForTest,
  tableNames,
  tablesWith,
} from '../support/furnished.js';

const compute: Compute = {
  async run<Output>(name: string, input: unknown): Promise<Output> {
    expect(name).toBe('fingerprint.merge');
    return mergeBlocks(input as Parameters<typeof mergeBlocks>[0]) as Output;
  },
};
const quota = { free: 1, pro: 1, enterprise: 1 };
const signal = new AbortController().signal;

let folder: string;
let opened: OpenedInstance;
let gone: Furnished;
let staying: Furnished;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-deletion-'));
  opened = await openForTest({ CONTRAFACT_DATA_DIR: folder });
  gone = await furnish(opened, 'walrus');
  staying = await furnish(opened, 'pelican');
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A round of the background work, with a local copy that was replaced long enough ago to be deleted. */
async function deleteUnused(): Promise<void> {
  const { instance, indexes, blobs } = opened;
  await mkdir(join(folder, 'cache/melodies'), { recursive: true });
  const copy = join(folder, 'cache/melodies/ds_walrus-e1-0-1-1-1.codes');
  await writeFile(copy, 'walrus');
  await writeFile(`${copy}.replaced`, '');
  await utimes(`${copy}.replaced`, 1, 1);
  await maintainIndexes(instance, indexes, blobs, compute, signal);
}

it('nothing is furnished in vain: every table has rows of both accounts, or is the instance’s own', async () => {
  const { db } = opened;
  const empty: string[] = [];
  for (const name of await tableNames(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) empty.push(name);
  }
  expect(empty).toEqual([]);
  expect((await tablesWith(db, 'walrus')).length).toBeGreaterThan(12);
  expect(await filesWith(folder, 'walrus')).toHaveLength(1);
});

it('a deleted song is in no table and no file; usage still counts its tasks', async () => {
  const { instance, db, blobs, indexes } = opened;
  const usage = usageStore(db, { storedBytesByPlan: quota, queuedTasksByPlan: quota });
  const spent = () => usage.byKeyAndOperation(gone.accountId, new Date(0), new Date(Date.now() + 1e6));
  const before = await spent();
  const fingerprints = fingerprintRemover(instance, indexes, compute);
  const parts = { music: musicStore(db), blobs, fingerprints };
  expect(await deleteMusicFor(parts, gone.accountId, gone.musicId)).toBe(true);
  expect(await deleteMusicFor(parts, gone.accountId, gone.musicId)).toBe(false);
  await deleteUnused();
  // The account, its user and its dataset are not the song's.
  const own = [
    'accounts: 1',
    'api_keys: 1',
    'invitations: 1',
    'instance_settings: 1',
    'users: 1',
    'sessions: 1',
    // Who wants to hear of what, and what was said: ids of results, whose names are read when they are shown.
    'batches: 1',
    'notice_deliveries: 1',
    'notices: 1',
    'notification_settings: 1',
    'email_confirmations: 1',
    'email_confirmation_tokens: 1',
    'notification_webhooks: 1',
    'datasets: 1',
    'dataset_songs: 1',
    'imports: 1',
    'import_batches: 1',
    'lyric_segments: 1',
    'lyric_segment_songs: 1',
    'lyric_encoding_leases: 1',
    // Who decided what stays on record, in ids alone.
    'audit_entries: 1',
    'share_links: 1',
  ];
  const left = await tablesWith(db, 'walrus');
  // A task that has not ended keeps the bare id, by which it finds out that its song is gone.
  expect(left.filter((line) => !own.includes(line))).toEqual(['tasks: 1']);
  const waiting = await sql<Record<string, unknown>>`select music_id, filename, filepath, result, status
    from tasks where account_id = ${gone.accountId}`.execute(db);
  expect(waiting.rows).toEqual([
    { music_id: gone.musicId, filename: null, filepath: null, result: null, status: 'pending' },
  ]);
  const links = await sql`select 1 from dataset_songs where music_id = ${gone.musicId}`.execute(db);
  expect(links.rows).toEqual([]);
  expect(await filesWith(folder, 'walrus')).toEqual([]);
  expect(await spent()).toEqual(before);
});

it('a deleted account is in no table and no file, and the other account keeps everything', async () => {
  const { instance, db, blobs, indexes } = opened;
  const others = await tablesWith(db, 'pelican');
  expect(await deleteAccount(instance, indexes, blobs, gone.accountId)).toBe(true);
  expect(await deleteAccount(instance, indexes, blobs, gone.accountId)).toBe(false);
  await deleteUnused();
  await sql`delete from stale_blobs where key like 'music/on_its_way_%'`.execute(db);
  // What a search engine is still to delete, positions alone; they go when it has (tests/search/engine.test.ts).
  expect(await tablesWith(db, gone.accountId)).toEqual(['search_changes: 2']);
  expect(await tablesWith(db, 'walrus')).toEqual([]);
  expect(await filesWith(folder, 'walrus')).toEqual([]);
  expect(await tablesWith(db, 'pelican')).toEqual(others);
  expect(await filesWith(folder, 'pelican')).toHaveLength(1);
  expect(await instance.keys.authenticate(gone.apiKey)).toEqual({ outcome: 'unknown' });
  expect(await instance.keys.authenticate(staying.apiKey)).toMatchObject({ outcome: 'ok' });
});

it('a file that the store did not delete is deleted by the next round', async () => {
  const { instance, db, blobs, indexes } = opened;
  const broken = { ...blobs, delete: () => Promise.reject(new Error('the store is away')) };
  await deleteAccount(instance, indexes, broken, gone.accountId);
  expect(await filesWith(folder, 'walrus')).toHaveLength(1);
  const { sweepStaleBlobs } = await import('../../src/storage/retention.js');
  expect(await sweepStaleBlobs(db, blobs)).toBe(1);
  expect(await filesWith(folder, 'walrus')).toEqual([]);
});
