/** Puts callbacks into the outbox, in the transaction of the state they tell about. */
import type { Transaction } from 'kysely';
import { callbackBody } from '../../domain/callback-body.js';
import { newId } from '../../domain/ids.js';
import { operations } from '../../domain/operations.js';
import type { Task } from '../../domain/task.js';
import type { Database } from '../schema.js';

/**
 * Writes the callback of `task` for `event` once: a task that runs twice sends no second one. It is due at once,
 * or held until the account has a verified URL. Returns whether a message was written.
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
    // Against a verification that commits just now: it releases held messages, and must not miss this one.
    .forShare()
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
