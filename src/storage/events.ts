/** Callbacks in the order they came about, so that a client can fetch what it missed. */
import type { Kysely } from 'kysely';
import type { JsonObject } from '../domain/task.js';
import type { EventStore } from '../http/ports.js';
import type { Database } from './schema.js';

export function eventStore(db: Kysely<Database>): EventStore {
  return {
    async after(accountId, after, limit) {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        sequence: row.sequence,
        id: row.id,
        taskId: row.task_id,
        kind: row.kind,
        status: row.status,
        attempts: row.attempts,
        createdAt: row.created_at,
        deliveredAt: row.delivered_at,
        body: JSON.parse(row.body) as JsonObject,
      }));
    },
  };
}
