/** Housekeeping of this process: deletes what is past its time, and vacuums the embedded database. */
import type { Compute } from '../domain/compute.js';
import { deleteMusicFor } from '../http/delete-music.js';
import { dailyVacuum, deleteWhatIsPast, type RetentionParts } from '../storage/housekeeping.js';
import type { BlobStore, MusicStore } from '../storage/ports.js';
import { createLoop, type Loop } from '../tasks/loop.js';
import { fingerprintRemover } from './deletion.js';
import type { Instance } from './instance.js';
import type { SearchIndexes } from './search-indexes.js';

const everySeconds = 3600;

export interface HousekeepingParts {
  readonly instance: Instance;
  readonly indexes: SearchIndexes;
  readonly blobs: BlobStore;
  readonly music: MusicStore;
  readonly compute: Compute;
}

export function composeHousekeeping(parts: HousekeepingParts): Loop {
  const { db, log, database } = parts.instance;
  const retention = retentionOf(parts);
  const vacuum = database.engine === 'embedded' ? dailyVacuum(db) : async () => {};
  const round = async (): Promise<void> => {
    const deleted = await deleteWhatIsPast(retention);
    if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, 'deleted what is past its time');
    await vacuum();
  };
  return createLoop('housekeeping', everySeconds, round, log);
}

export function retentionOf({ instance, indexes, blobs, music, compute }: HousekeepingParts): RetentionParts {
  const { db, config } = instance;
  const fingerprints = fingerprintRemover(instance, indexes, compute);
  return {
    db,
    blobs,
    retention: config.retention,
    deleteUpload: (accountId, musicId) => deleteMusicFor({ music, blobs, fingerprints }, accountId, musicId),
  };
}
