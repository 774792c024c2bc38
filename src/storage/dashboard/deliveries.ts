import type { Kysely } from 'kysely';
import { newId, newTaskId } from '../../domain/ids.js';
import type { OperationName } from '../../domain/operations.js';
import type { DeliveryService } from '../../http/dashboard/ports.js';
import type { Database } from '../schema.js';
import { otherSubject, taskSubject } from '../tasks/names.js';

/** `onDue` is called after messages became due. */
export function deliveryService(db: Kysely<Database>, onDue: () => void): DeliveryService {
  return {
    async list(accountId, filter) {
      let query = db
        .selectFrom('messages')
        .leftJoin('tasks', 'tasks.id', 'messages.task_id')
        .selectAll('messages')
        .select(['tasks.operation', 'tasks.model'])
        .select([taskSubject.as('subject'), otherSubject.as('other')])
        .where('messages.account_id', '=', accountId)
        .orderBy('sequence', 'desc')
        .limit(filter.limit);
      if (filter.status) query = query.where('messages.status', '=', filter.status);
      if (filter.taskId) query = query.where('messages.task_id', '=', filter.taskId);
      if (filter.before) query = query.where('sequence', '<', filter.before);
      return (await query.execute()).map((row) => ({
        id: row.id,
        sequence: row.sequence,
        taskId: row.task_id,
        kind: row.kind,
        body: row.body,
        status: row.status,
        attempts: row.attempts,
        nextAttemptAt: row.next_attempt_at,
        createdAt: row.created_at,
        deliveredAt: row.delivered_at,
        operation: row.operation as OperationName | null,
        model: row.model ?? '',
        subject: row.subject,
        otherSubject: row.other,
      }));
    },

    async attempts(accountId, messageId) {
      const rows = await db
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('message_id', '=', messageId)
        .orderBy('id', 'desc')
        .limit(200)
        .execute();
      return rows.map((row) => ({
        url: row.url,
        startedAt: row.started_at,
        durationMs: row.duration_ms,
        statusCode: row.status_code,
        outcome: row.outcome,
        responseSnippet: row.response_snippet,
      }));
    },

    async resend(accountId, selection) {
      const update = db
        .updateTable('messages')
        .set({ status: 'pending', attempts: 0 })
        .where('account_id', '=', accountId)
        // What is on its way at this moment is not doubled.
        .where((eb) => eb.or([eb('lease_expires_at', 'is', null), eb('lease_expires_at', '<', new Date())]));
      const result = await ('ids' in selection
        ? update.where('id', 'in', selection.ids)
        : update
            .where('status', 'in', selection.alsoDelivered ? ['failed', 'delivered'] : ['failed'])
            .where('created_at', '>=', selection.from)
            .where('created_at', '<=', selection.to)
      ).executeTakeFirst();
      if (result.numUpdatedRows > 0n) onDue();
      return Number(result.numUpdatedRows);
    },

    async queueTest(accountId) {
      const now = new Date();
      const id = newId('msg');
      const taskId = newTaskId(now);
      const body = { task_id: taskId, task_name: 'test', status: 'success', completed_at: now.toISOString() };
      await db.transaction().execute(async (transaction) => {
        // An account's messages are numbered one transaction after the other: see tasks/messages.ts.
        await transaction
          .selectFrom('accounts')
          .select('id')
          .where('id', '=', accountId)
          .forNoKeyUpdate()
          .execute();
        await transaction
          .insertInto('messages')
          .values({
            id,
            account_id: accountId,
            task_id: taskId,
            kind: 'test',
            body: JSON.stringify(body),
            status: 'pending',
            lease_owner: null,
            lease_expires_at: null,
            delivered_at: null,
          })
          .execute();
      });
      onDue();
      return id;
    },
  };
}
