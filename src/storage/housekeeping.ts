/** One round of housekeeping: deletes what is past its time, and what no operator set a time for. */
import type { Kysely } from 'kysely';
import { idempotencyStore } from './idempotency.js';
import { purgeInvitations } from './invitations.js';
import { purgeConfirmations } from './notifications/confirmation-store.js';
import type { BlobStore } from './ports.js';
import { deleteFullBuckets } from './rate-limits.js';
import {
  expireDeliveries,
  expiredUploads,
  expireEvents,
  expireImports,
  expireTasks,
  sweepStaleBlobs,
} from './retention.js';
import { purgeShareLinks } from './review/share-links.js';
import type { Database } from './schema.js';
import { deleteEndedSessions } from './sessions.js';
import { vacuumAll } from './vacuum.js';

/** Days after which each kind is deleted; 0 keeps it. */
export interface RetentionDays {
  readonly uploadsDays: number;
  readonly resultsDays: number;
  readonly eventsDays: number;
  readonly deliveriesDays: number;
  readonly importsDays: number;
}

export interface RetentionParts {
  readonly db: Kysely<Database>;
  readonly blobs: BlobStore;
  readonly retention: RetentionDays;
  /** Deletes a song with everything that hangs on it; false where it is gone already. */
  readonly deleteUpload: (accountId: string, musicId: string) => Promise<boolean>;
}

/** Returns how many of each kind were deleted. */
export async function deleteWhatIsPast(parts: RetentionParts): Promise<Record<string, number>> {
  const { db } = parts;
  const idempotency = await idempotencyStore(db).purge();
  await deleteEndedSessions(db);
  await deleteFullBuckets(db);
  const invitations = await purgeInvitations(db);
  const shareLinks = await purgeShareLinks(db);
  await purgeConfirmations(db);
  return { idempotency, invitations, shareLinks, ...(await retain(parts)) };
}

/** What the retention settings name; returns how many of each went. */
export async function retain(parts: RetentionParts): Promise<Record<string, number>> {
  const { db, blobs, deleteUpload } = parts;
  const { uploadsDays, resultsDays, eventsDays, deliveriesDays, importsDays } = parts.retention;
  const results = resultsDays > 0 ? await expireTasks(db, resultsDays) : 0;
  const events = eventsDays > 0 ? await expireEvents(db, eventsDays) : 0;
  const deliveries = deliveriesDays > 0 ? await expireDeliveries(db, deliveriesDays) : 0;
  const imports = importsDays > 0 ? await expireImports(db, importsDays) : 0;
  let uploads = 0;
  if (uploadsDays > 0) {
    for (const { accountId, musicId } of await expiredUploads(db, uploadsDays)) {
      if (await deleteUpload(accountId, musicId)) uploads += 1;
    }
  }
  // Last, because the store may fail.
  const files = await sweepStaleBlobs(db, blobs);
  return { results, events, deliveries, imports, uploads, files };
}

/** Vacuums once a day (UTC), not on the day of the start. Of the embedded engine: PostgreSQL does it by itself. */
export function dailyVacuum(
  db: Kysely<Database>,
  dayOfMonth: () => number = () => new Date().getUTCDate(),
): () => Promise<void> {
  let vacuumedOn = dayOfMonth();
  return async () => {
    const today = dayOfMonth();
    if (today === vacuumedOn) return;
    vacuumedOn = today;
    await vacuumAll(db);
  };
}
