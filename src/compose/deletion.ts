/** What deletes music and accounts for good, put together from the parts that hold something of them. */
import { sql } from 'kysely';
import type { MergeBlocks } from '../analyses/fingerprint/ports.js';
import { purgeSong } from '../analyses/fingerprint/purge.js';
import type { Compute } from '../domain/compute.js';
import type { FingerprintRemover } from '../http/ports.js';
import { markStale } from '../storage/delete-rows.js';
import { deleteOldInvitations } from '../storage/old-settings.js';
import type { BlobStore } from '../storage/ports.js';
import { liftStatementLimits } from '../storage/postgres/limits.js';
import { sweepStaleBlobs } from '../storage/retention.js';
import { opaque } from '../storage/transaction.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

/** Takes a song out of every answer at once; its bytes leave the index in the background. */
export function fingerprintRemover(
  { db, log }: Instance,
  { fingerprints }: SearchIndexes,
  compute: Compute,
): FingerprintRemover {
  const transact: Parameters<typeof purgeSong>[3]['transact'] = (work) =>
    db.transaction().execute((transaction) => work(opaque(transaction)));
  const merge: MergeBlocks = (step) => compute.run('fingerprint.merge', step);
  const purge = (accountId: string, musicId: string): Promise<unknown> =>
    purgeSong(fingerprints, accountId, musicId, { transact, merge }).catch((error: unknown) =>
      log.warn(
        { err: error, accountId },
        'removed fingerprints stay in the index until the next round of index maintenance',
      ),
    );
  return {
    async remove(accountId, musicId) {
      const removed = await transact((transaction) => fingerprints.remove(transaction, accountId, musicId));
      if (removed) void purge(accountId, musicId);
      return removed;
    },
  };
}

/**
 * Deletes the account with all its rows in one transaction, then its blobs. What cannot be removed from the store now
 * is removed in the background. False where there is no such account.
 */
export async function deleteAccount(
  { db, log }: Instance,
  { fingerprints }: SearchIndexes,
  blobs: BlobStore,
  accountId: string,
): Promise<boolean> {
  const found = await db.transaction().execute(async (transaction) => {
    await liftStatementLimits(transaction);
    const account = await sql`select 1 from accounts where id = ${accountId} for update`.execute(transaction);
    if (account.rows.length === 0) return false;
    const songs = await sql<{ blob_key: string }>`
      select blob_key from music where account_id = ${accountId}
      union select blob_key from imports where account_id = ${accountId} and completed_at is null`.execute(
      transaction,
    );
    await markStale(
      transaction,
      songs.rows.map((song) => song.blob_key),
    );
    await fingerprints.removeAccount(opaque(transaction), accountId);
    await sql`delete from rate_limits where strpos(bucket, ${accountId}) > 0 or exists (
      select 1 from api_keys k where k.account_id = ${accountId} and strpos(bucket, k.id) > 0)`.execute(
      transaction,
    );
    await sql`delete from melody_songs where music_id in (
      select id from music where account_id = ${accountId})`.execute(transaction);
    await deleteOldInvitations(transaction, accountId);
    await sql`delete from rate_limits where exists (
      select 1 from users u where u.account_id = ${accountId} and strpos(bucket, u.id) > 0)`.execute(
      transaction,
    );
    await sql`delete from delivery_attempts where account_id = ${accountId}`.execute(transaction);
    await sql`delete from accounts where id = ${accountId}`.execute(transaction);
    return true;
  });
  if (found) {
    await sweepStaleBlobs(db, blobs).catch((error: unknown) =>
      log.warn({ err: error }, 'files of a deleted account stay until the next round of housekeeping'),
    );
  }
  return found;
}
