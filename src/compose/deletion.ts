/** What deletes music and accounts for good, put together from the parts that hold something of them. */
import type { MergeBlocks } from '../analyses/fingerprint/ports.js';
import { purgeSong } from '../analyses/fingerprint/purge.js';
import type { Compute } from '../domain/compute.js';
import type { FingerprintRemover } from '../http/ports.js';
import { deleteAccountRows } from '../storage/delete-account.js';
import type { BlobStore } from '../storage/ports.js';
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
  const found = await deleteAccountRows(db, fingerprints, accountId);
  if (found) {
    await sweepStaleBlobs(db, blobs).catch((error: unknown) =>
      log.warn({ err: error }, 'files of a deleted account stay until the next round of housekeeping'),
    );
  }
  return found;
}
