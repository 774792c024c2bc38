/**
 * The generic cell rate algorithm (ITU-T I.371, annex A): a bucket is one number, the theoretical arrival time of the
 * next request. The database's clock counts, so that any number of processes agree.
 */
import { type Kysely, sql } from 'kysely';
import type { RateLimitStore } from '../http/ports.js';
import type { Database } from './schema.js';

interface BucketRow {
  now_ms: number;
  arrival_ms: number;
}

/** Fixed for the length of a statement. */
const nowMs = sql`(extract(epoch from statement_timestamp()) * 1000)::double precision`;

/** Sums of binary fractions must not refuse the last request of a window. */
const slackMs = 0.01;

export function rateLimitStore(db: Kysely<Database>): RateLimitStore {
  return {
    async take(bucket, limit, windowSeconds) {
      const windowMs = windowSeconds * 1000;
      const intervalMs = windowMs / limit;
      const interval = sql`${intervalMs}::double precision`;
      // An arrival two windows ahead is from before the clock was set back: the bucket is empty. Not one: a statement
      // that started earlier and waited for the row finds a full bucket a little more than one window ahead.
      const arrival = sql`case when held.arrival_ms - ${nowMs} > ${2 * windowMs}::double precision then ${nowMs}
        else greatest(held.arrival_ms, ${nowMs}) end`;
      // No row comes back where the request does not fit into the window any more.
      const taken = await sql<BucketRow>`
        insert into rate_limits as held (bucket, arrival_ms) values (${bucket}, ${nowMs} + ${interval})
        on conflict (bucket) do update set arrival_ms = ${arrival} + ${interval}
          where ${arrival} + ${interval} - ${nowMs} <= ${windowMs + slackMs}::double precision
        returning arrival_ms, ${nowMs} as now_ms`.execute(db);
      const row = taken.rows[0];
      if (row) {
        const backlogMs = row.arrival_ms - row.now_ms;
        return {
          allowed: true,
          remaining: Math.max(0, Math.floor((windowMs - backlogMs + slackMs) / intervalMs)),
          resetSeconds: Math.ceil(backlogMs / 1000),
          retryAfterSeconds: 0,
        };
      }
      const full = await sql<BucketRow>`
        select arrival_ms, ${nowMs} as now_ms from rate_limits where bucket = ${bucket}`.execute(db);
      const held = full.rows[0];
      const backlogMs = held ? Math.max(0, held.arrival_ms - held.now_ms) : windowMs;
      return {
        allowed: false,
        remaining: 0,
        resetSeconds: Math.ceil(backlogMs / 1000),
        retryAfterSeconds: Math.max(1, Math.ceil((backlogMs + intervalMs - windowMs) / 1000)),
      };
    },
  };
}

/** A bucket whose arrival time has passed is full again: the same as none. */
export async function deleteFullBuckets(db: Kysely<Database>): Promise<void> {
  await sql`delete from rate_limits where arrival_ms < ${Date.now()}`.execute(db);
}
