/** Datasets. `default` has no account: everybody searches it, only the operator (null) writes it. */

import { type Kysely, sql } from 'kysely';
import { newId } from '../domain/ids.js';
import { readableBy } from './dataset-access.js';
import { datasetSongs } from './dataset-songs.js';
import { markStale } from './delete-rows.js';
import { requireKnownCursor } from './known-cursor.js';
import type { Dataset, DatasetStore } from './ports.js';
import { liftStatementLimits } from './postgres/limits.js';
import type { Database } from './schema.js';
import { opaque } from './transaction.js';

interface DatasetRow {
  id: string;
  account_id: string | null;
  name: string;
  description: string;
  created_at: Date;
  songs: number;
}

function toDataset(row: DatasetRow): Dataset {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    description: row.description,
    songs: row.songs,
    createdAt: row.created_at,
  };
}

const songCount = sql<number>`(select count(*) from dataset_songs s where s.dataset_id = datasets.id)`.as(
  'songs',
);

export function datasetStore(db: Kysely<Database>): DatasetStore {
  return {
    ...datasetSongs(db),

    async create(accountId, { name, description }, writeWith) {
      return db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('datasets')
          .values({ id: newId('ds'), account_id: accountId, name, description })
          .returningAll()
          .executeTakeFirstOrThrow();
        const dataset = toDataset({ ...row, songs: 0 });
        await writeWith?.(opaque(transaction), dataset);
        return dataset;
      });
    },

    async list(accountId, { limit, cursor }) {
      let query = db
        .selectFrom('datasets')
        .selectAll()
        .select(songCount)
        .where(readableBy(accountId))
        // `default` first, then the newest.
        .orderBy(sql`account_id is not null`)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (cursor === 'default') query = query.where('account_id', 'is not', null);
      else if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`account_id is not null and (created_at, id) < (select created_at, id from datasets
            where id = ${cursor} and account_id = ${accountId})`,
        );
      }
      const rows = await query.execute();
      await requireKnownCursor(rows, cursor, (id) =>
        db
          .selectFrom('datasets')
          .select('id')
          .where('id', '=', id)
          .where(readableBy(accountId))
          .executeTakeFirst(),
      );
      const items = rows.slice(0, limit).map(toDataset);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },

    async get(accountId, datasetId) {
      const row = await db
        .selectFrom('datasets')
        .selectAll()
        .select(songCount)
        .where(readableBy(accountId))
        .where('id', '=', datasetId)
        .executeTakeFirst();
      return row ? toDataset(row) : null;
    },

    async remove(accountId, datasetId) {
      // A dataset may have millions of songs, which go with it.
      return db.transaction().execute(async (transaction) => {
        await liftStatementLimits(transaction);
        const row = await transaction
          .selectFrom('datasets')
          .select('id')
          .where('account_id', '=', accountId)
          .where('id', '=', datasetId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return false;
        // Its imports go with it, and their files after them.
        const files = await transaction
          .selectFrom('imports')
          .select('blob_key')
          .where('dataset_id', '=', datasetId)
          .where('completed_at', 'is', null)
          .execute();
        await markStale(
          transaction,
          files.map(({ blob_key }) => blob_key),
        );
        await transaction.deleteFrom('datasets').where('id', '=', datasetId).execute();
        return true;
      });
    },
  };
}
