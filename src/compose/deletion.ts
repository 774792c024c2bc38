/** What deletes music and accounts for good, put together from the parts that hold something of them. */
import { removeSong } from '../analyses/fingerprint/remove-song.js';
import type { Compute } from '../domain/compute.js';
import type { FingerprintRemover } from '../http/ports.js';
import { deleteAccountForGood } from '../storage/delete-account.js';
import type { BlobStore } from '../storage/ports.js';
import { opaque } from '../storage/transaction.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

export function fingerprintRemover(
  { db, log }: Instance,
  { fingerprints }: SearchIndexes,
  compute: Compute,
): FingerprintRemover {
  const parts: Parameters<typeof removeSong>[0] = {
    index: fingerprints,
    transact: (work) => db.transaction().execute((transaction) => work(opaque(transaction))),
    merge: (step) => compute.run('fingerprint.merge', step),
    onLeft: (accountId, error) =>
      log.warn(
        { err: error, accountId },
        'removed fingerprints stay in the index until the next round of index maintenance',
      ),
  };
  return { remove: (accountId, musicId) => removeSong(parts, accountId, musicId) };
}

/** False where there is no such account. */
export function deleteAccount(
  { db, log }: Instance,
  { fingerprints }: SearchIndexes,
  blobs: BlobStore,
  accountId: string,
): Promise<boolean> {
  return deleteAccountForGood({ db, fingerprints, blobs }, accountId, (error) =>
    log.warn({ err: error }, 'files of a deleted account stay until the next round of housekeeping'),
  );
}
