/** How much work waits in the whole instance, for metrics: one statement, bounded in what it reads. */
import { type Kysely, sql } from 'kysely';
import type { WorkState } from '../observability/ports.js';
import type { Database } from './schema.js';

/** Rows of each kind that are looked at: counts above it are cut off. */
const maxRows = 200_000;

interface Row {
  readonly kind: 'task' | 'message' | 'worker';
  readonly name: string;
  readonly status: string;
  readonly count: number;
  readonly oldest_seconds: number;
}

export async function readWorkState(db: Kysely<Database>): Promise<WorkState> {
  const { rows } = await sql<Row>`
    with open_tasks as (
      (select operation, status, created_at, null as lease_owner from tasks where status = 'pending' limit ${maxRows})
      union all
      (select operation, status, created_at, lease_owner from tasks where status = 'processing' limit ${maxRows})),
    open_messages as (
      (select status, created_at from messages where status = 'pending' limit ${maxRows})
      union all (select status, created_at from messages where status = 'held' limit ${maxRows}))
    select 'task' as kind, operation as name, status, count(*) as count,
      greatest(0, extract(epoch from now() - min(created_at)))::double precision as oldest_seconds
    from open_tasks group by operation, status
    union all
    select 'message', '', status, count(*),
      greatest(0, extract(epoch from now() - min(created_at)))::double precision
    from open_messages group by status
    union all
    select 'worker', '', '', count(distinct lease_owner), 0 from open_tasks where lease_owner is not null`.execute(
    db,
  );
  const of = (kind: Row['kind']): Row[] => rows.filter((row) => row.kind === kind);
  return {
    tasks: of('task').map((row) => ({
      operation: row.name,
      status: row.status as 'pending' | 'processing',
      count: Number(row.count),
      oldestSeconds: row.oldest_seconds,
    })),
    messages: of('message').map((row) => ({
      status: row.status as 'pending' | 'held',
      count: Number(row.count),
      oldestSeconds: row.oldest_seconds,
    })),
    workersWithTasks: Number(of('worker')[0]?.count ?? 0),
  };
}
