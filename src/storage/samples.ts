/** Which rows of an account "load sample data" made. */
import type { Kysely } from 'kysely';
import type { SampleStore } from '../http/dashboard/sample/ports.js';
import type { Database } from './schema.js';

/** Takes the place of the dataset until there is one, so that of two who load at once one does. */
const onItsWay = 'pending';

export function sampleStore(db: Kysely<Database>): SampleStore {
  return {
    items: (accountId) =>
      db.selectFrom('sample_items').select(['kind', 'id']).where('account_id', '=', accountId).execute(),

    async begin(accountId) {
      const found = await db
        .selectFrom('sample_items')
        .select('id')
        .where('account_id', '=', accountId)
        .where('id', '<>', onItsWay)
        .executeTakeFirst();
      if (found) return false;
      const begun = await db
        .insertInto('sample_items')
        .values({ account_id: accountId, kind: 'dataset', id: onItsWay })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return begun !== undefined;
    },

    async add(accountId, kind, id) {
      await db
        .insertInto('sample_items')
        .values({ account_id: accountId, kind, id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async clear(accountId) {
      await db.deleteFrom('sample_items').where('account_id', '=', accountId).execute();
    },
  };
}
