/**
 * Answers kept under the caller's Idempotency-Key for 24 hours. While a request runs it holds its key under a lease,
 * which lapses seconds after a crash. The answer is written in the transaction that creates what it is about, by the
 * holder of the lease alone: however often a request is cut off and repeated, one creation is committed.
 */
import { type Kysely, sql } from 'kysely';
import { randomBase36 } from '../domain/ids.js';
import { type HeldKey, type IdempotencyStore, KeyLostError, type StoredAnswer } from '../http/ports.js';
import { json } from './json.js';
import { hasLapsed } from './lease.js';
import type { Database } from './schema.js';
import { kyselyOf } from './transaction.js';

const keptHours = 24;

const leaseSeconds = 10;
const renewEverySeconds = 3;

/** Version 1.0.0 writes no lease: its requests may run this long. */
const withoutLeaseMinutes = 30;

export function idempotencyStore(db: Kysely<Database>): IdempotencyStore {
  const leaseEnd = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

  /** False where the key is another request's. */
  async function write(connection: Kysely<Database>, held: HeldKey, answer: StoredAnswer): Promise<boolean> {
    const written = await connection
      .updateTable('idempotency_keys')
      .set({
        response_status: answer.status,
        response_headers: json(answer.headers),
        response_body: answer.body,
        lease_owner: null,
        lease_expires_at: null,
      })
      .where('account_id', '=', held.accountId)
      .where('key', '=', held.key)
      .where('lease_owner', '=', held.owner)
      .returning('key')
      .executeTakeFirst();
    return written !== undefined;
  }

  return {
    async claim(accountId, key, requestHash) {
      const owner = randomBase36(16);
      const column = sql.ref('idempotency_keys.lease_expires_at');
      const taken = await sql`
        insert into idempotency_keys (account_id, key, request_hash, lease_owner, lease_expires_at)
        values (${accountId}, ${key}, ${requestHash}, ${owner}, ${leaseEnd})
        on conflict (account_id, key) do update
          set request_hash = excluded.request_hash, response_status = null, response_headers = null,
            response_body = null, created_at = now(),
            lease_owner = excluded.lease_owner, lease_expires_at = ${leaseEnd}
          where idempotency_keys.created_at < now() - make_interval(hours => ${keptHours})
            or (idempotency_keys.response_status is null and case
              when idempotency_keys.lease_owner is null
                then idempotency_keys.created_at < now() - make_interval(mins => ${withoutLeaseMinutes})
              else ${hasLapsed(column, leaseSeconds)} end)
        returning 1`.execute(db);
      if (taken.rows.length > 0) {
        return { outcome: 'first', held: { accountId, key, owner }, renewEverySeconds };
      }
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

    async renew(held) {
      await db
        .updateTable('idempotency_keys')
        .set({ lease_expires_at: leaseEnd })
        .where('account_id', '=', held.accountId)
        .where('key', '=', held.key)
        .where('lease_owner', '=', held.owner)
        .execute();
    },

    async complete(transaction, held, answer) {
      if (!(await write(kyselyOf(transaction), held, answer))) {
        throw new KeyLostError('Another request holds this Idempotency-Key by now.');
      }
    },

    async completeAlone(held, answer) {
      await write(db, held, answer);
    },

    async amend(held, kept, answer) {
      await db
        .updateTable('idempotency_keys')
        .set({
          response_status: answer.status,
          response_headers: json(answer.headers),
          response_body: answer.body,
        })
        .where('account_id', '=', held.accountId)
        .where('key', '=', held.key)
        .where('response_status', '=', kept.status)
        .where('response_body', '=', kept.body)
        .execute();
    },

    async release(held) {
      await db
        .deleteFrom('idempotency_keys')
        .where('account_id', '=', held.accountId)
        .where('key', '=', held.key)
        .where('lease_owner', '=', held.owner)
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
