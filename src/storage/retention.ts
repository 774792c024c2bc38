/** Deletes what is older than the operator wants to keep, a batch a transaction, and blobs that nothing refers to. */
import { type Kysely, type SqlBool, sql } from 'kysely';
import { deleteTasks } from './delete-rows.js';
import type { BlobStore } from './ports.js';
import type { Database } from './schema.js';

/** Rows a transaction: short enough that nobody waits for it. */
const batch = 500;

/** Repeats `step` until it finds less than a batch; returns the sum. */
async function inBatches(step: () => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await step();
    total += done;
    if (done < batch) return total;
  }
}

/** Deletes tasks that ended more than `days` ago, with their callbacks. Usage still counts them. */
export function expireTasks(db: Kysely<Database>, days: number): Promise<number> {
  return inBatches(() =>
    db.transaction().execute((transaction) =>
      deleteTasks(
        transaction,
        sql<SqlBool>`id in (select id from tasks
          where completed_at < now() - make_interval(days => ${days}) order by completed_at limit ${batch})`,
      ),
    ),
  );
}

/** Deletes callbacks older than `days`, but for those that wait: for their turn, or for an endpoint. */
export function expireEvents(db: Kysely<Database>, days: number): Promise<number> {
  return inBatches(async () => {
    const { rows } = await sql`
      delete from messages where id in (select id from messages
        where created_at < now() - make_interval(days => ${days}) and status not in ('pending', 'held')
        order by created_at limit ${batch}) returning 1`.execute(db);
    return rows.length;
  });
}

/** Deletes the record of attempts to deliver, with what was answered, older than `days`. */
export function expireDeliveries(db: Kysely<Database>, days: number): Promise<number> {
  return inBatches(async () => {
    const { rows } = await sql`
      delete from delivery_attempts where id in (select id from delivery_attempts
        where started_at < now() - make_interval(days => ${days}) order by started_at limit ${batch})
      returning 1`.execute(db);
    return rows.length;
  });
}

/** Deletes the record of imports that ended more than `days` ago, with their rejected rows; their songs stay. */
export function expireImports(db: Kysely<Database>, days: number): Promise<number> {
  return inBatches(async () => {
    const { rows } = await sql`
      delete from imports where id in (select id from imports
        where completed_at < now() - make_interval(days => ${days}) order by completed_at limit ${batch})
      returning 1`.execute(db);
    return rows.length;
  });
}

/** Songs older than `days` that no dataset, no fingerprint catalogue and no unfinished task needs. */
export async function expiredUploads(
  db: Kysely<Database>,
  days: number,
): Promise<{ accountId: string; musicId: string }[]> {
  const { rows } = await sql<{ accountId: string; musicId: string }>`
    select account_id as "accountId", id as "musicId" from music m
    where created_at < now() - make_interval(days => ${days})
      and not exists (select 1 from dataset_songs s where s.music_id = m.id)
      and not exists (select 1 from fingerprint_songs f where f.account_id = m.account_id and f.music_id = m.id)
      and not exists (select 1 from tasks t where t.music_id = m.id and t.status in ('pending', 'processing'))
    order by created_at limit ${batch}`.execute(db);
  return rows;
}

/**
 * Removes blobs of deleted music, and of uploads that never became music. Returns how many. Stops with the store's
 * error where it fails; what is left is found again.
 */
export function sweepStaleBlobs(db: Kysely<Database>, blobs: BlobStore): Promise<number> {
  return inBatches(async () => {
    const { rows } = await sql<{ key: string; used: boolean }>`
      select key, exists (select 1 from music where blob_key = key) or exists (
        select 1 from imports where blob_key = key and completed_at is null) as used from stale_blobs
      where due_at <= now() order by due_at limit ${batch}`.execute(db);
    for (const { key, used } of rows) {
      if (!used) await blobs.delete(key);
      await db.deleteFrom('stale_blobs').where('key', '=', key).execute();
    }
    return rows.length;
  });
}

/** Accounts whose fingerprint index holds postings of songs that were removed. */
export async function cataloguesWithRemoved(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from fingerprint_segments where is_live group by account_id
    having sum(postings) > (select coalesce(sum(postings), 0) from fingerprint_songs s
      where s.account_id = fingerprint_segments.account_id)`.execute(db);
  return rows.map((row) => row.account_id);
}

/** Those of `keys` that music or an import that has not ended has. */
export async function usedBlobs(db: Kysely<Database>, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ blob_key: string }>`
    select blob_key from music where blob_key = any(${[...keys]}::text[])
    union select blob_key from imports where blob_key = any(${[...keys]}::text[]) and completed_at is null`.execute(
    db,
  );
  return new Set(rows.map((row) => row.blob_key));
}
