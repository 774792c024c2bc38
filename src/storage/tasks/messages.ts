/** Puts callbacks into the outbox, in the transaction of the state they are about. */
import type { Transaction } from 'kysely';
import { callbackBody } from '../../domain/callback-body.js';
import { newId } from '../../domain/ids.js';
import { operations } from '../../domain/operations.js';
import type { Task } from '../../domain/task.js';
import type { Database } from '../schema.js';

/**
 * Writes the callback of `task` for `event` once: a task that runs twice sends no second one. It is due at once,
 * or held until the account has a verified URL. Returns whether a message was written. Do it last in a transaction:
 * the account's row stays locked until its end.
 */
export async function insertMessage(
  transaction: Transaction<Database>,
  task: Task,
  event: 'processing' | 'final',
): Promise<boolean> {
  if (event === 'processing' && !operations[task.operation].sendsProcessingCallback) return false;
  const account = await transaction
    .selectFrom('accounts')
    .select(['callback_verified_at', 'callback_disabled_at'])
    .where('id', '=', task.accountId)
    // Held until the commit, for two reasons. A verification that commits just now releases held messages and must
    // not miss this one. And an account's messages are numbered one transaction after the other, so that none
    // becomes visible below a sequence that a client has read already.
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) return false;
  const reachable = account.callback_verified_at !== null && account.callback_disabled_at === null;
  const inserted = await transaction
    .insertInto('messages')
    .values({
      id: newId('msg'),
      account_id: task.accountId,
      task_id: task.id,
      kind: event,
      body: JSON.stringify(callbackBody(task, event)),
      status: reachable ? 'pending' : 'held',
    })
    .onConflict((conflict) => conflict.columns(['task_id', 'kind']).where('kind', '<>', 'test').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
