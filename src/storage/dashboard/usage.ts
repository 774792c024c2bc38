import { type Kysely, sql } from 'kysely';
import type { UsageReader } from '../../http/dashboard/ports.js';
import type { Database } from '../schema.js';

/** Usage from the tasks themselves: one row a UTC day, operation and model. */
export function usageReader(db: Kysely<Database>): UsageReader {
  return {
    async byDay(accountId, since) {
      const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`;
      const rows = await db
        .selectFrom('tasks')
        .select((eb) => [
          day.as('day'),
          'operation',
          'model',
          eb.fn.countAll<number>().as('calls'),
          eb.fn.sum<number>('price_usd').as('price'),
        ])
        .where('account_id', '=', accountId)
        .where('created_at', '>=', since)
        .groupBy([day, 'operation', 'model'])
        .orderBy('day')
        .orderBy('operation')
        .orderBy('model')
        .execute();
      return rows.map((row) => ({
        day: row.day,
        operation: row.operation,
        model: row.model,
        calls: Number(row.calls),
        priceUsd: Number(row.price),
      }));
    },
  };
}
