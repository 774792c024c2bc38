/** Deletes what is past its time: kept answers, ended sessions, and whatever retention settings name. */
import type { Compute } from '../domain/compute.js';
import { deleteMusicFor } from '../http/delete-music.js';
import { idempotencyStore } from '../storage/idempotency.js';
import { purgeInvitations } from '../storage/invitations.js';
import type { BlobStore, MusicStore } from '../storage/ports.js';
import { deleteFullBuckets } from '../storage/rate-limits.js';
import {
  expireDeliveries,
  expiredUploads,
  expireEvents,
  expireImports,
  expireTasks,
  sweepStaleBlobs,
} from '../storage/retention.js';
import { purgeShareLinks } from '../storage/review/share-links.js';
import { deleteEndedSessions } from '../storage/sessions.js';
import { vacuumAll } from '../storage/vacuum.js';
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
  let vacuumedOn = new Date().getUTCDate();
  return createLoop(
    'housekeeping',
    everySeconds,
    async () => {
      const idempotency = await idempotencyStore(db).purge();
      await deleteEndedSessions(db);
      await deleteFullBuckets(db);
      const invitations = await purgeInvitations(db);
      const shareLinks = await purgeShareLinks(db);
      const deleted = { idempotency, invitations, shareLinks, ...(await retain(parts)) };
      if (Object.values(deleted).some((count) => count > 0))
        log.info(deleted, 'deleted what is past its time');
      const today = new Date().getUTCDate();
      if (database.engine === 'embedded' && today !== vacuumedOn) {
        vacuumedOn = today;
        await vacuumAll(db);
      }
    },
    log,
  );
}

/** One round of the retention settings; returns how many of each went. */
export async function retain(parts: HousekeepingParts): Promise<Record<string, number>> {
  const { instance, indexes, blobs, music, compute } = parts;
  const { db, config } = instance;
  const { uploadsDays, resultsDays, eventsDays, deliveriesDays, importsDays } = config.retention;
  const results = resultsDays > 0 ? await expireTasks(db, resultsDays) : 0;
  const events = eventsDays > 0 ? await expireEvents(db, eventsDays) : 0;
  const deliveries = deliveriesDays > 0 ? await expireDeliveries(db, deliveriesDays) : 0;
  const imports = importsDays > 0 ? await expireImports(db, importsDays) : 0;
  let uploads = 0;
  if (uploadsDays > 0) {
    const fingerprints = fingerprintRemover(instance, indexes, compute);
    for (const { accountId, musicId } of await expiredUploads(db, uploadsDays)) {
      if (await deleteMusicFor({ music, blobs, fingerprints }, accountId, musicId)) uploads += 1;
    }
  }
  // Last, because the store may fail.
  const files = await sweepStaleBlobs(db, blobs);
  return { results, events, deliveries, imports, uploads, files };
}
