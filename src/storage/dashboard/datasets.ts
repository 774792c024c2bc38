import type { Kysely } from 'kysely';
import type { DashboardDatasets } from '../../http/dashboard/ports.js';
import type { Database } from '../schema.js';

/** The account's own datasets and the instance's `default`, with how many songs each holds. */
export function dashboardDatasets(db: Kysely<Database>): DashboardDatasets {
  return {
    async list(accountId) {
      const rows = await db
        .selectFrom('datasets')
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('dataset_songs')
            .select(eb.fn.countAll<number>().as('n'))
            .whereRef('dataset_songs.dataset_id', '=', 'datasets.id')
            .as('songs'),
        )
        .where((eb) => eb.or([eb('account_id', '=', accountId), eb('account_id', 'is', null)]))
        .orderBy('created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        description: row.description,
        own: row.account_id !== null,
        songs: Number(row.songs),
        createdAt: row.created_at,
      }));
    },
  };
}
