/** What an account used. Metered, not billed: a task that was cancelled or failed costs nothing. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OperationName } from '../domain/operations.js';
import type { Plan } from '../domain/plans.js';
import type { UsageStore } from '../http/ports.js';
import type { Database } from './schema.js';

export interface QuotaLimits {
  readonly storedBytesByPlan: Readonly<Record<Plan, number>>;
  readonly queuedTasksByPlan: Readonly<Record<Plan, number>>;
}

/** The account's tasks since `from`, those among them that were deleted since: rows for `from (…) t`. */
export function countedTasks(accountId: string, from: Date): RawBuilder<unknown> {
  const columns = sql.raw('key_id, operation, model, status, created_at, price_usd');
  return sql`(
    select ${columns} from tasks where account_id = ${accountId} and created_at >= ${from}
    union all
    select ${columns} from past_tasks where account_id = ${accountId} and created_at >= ${from})`;
}

export function usageStore(db: Kysely<Database>, limits: QuotaLimits): UsageStore {
  return {
    async byKeyAndOperation(accountId, from, to) {
      const { rows } = await sql<{
        keyId: string | null;
        operation: OperationName;
        model: string;
        calls: number;
        priceUsd: number;
      }>`
        select key_id as "keyId", operation, model, count(*) as calls,
          coalesce(sum(price_usd) filter (where status <> 'failure'), 0)::double precision as "priceUsd"
        from ${countedTasks(accountId, from)} t
        where status <> 'cancelled' and created_at < ${to}
        group by key_id, operation, model order by operation, model, key_id`.execute(db);
      return rows;
    },

    async quotas(accountId) {
      const { rows } = await sql<{ plan: Plan; stored: number; queued: number }>`
        select plan,
          (select coalesce(sum(bytes), 0)::bigint from music where account_id = accounts.id) as stored,
          (select count(*) from tasks where account_id = accounts.id and status = 'pending') as queued
        from accounts where id = ${accountId}`.execute(db);
      const { plan, stored, queued } = rows[0] ?? { plan: 'free' as const, stored: 0, queued: 0 };
      return {
        storedBytes: stored,
        storedBytesLimit: limits.storedBytesByPlan[plan],
        queuedTasks: queued,
        queuedTasksLimit: limits.queuedTasksByPlan[plan],
      };
    },
  };
}
