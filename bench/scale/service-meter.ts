/** What the service's processes, PostgreSQL and the engine spend, and how far the engine is behind, as its own metrics say. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/storage/schema.js';
import type { Fleet } from '../../tests/postgres/fleet.js';
import type { ClickHouseServer } from '../../tests/support/clickhouse.js';
import { parentOf, usageOf } from './process-usage.js';

export interface Spending {
  readonly api: number;
  readonly worker: number;
  readonly database: number;
  readonly engine: number;
}

export interface ServiceMeter {
  /** CPU milliseconds so far. */
  now(): Spending;
  /** Megabytes of resident memory, by process and its descendants. */
  memoryMb(): { readonly api: number; readonly worker: number; readonly engine: number };
}

export async function serviceMeter(
  db: Kysely<Database>,
  fleet: Fleet,
  server: ClickHouseServer,
): Promise<ServiceMeter> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const postmaster = parentOf(rows[0]!.pid);
  const api = fleet.api.pid;
  const workers = fleet.workers.map(({ pid }) => pid);
  const cpu = (pids: readonly number[]): number => usageOf(pids).cpuMs;
  const megabytes = (pids: readonly number[]): number => usageOf(pids).residentBytes / 1e6;
  return {
    now: () => ({
      api: cpu([api]),
      worker: cpu(workers),
      database: cpu([postmaster]),
      engine: cpu([server.pid]),
    }),
    memoryMb: () => ({
      api: megabytes([api]),
      worker: megabytes(workers),
      engine: megabytes([server.pid]),
    }),
  };
}

export function spentSince(meter: ServiceMeter, before: Spending): Spending {
  const after = meter.now();
  return {
    api: after.api - before.api,
    worker: after.worker - before.worker,
    database: after.database - before.database,
    engine: after.engine - before.engine,
  };
}

/** A line of a process's metrics; NaN where it reports none. */
export async function readMetric(url: string, line: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`${line} `));
  return found === undefined ? Number.NaN : Number(found.split(' ')[1]);
}

const hoursToFill = 3;

/**
 * Until the database has nothing left that the engine has not got. Returns the greatest age of a change that the service's metric
 * reported meanwhile, in seconds; the metric itself is a few seconds old.
 */
export async function waitUntilFilled(db: Kysely<Database>, { api }: Fleet): Promise<number> {
  const deadline = Date.now() + hoursToFill * 3_600_000;
  let oldest = 0;
  for (;;) {
    const { rows } = await sql<{ left: number }>`select ((select count(*) from search_backlog)
      + (select count(*) from search_changes)
      + (select count(*) from (select 1) as none where not exists (select from search_engine)))::int as left`.execute(
      db,
    );
    const age = await readMetric(api.url, 'contrafact_search_oldest_change_seconds');
    if (Number.isFinite(age)) oldest = Math.max(oldest, age);
    if (rows[0]!.left === 0) return oldest;
    if (Date.now() > deadline) throw new Error('The engine is not filled after three hours');
    await sleep(1000);
  }
}
