/** What is older than the retention settings is deleted; what is in use, or younger, stays. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { retentionOf } from '../../src/compose/housekeeping.js';
import type { Compute } from '../../src/domain/compute.js';
import { retain } from '../../src/storage/housekeeping.js';
import { musicStore } from '../../src/storage/music.js';
import { furnish, type OpenedInstance, openForTest } from '../support/furnished.js';

const compute: Compute = { run: () => Promise.reject(new Error('nothing to compute here')) };
let folder: string;
let opened: OpenedInstance;

async function open(days: Record<string, string>): Promise<void> {
  opened = await openForTest({ CONTRAFACT_DATA_DIR: folder, ...days });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'contrafact-retention-'));
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function round(): Promise<Record<string, number>> {
  const { instance, indexes, blobs, db } = opened;
  return retain(retentionOf({ instance, indexes, blobs, music: musicStore(db), compute }));
}

async function age(days: number): Promise<void> {
  const ago = sql`now() - make_interval(days => ${days})`;
  await sql`update tasks set completed_at = ${ago} where completed_at is not null`.execute(opened.db);
  await sql`update messages set created_at = ${ago}`.execute(opened.db);
  await sql`update delivery_attempts set started_at = ${ago}`.execute(opened.db);
  await sql`update imports set completed_at = ${ago} where completed_at is not null`.execute(opened.db);
  await sql`update music set created_at = ${ago}`.execute(opened.db);
}

const count = async (table: string): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::float8 as n from ${sql.table(table)}`.execute(opened.db))
    .rows[0]!.n;

it('by default keeps uploads and results for good, callbacks 90 days and attempts 30', async () => {
  await open({});
  await furnish(opened, 'heron');
  await age(29);
  expect(await round()).toEqual({ results: 0, events: 0, deliveries: 0, imports: 0, uploads: 0, files: 0 });
  await age(40);
  expect(await round()).toEqual({ results: 0, events: 0, deliveries: 1, imports: 1, uploads: 0, files: 0 });
  await age(91);
  expect(await round()).toEqual({ results: 0, events: 1, deliveries: 0, imports: 0, uploads: 0, files: 0 });
  await age(10_000);
  expect(await round()).toEqual({ results: 0, events: 0, deliveries: 0, imports: 0, uploads: 0, files: 0 });
});

it('deletes results with their callbacks, and neither unfinished tasks nor callbacks that wait, for their turn or for an endpoint', async () => {
  await open({ CONTRAFACT_RETENTION_RESULTS_DAYS: '10', CONTRAFACT_RETENTION_EVENTS_DAYS: '10' });
  await furnish(opened, 'heron');
  await sql`insert into messages (id, account_id, task_id, kind, body, status)
    select 'msg_' || state, account_id, 'task_' || state, 'final', '{}', state
    from messages, unnest(array['pending', 'held', 'failed']) as state`.execute(opened.db);
  await age(9);
  expect(await round()).toMatchObject({ results: 0, events: 0 });
  await age(11);
  expect(await round()).toMatchObject({ results: 1 });
  expect([await count('tasks'), await count('past_tasks'), await count('messages')]).toEqual([1, 2, 2]);
  const { rows } = await sql<{ id: string }>`select id from messages order by id`.execute(opened.db);
  expect(rows.map(({ id }) => id)).toEqual(['msg_held', 'msg_pending']);
});

it('deletes uploads that nothing needs, and only those', async () => {
  await open({ CONTRAFACT_RETENTION_UPLOADS_DAYS: '10' });
  const { musicId } = await furnish(opened, 'heron');
  await age(11);
  for (const table of ['dataset_songs', 'fingerprint_songs', 'tasks']) {
    expect(await round()).toMatchObject({ uploads: 0 });
    await sql`delete from ${sql.table(table)} where music_id = ${musicId}`.execute(opened.db);
  }
  expect(await round()).toMatchObject({ uploads: 1 });
  expect(await count('music')).toBe(0);
  await expect(opened.blobs.open(`music/${musicId}`)).rejects.toThrow('ENOENT');
});
