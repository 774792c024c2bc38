/** Deletes an account with all that it has. */
import { type Kysely, sql } from 'kysely';
import type { FingerprintIndex } from '../analyses/fingerprint/ports.js';
import { markStale } from './delete-rows.js';
import { deleteOldInvitations } from './old-settings.js';
import type { BlobStore } from './ports.js';
import { liftStatementLimits } from './postgres/limits.js';
import { sweepStaleBlobs } from './retention.js';
import type { Database } from './schema.js';
import { opaque } from './transaction.js';

export interface AccountParts {
  readonly db: Kysely<Database>;
  readonly fingerprints: Pick<FingerprintIndex, 'removeAccount'>;
  readonly blobs: BlobStore;
}

/**
 * Deletes the account with all its rows in one transaction, then its blobs. What the store cannot remove now stays
 * stale, for the next round of housekeeping, and `onLeft` gets the error. False where there is no such account.
 */
export async function deleteAccountForGood(
  { db, fingerprints, blobs }: AccountParts,
  accountId: string,
  onLeft: (error: unknown) => void,
): Promise<boolean> {
  const found = await deleteAccountRows(db, fingerprints, accountId);
  if (found) await sweepStaleBlobs(db, blobs).catch(onLeft);
  return found;
}

/** All rows of the account; its blobs become stale. */
function deleteAccountRows(
  db: Kysely<Database>,
  fingerprints: Pick<FingerprintIndex, 'removeAccount'>,
  accountId: string,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
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
}
