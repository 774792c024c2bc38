/** Every process's own copies of what the database and the object store hold: what was deleted there goes here too. */
import { purgeCatalogues } from '../analyses/fingerprint/purge.js';
import { purgeRemoved } from '../analyses/lyric-plagiarism/purge-removed.js';
import type { Compute } from '../domain/compute.js';
import type { BlobStore } from '../storage/ports.js';
import { cataloguesWithRemoved, usedBlobs } from '../storage/retention.js';
import { createAbortableLoop, type Loop } from '../tasks/loop.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

const everySeconds = 600;

/** One round: fingerprints and vectors of removed songs leave the indexes, and copies of what is gone leave the disk. */
export async function maintainIndexes(
  { db }: Instance,
  { fingerprints, lyrics, melodies }: SearchIndexes,
  blobs: BlobStore,
  compute: Compute,
  signal: AbortSignal,
): Promise<void> {
  const catalogues = await cataloguesWithRemoved(db);
  await purgeCatalogues(fingerprints, catalogues, (step) => compute.run('fingerprint.merge', step), signal);
  await purgeRemoved(lyrics, compute, signal);
  await melodies.deleteUnused();
  await blobs.deleteCopies((keys) => usedBlobs(db, keys));
}

export function composeIndexMaintenance(
  instance: Instance,
  indexes: SearchIndexes,
  blobs: BlobStore,
  compute: Compute,
): Loop {
  const round = (signal: AbortSignal): Promise<void> =>
    maintainIndexes(instance, indexes, blobs, compute, signal);
  return createAbortableLoop('index maintenance', everySeconds, round, instance.log);
}
