/** Answers kept under the caller's Idempotency-Key for 24 hours. */
import { type Kysely, sql } from 'kysely';
import type { IdempotencyStore } from '../http/ports.js';
import { json } from './json.js';
import type { Database } from './schema.js';

const keptHours = 24;

/** A request that was cut off by a crash never completes its key: after this long another may take it. */
const abandonedMinutes = 30;

export function idempotencyStore(db: Kysely<Database>): IdempotencyStore {
  return {
    async claim(accountId, key, requestHash) {
      const taken = await sql`
        insert into idempotency_keys (account_id, key, request_hash) values (${accountId}, ${key}, ${requestHash})
        on conflict (account_id, key) do update
          set request_hash = excluded.request_hash, response_status = null, response_headers = null,
            response_body = null, created_at = now()
          where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
            or (idempotency_keys.response_status is null
              and idempotency_keys.created_at < now() - make_interval(mins => ${abandonedMinutes}))
        returning 1`.execute(db);
      if (taken.rows.length > 0) return { outcome: 'first' };
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .executeTakeFirst();
      // Released between the two statements: the first request failed just now, so a repeat will run.
      if (!row) return { outcome: 'in-flight' };
      if (row.request_hash !== requestHash) return { outcome: 'mismatch' };
      if (row.response_status === null) return { outcome: 'in-flight' };
      return {
        outcome: 'replay',
        answer: {
          status: row.response_status,
          headers: row.response_headers as Record<string, string>,
          body: row.response_body ?? '',
        },
      };
    },

    async complete(accountId, key, answer) {
      await db
        .updateTable('idempotency_keys')
        .set({
          response_status: answer.status,
          response_headers: json(answer.headers),
          response_body: answer.body,
        })
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .execute();
    },

    async release(accountId, key) {
      await db
        .deleteFrom('idempotency_keys')
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .where('response_status', 'is', null)
        .execute();
    },

    async purge() {
      const result = await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${keptHours})`)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
