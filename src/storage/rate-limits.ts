/**
 * The generic cell rate algorithm (ITU-T I.371, annex A) in one statement: a bucket is one number, the theoretical
 * arrival time of the next request. The database's clock counts, so that any number of processes agree.
 */
import { type Kysely, sql } from 'kysely';
import type { RateLimitStore } from '../http/ports.js';
import type { Database } from './schema.js';

export function rateLimitStore(db: Kysely<Database>): RateLimitStore {
  return {
    async take(bucket, limit, windowSeconds) {
      const windowMs = windowSeconds * 1000;
      const intervalMs = windowMs / limit;
      const now = sql`(extract(epoch from clock_timestamp()) * 1000)::double precision`;
      // `moment` is read once; the update happens only when the request still fits into the window.
      const result = await sql<{ now_ms: number; arrival_ms: number | null; before_ms: number | null }>`
        with moment as materialized (select ${now} as now_ms),
        before as (select arrival_ms from rate_limits where bucket = ${bucket}),
        taken as (
          insert into rate_limits (bucket, arrival_ms)
            select ${bucket}::text, now_ms + ${intervalMs}::double precision from moment
          on conflict (bucket) do update
            set arrival_ms = greatest(rate_limits.arrival_ms, (select now_ms from moment))
              + ${intervalMs}::double precision
            where greatest(rate_limits.arrival_ms, (select now_ms from moment)) + ${intervalMs}::double precision
              - (select now_ms from moment) <= ${windowMs + 0.001}::double precision
          returning arrival_ms)
        select now_ms, (select arrival_ms from taken) as arrival_ms,
          (select arrival_ms from before) as before_ms from moment`.execute(db);
      const row = result.rows[0];
      if (!row) throw new Error('The rate limit statement returned nothing.');
      const allowed = row.arrival_ms !== null;
      const arrivalMs = row.arrival_ms ?? row.before_ms ?? row.now_ms + windowMs;
      const backlogMs = Math.max(0, arrivalMs - row.now_ms);
      return {
        allowed,
        remaining: allowed ? Math.max(0, Math.floor((windowMs - backlogMs) / intervalMs + 1e-6)) : 0,
        resetSeconds: Math.ceil(backlogMs / 1000),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((backlogMs + intervalMs - windowMs) / 1000)),
      };
    },
  };
}
