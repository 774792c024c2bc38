/** Import of songs by the operator, safe to repeat: what is there already is not added again. */
import { type Kysely, sql } from 'kysely';
import type { DatasetImporter } from '../accounts/ports.js';
import { addMissingSongs, lockDataset } from './imports/add-missing-songs.js';
import type { Database } from './schema.js';

export function datasetImporter(db: Kysely<Database>): DatasetImporter {
  return {
    async addMissingSongs(accountId, datasetId, songs) {
      return db.transaction().execute(async (transaction) => {
        if (!(await lockDataset(transaction, accountId, datasetId))) return null;
        const added = await addMissingSongs(transaction, accountId, datasetId, songs);
        return { added: added.length, present: songs.length - added.length };
      });
    },

    async listAll() {
      return db
        .selectFrom('datasets')
        .select(['id', 'account_id as accountId', 'name'])
        .select(
          sql<number>`(select count(*) from dataset_songs s where s.dataset_id = datasets.id)`.as('songs'),
        )
        .orderBy(sql`account_id nulls first`)
        .orderBy('created_at')
        .execute();
    },
  };
}
