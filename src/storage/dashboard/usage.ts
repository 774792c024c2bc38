import { type Kysely, sql } from 'kysely';
import type { UsageReader } from '../../http/dashboard/ports.js';
import type { Database } from '../schema.js';
import { countedTasks, type QuotaLimits, usageStore } from '../usage.js';

/** Usage from the tasks themselves and what is left of deleted ones: one row a UTC day, operation and model. */
export function usageReader(db: Kysely<Database>, limits: QuotaLimits): UsageReader {
  return {
    quotas: usageStore(db, limits).quotas,

    async byDay(accountId, since) {
      const { rows } = await sql<{
        day: string;
        operation: string;
        model: string;
        calls: number;
        priceUsd: number;
      }>`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, operation, model,
          count(*) as calls, sum(price_usd)::double precision as "priceUsd"
        from ${countedTasks(accountId, since)} t
        group by 1, 2, 3 order by 1, 2, 3`.execute(db);
      return rows;
    },
  };
}
