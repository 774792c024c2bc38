/** Deletes what customers and retention want gone, with everything that refers to it; usage keeps its counts. */
import { type Expression, type SqlBool, sql, type Transaction } from 'kysely';
import { serviceActor } from '../domain/review.js';
import { appendAudit } from './review/audit.js';
import type { Database } from './schema.js';

/**
 * Deletes ended tasks with their callbacks and the record of their delivery. What usage counts of them stays.
 * Returns how many tasks.
 */
export async function deleteTasks(
  transaction: Transaction<Database>,
  which: Expression<SqlBool>,
): Promise<number> {
  await recordDeletedReviews(transaction, which);
  const { rows } = await sql<{ id: string }>`
    with gone as (
      delete from tasks where status in ('success', 'failure', 'cancelled') and ${which} returning *),
    counted as (
      insert into past_tasks (account_id, key_id, operation, model, status, created_at, price_usd)
      select account_id, key_id, operation, model, status, created_at, price_usd from gone)
    select id from gone`.execute(transaction);
  if (rows.length > 0) {
    await sql`delete from messages where task_id = any(${rows.map(({ id }) => id)}::text[])`.execute(
      transaction,
    );
  }
  return rows.length;
}

/** That a result was deleted which someone had decided about stays in the audit log, without what it was about. */
async function recordDeletedReviews(
  transaction: Transaction<Database>,
  which: Expression<SqlBool>,
): Promise<void> {
  const { rows } = await sql<{ task_id: string; account_id: string; state: string | null }>`
    select task_id, account_id, state from reviews where task_id in (
      select id from tasks where status in ('success', 'failure', 'cancelled') and ${which})
    order by account_id, task_id`.execute(transaction);
  for (const { task_id: subject, account_id: accountId, state } of rows) {
    await appendAudit(transaction, serviceActor, accountId, {
      action: 'review.deleted',
      subject,
      detail: { state },
    });
  }
}

/**
 * Deletes a song's record and whatever was derived from it, except for fingerprints (fingerprint/store.ts) and the
 * blob, which becomes stale. Tasks that have not ended fail when they find the song gone; until then they keep no name.
 */
export async function deleteMusicRows(
  transaction: Transaction<Database>,
  { id, account_id, blob_key }: { id: string; account_id: string; blob_key: string },
): Promise<void> {
  // First, because whoever finishes a task of this song holds its row until the result is there to be deleted.
  await sql`delete from music where id = ${id}`.execute(transaction);
  await deleteTasks(transaction, sql<SqlBool>`account_id = ${account_id} and music_id = ${id}`);
  await sql`update tasks set filename = null, filepath = null, parameters = parameters - 'named' where account_id = ${account_id} and music_id = ${id}`.execute(
    transaction,
  );
  await sql`delete from melody_songs where music_id = ${id}`.execute(transaction);
  await sql`delete from sample_items where account_id = ${account_id} and id = ${id}`.execute(transaction);
  // Answers kept for repeated requests name the song and its file.
  await sql`delete from idempotency_keys
    where account_id = ${account_id} and strpos(response_body, ${id}) > 0`.execute(transaction);
  await markStale(transaction, [blob_key]);
}

/** Due at once. */
export async function markStale(transaction: Transaction<Database>, keys: readonly string[]): Promise<void> {
  await sql`insert into stale_blobs (key, due_at) select unnest(${[...keys]}::text[]), now()
    on conflict (key) do update set due_at = excluded.due_at`.execute(transaction);
}
