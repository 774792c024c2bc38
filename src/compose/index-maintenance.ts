/** Every process's own copies of what the database and the object store hold: what was deleted there goes here too. */

import { purgeRemoved } from '../analyses/lyric-plagiarism/purge-removed.js';
import type { Compute } from '../domain/compute.js';
import type { BlobStore } from '../storage/ports.js';
import { cataloguesWithRemoved, usedBlobs } from '../storage/retention.js';
import { createLoop, type Loop } from '../tasks/loop.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

const everySeconds = 600;

/** One round: fingerprints and vectors of removed songs leave the indexes, and copies of what is gone leave the disk. */
export async function purgeOnce(
  { db }: Instance,
  indexes: SearchIndexes,
  blobs: BlobStore,
  compute: Compute,
  signal: AbortSignal,
): Promise<void> {
  // Where a deletion was cut off before it was through.
  for (const accountId of await cataloguesWithRemoved(db)) {
    signal.throwIfAborted();
    await indexes.fingerprints.maintain(accountId, (step) => compute.run('fingerprint.merge', step), {
      purge: true,
    });
  }
  await purgeRemoved(indexes.lyrics, compute, signal);
  await indexes.melodies.deleteUnused();
  await blobs.deleteCopies((keys) => usedBlobs(db, keys));
}

export function composeIndexMaintenance(
  instance: Instance,
  indexes: SearchIndexes,
  blobs: BlobStore,
  compute: Compute,
): Loop {
  const abort = new AbortController();
  const loop = createLoop(
    'index maintenance',
    everySeconds,
    () =>
      purgeOnce(instance, indexes, blobs, compute, abort.signal).catch((error: unknown) => {
        if (!abort.signal.aborted) throw error;
      }),
    instance.log,
  );
  return {
    start: () => loop.start(),
    wake: () => loop.wake(),
    stop() {
      abort.abort();
      return loop.stop();
    },
    get stopping() {
      return loop.stopping;
    },
  };
}
