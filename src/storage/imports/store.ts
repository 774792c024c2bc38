/** Imports as request handlers use them. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { newId } from '../../domain/ids.js';
import type { Rejection } from '../../domain/song-import.js';
import type { ImportStore } from '../../imports/ports.js';
import { markStale } from '../delete-rows.js';
import { requireKnownCursor } from '../known-cursor.js';
import type { Database } from '../schema.js';
import { opaque } from '../transaction.js';
import { toImport } from './row.js';

/** Ended imports that an account keeps: their rejected rows take room. */
const keptOfAccount = 100;
/** Batches read at a time: some hundred kilobytes of rejections. */
const batchesAtOnce = 20;

const openStatuses = ['pending', 'processing'] as const;

/** `onCreated` is called after an import was committed. */
export function importStore(db: Kysely<Database>, onCreated: () => void): ImportStore {
  const openOf = (reader: Kysely<Database>, accountId: string) =>
    reader
      .selectFrom('imports')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('status', 'in', openStatuses)
      .executeTakeFirst();

  return {
    async create(given, writeWith) {
      const { accountId, datasetId, name, format, bytes, blobKey } = given;
      const outcome = await db.transaction().execute(async (transaction) => {
        // Locked, so that the dataset cannot be deleted before the import refers to it.
        const dataset = await sql`select 1 from datasets
          where id = ${datasetId} and account_id = ${accountId} for share`.execute(transaction);
        if (dataset.rows.length === 0) return null;
        const row = await transaction
          .insertInto('imports')
          .values({
            id: newId('imp'),
            account_id: accountId,
            dataset_id: datasetId,
            name,
            format,
            bytes,
            blob_key: blobKey,
            status: 'pending',
          })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst();
        if (!row) return 'busy';
        await dropOldest(transaction, accountId);
        const created = toImport(row);
        await writeWith?.(opaque(transaction), created);
        return { created };
      });
      if (outcome === 'busy') {
        const busy = await openOf(db, accountId);
        // Ended just now: there is room for the next.
        return busy ? { busy: toImport(busy) } : this.create(given, writeWith);
      }
      if (outcome) onCreated();
      return outcome;
    },

    async open(accountId) {
      const row = await openOf(db, accountId);
      return row ? toImport(row) : null;
    },

    async get(accountId, importId) {
      const row = await db
        .selectFrom('imports')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', importId)
        .executeTakeFirst();
      return row ? toImport(row) : null;
    },

    async list(accountId, { limit, cursor, datasetId }) {
      let query = db
        .selectFrom('imports')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (datasetId !== undefined) query = query.where('dataset_id', '=', datasetId);
      if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`(created_at, id) < (select created_at, id from imports
            where id = ${cursor} and account_id = ${accountId})`,
        );
      }
      const rows = await query.execute();
      await requireKnownCursor(rows, cursor, (id) => this.get(accountId, id));
      const items = rows.slice(0, limit).map(toImport);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async cancel(accountId, importId) {
      const row = await db.transaction().execute(async (transaction) => {
        const ended = await transaction
          .updateTable('imports')
          .set({
            status: 'cancelled',
            completed_at: sql<Date>`now()`,
            lease_owner: null,
            lease_expires_at: null,
          })
          .where('account_id', '=', accountId)
          .where('id', '=', importId)
          .where('status', 'in', openStatuses)
          .returningAll()
          .executeTakeFirst();
        if (ended) await markStale(transaction, [ended.blob_key]);
        return ended;
      });
      return row ? toImport(row) : this.get(accountId, importId);
    },

    async report(accountId, importId, limits) {
      const rejections: Rejection[] = [];
      const songIds: string[] = [];
      for await (const batches of batchesOf(accountId, importId)) {
        for (const batch of batches) {
          rejections.push(...batch.rejections.slice(0, limits.rejections - rejections.length));
          songIds.push(...batch.songIds.slice(0, limits.songIds - songIds.length));
        }
        if (rejections.length >= limits.rejections && songIds.length >= limits.songIds) break;
      }
      return { rejections, songIds };
    },

    async *rejections(accountId, importId) {
      for await (const batches of batchesOf(accountId, importId)) {
        for (const batch of batches) if (batch.rejections.length > 0) yield batch.rejections;
      }
    },
  };

  async function* batchesOf(
    accountId: string,
    importId: string,
  ): AsyncGenerator<Array<{ songIds: string[]; rejections: Rejection[] }>> {
    for (let after = 0; ; ) {
      const rows = await db
        .selectFrom('import_batches')
        .innerJoin('imports', 'imports.id', 'import_batches.import_id')
        .select(['first_row', 'song_ids', 'rejections'])
        .where('account_id', '=', accountId)
        .where('import_id', '=', importId)
        .where('first_row', '>', after)
        .orderBy('first_row')
        .limit(batchesAtOnce)
        .execute();
      yield rows.map((row) => ({
        songIds: row.song_ids,
        rejections: JSON.parse(row.rejections) as Rejection[],
      }));
      if (rows.length < batchesAtOnce) return;
      after = rows.at(-1)!.first_row;
    }
  }
}

async function dropOldest(transaction: Transaction<Database>, accountId: string): Promise<void> {
  await sql`delete from imports where account_id = ${accountId} and completed_at is not null and id not in (
    select id from imports where account_id = ${accountId} and completed_at is not null
    order by created_at desc limit ${keptOfAccount})`.execute(transaction);
}
