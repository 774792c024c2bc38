/** What an account used. Metered, not billed: a task that was cancelled or failed costs nothing. */
import { type Kysely, sql } from 'kysely';
import type { UsageStore } from '../http/ports.js';
import type { Database } from './schema.js';

export function usageStore(db: Kysely<Database>): UsageStore {
  return {
    async byKeyAndOperation(accountId, from, to) {
      return db
        .selectFrom('tasks')
        .select(['key_id as keyId', 'operation', 'model'])
        .select(sql<number>`count(*)`.as('calls'))
        .select(
          sql<number>`coalesce(sum(price_usd) filter (where status <> 'failure'), 0)::double precision`.as(
            'priceUsd',
          ),
        )
        .where('account_id', '=', accountId)
        .where('status', '<>', 'cancelled')
        .where('created_at', '>=', from)
        .where('created_at', '<', to)
        .groupBy(['key_id', 'operation', 'model'])
        .orderBy('operation')
        .orderBy('model')
        .orderBy('key_id')
        .execute();
    },
  };
}
