/** Imports as the importer uses them: claimed under a lease, in turn, and committed batch by batch. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ClaimedImport, ImportLease, ImportQueue } from '../../imports/ports.js';
import { markStale } from '../delete-rows.js';
import type { Database } from '../schema.js';
import { addMissingSongs, lockDataset } from './add-missing-songs.js';

/** A turn that lies further ahead was set before the clock was set back. */
const latestTurnSeconds = 600;

export function importQueue(db: Kysely<Database>): ImportQueue {
  return {
    async claim({ owner, seconds }) {
      const clock = sql`clock_timestamp()`;
      const { rows } = await sql<ClaimedImport>`
        update imports
        set status = 'processing', started_at = coalesce(started_at, now()), attempts = attempts + 1,
          lease_owner = ${owner}, lease_expires_at = ${clock} + make_interval(secs => ${seconds})
        where id = (
          select id from imports
          where status in ('pending', 'processing')
            and (run_after <= ${clock} or run_after > ${clock} + make_interval(secs => ${latestTurnSeconds}))
            and (lease_expires_at is null or lease_expires_at <= ${clock}
              or lease_expires_at > ${clock} + make_interval(secs => ${2 * seconds}))
          order by run_after limit 1 for update skip locked)
        returning id, account_id as "accountId", dataset_id as "datasetId", format, blob_key as "blobKey",
          rows, bytes_read as "bytesRead", attempts`.execute(db);
      return rows[0] ?? null;
    },

    async ownMusic(accountId, musicIds) {
      if (musicIds.length === 0) return new Set();
      const { rows } = await sql<{ id: string }>`select id from music
        where account_id = ${accountId} and id = any(${[...musicIds]}::text[])`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },

    async commit(claimed, lease, next) {
      return db.transaction().execute(async (transaction) => {
        const { id, accountId, datasetId } = claimed;
        if (!(await lockDataset(transaction, accountId, datasetId))) return null;
        if ((await rowsOfHeld(transaction, id, lease)) !== next.firstRow - 1) return null;
        const songIds = await addMissingSongs(transaction, accountId, datasetId, next.songs);
        await transaction
          .insertInto('import_batches')
          .values({
            import_id: id,
            first_row: next.firstRow,
            song_ids: songIds,
            rejections: JSON.stringify(next.rejections),
          })
          .execute();
        await sql`update imports set rows = ${next.rows}, bytes_read = ${next.bytesRead}, attempts = 0,
            added = added + ${songIds.length}, present = present + ${next.songs.length - songIds.length},
            rejected = rejected + ${next.rejections.length},
            lease_expires_at = clock_timestamp() + make_interval(secs => ${lease.seconds})
          where id = ${id}`.execute(transaction);
        return songIds;
      });
    },

    async finish(claimed, lease, error) {
      return db.transaction().execute(async (transaction) => {
        if ((await rowsOfHeld(transaction, claimed.id, lease)) === null) return false;
        await sql`update imports set status = ${error === null ? 'success' : 'failure'}, error = ${error},
            completed_at = now(), lease_owner = null, lease_expires_at = null
          where id = ${claimed.id}`.execute(transaction);
        await markStale(transaction, [claimed.blobKey]);
        return true;
      });
    },

    async yield(claimed, lease, delaySeconds, { counts } = { counts: true }) {
      await sql`update imports set attempts = greatest(0, attempts - ${counts ? 0 : 1}), lease_owner = null, lease_expires_at = null,
          run_after = clock_timestamp() + make_interval(secs => ${delaySeconds})
        where id = ${claimed.id} and lease_owner = ${lease.owner}`.execute(db);
    },
  };
}

/**
 * Locks the import and returns its rows so far; null where it is not this owner's. Whoever cancels it waits for the
 * end of the transaction, and nothing is added after that.
 */
async function rowsOfHeld(
  transaction: Transaction<Database>,
  importId: string,
  { owner }: ImportLease,
): Promise<number | null> {
  const held = await sql<{ rows: number }>`select rows from imports
    where id = ${importId} and status = 'processing' and lease_owner = ${owner} for update`.execute(
    transaction,
  );
  return held.rows[0]?.rows ?? null;
}
