/** What a worker does with the queue: claim, renew, finish, hand back, rescue. */
import { type Kysely, sql, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Finding } from '../../domain/finding.js';
import type { OperationName } from '../../domain/operations.js';
import type { Task } from '../../domain/task.js';
import { summariseVerdict } from '../../domain/verdict/verdict-summary.js';
import type { TaskEnding, TaskQueue } from '../../tasks/ports.js';
import { jsonOrNull } from '../json.js';
import type { Database } from '../schema.js';
import { opaque } from '../transaction.js';
import { claimNext, type FairShare, publishTurn } from './claim.js';
import { insertMessage } from './messages.js';
import { toTask } from './row.js';

/** `onMessage` is called after a callback was committed to the outbox. */
export function taskQueue(db: Kysely<Database>, fairShare: FairShare, onMessage: () => void): TaskQueue {
  return {
    async claim(workerId, leaseSeconds) {
      const claimed = await claimNext(db, fairShare, workerId, leaseSeconds);
      if (claimed?.sentMessage) onMessage();
      return claimed?.task ?? null;
    },

    async renew(workerId, taskIds, leaseSeconds) {
      if (taskIds.length === 0) return [];
      const rows = await db
        .updateTable('tasks')
        .set({ lease_expires_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
        .where('id', 'in', taskIds)
        .where('lease_owner', '=', workerId)
        .where('status', '=', 'processing')
        .returning('id')
        .execute();
      return rows.map((row) => row.id);
    },

    async progress(workerId, taskId, fraction, stage) {
      await db
        .updateTable('tasks')
        .set({ progress: Math.min(1, Math.max(0, fraction)), stage })
        .where('id', '=', taskId)
        .where('lease_owner', '=', workerId)
        .where('status', '=', 'processing')
        .execute();
    },

    async finish(workerId, task, ending) {
      const finished = await db
        .transaction()
        .execute((transaction) => finishIn(transaction, workerId, task, ending));
      if (finished) onMessage();
      return finished;
    },

    async retryLater(workerId, taskId, delaySeconds) {
      await backToPending(db, workerId, taskId)
        .set({ run_after: sql<Date>`now() + make_interval(secs => ${delaySeconds})` })
        .execute();
    },

    async interrupt(workerId, taskId, delaySeconds) {
      await backToPending(db, workerId, taskId)
        .set((eb) => ({
          run_after: sql<Date>`now() + make_interval(secs => ${delaySeconds})`,
          interruptions: eb('interruptions', '+', 1),
        }))
        .execute();
    },

    async handBack(workerId, taskId) {
      await backToPending(db, workerId, taskId)
        .set((eb) => ({ interruptions: eb('interruptions', '+', 1) }))
        .execute();
    },

    async rescue(maxInterruptions, leaseSeconds) {
      const rescued = await db.transaction().execute(async (transaction) => {
        // A lease that ends far later than any taken now is from before the clock was set back. It is cut, not ended:
        // whoever lives renews it. By the clock of this moment: `now()` may be long ago where this waited for a lock.
        const longest = sql<Date>`clock_timestamp() + make_interval(secs => ${2 * leaseSeconds})`;
        await transaction
          .updateTable('tasks')
          .set({ lease_expires_at: longest })
          .where('status', '=', 'processing')
          .where('lease_expires_at', '>', longest)
          .execute();
        const lost = await sql<{
          id: string;
          account_id: string;
          operation: OperationName;
          interruptions: number;
        }>`
          select id, account_id, operation, interruptions from tasks where status = 'processing' and lease_expires_at < now()
          order by lease_expires_at limit 100 for update skip locked`.execute(transaction);
        let putBack = 0;
        let failed = 0;
        // Accounts are locked one after the other: in one order, or two rescues could wait for each other.
        const inOrder = lost.rows.sort((a, b) => (a.account_id < b.account_id ? -1 : 1));
        for (const row of inOrder) {
          if (row.interruptions < maxInterruptions) {
            await transaction
              .updateTable('tasks')
              .set({ ...queued, interruptions: row.interruptions + 1 })
              .where('id', '=', row.id)
              .execute();
            putBack++;
          } else {
            const error = `The analysis was interrupted ${row.interruptions + 1} times and was abandoned. Run it again, or contact the operator of this service.`;
            if (await finishIn(transaction, null, row, { status: 'failure', error })) failed++;
          }
        }
        return { putBack, failed };
      });
      await publishTurn(db);
      if (rescued.failed > 0) onMessage();
      return rescued;
    },
  };
}

const queued = {
  status: 'pending',
  stage: 'queued',
  progress: 0,
  lease_owner: null,
  lease_expires_at: null,
} as const;

/** An update that puts the worker's own task back; it does nothing once the lease is another's. */
function backToPending(
  db: Kysely<Database>,
  workerId: string,
  taskId: string,
): UpdateQueryBuilder<Database, 'tasks', 'tasks', UpdateResult> {
  return db
    .updateTable('tasks')
    .set(queued)
    .where('id', '=', taskId)
    .where('lease_owner', '=', workerId)
    .where('status', '=', 'processing');
}

const songDeleted = 'The song was deleted while it was analysed.';

/** Whether the song is there; it stays until the end of the transaction, when its deletion finds the result. */
async function holdMusic(transaction: Transaction<Database>, musicId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from music where id = ${musicId} for key share`.execute(transaction);
  return rows.length > 0;
}

function findingOf(operation: OperationName, ending: TaskEnding): Finding | null {
  const { status } = ending;
  const { result = null, detail = null } =
    ending.status === 'success' ? ending.outcome : { detail: ending.detail };
  return summariseVerdict({ operation, status, result, detail })?.finding ?? null;
}

/** `workerId` null: whoever holds the lease (rescue). False when the task is no longer this worker's. */
async function finishIn(
  transaction: Transaction<Database>,
  workerId: string | null,
  { id: taskId, operation }: Pick<Task, 'id' | 'operation'>,
  ending: TaskEnding,
): Promise<boolean> {
  let update = transaction
    .updateTable('tasks')
    .set({
      status: ending.status,
      stage: 'done',
      progress: 1,
      completed_at: sql<Date>`clock_timestamp()`,
      lease_owner: null,
      lease_expires_at: null,
      ...(ending.status === 'success'
        ? {
            result: jsonOrNull(ending.outcome.result),
            detail: jsonOrNull(ending.outcome.detail),
            error: null,
          }
        : { error: ending.error, detail: jsonOrNull(ending.detail) }),
      finding: findingOf(operation, ending),
    })
    .where('id', '=', taskId)
    .where('status', '=', 'processing');
  if (workerId !== null) update = update.where('lease_owner', '=', workerId);
  const row = await update.returningAll().executeTakeFirst();
  if (!row) return false;
  const hasFindings = ending.status === 'success' || ending.detail !== undefined;
  if (hasFindings && row.music_id !== null && !(await holdMusic(transaction, row.music_id))) {
    // Deleted while it was analysed: what was found out about it must not outlive it.
    await transaction
      .updateTable('tasks')
      .set({ status: 'failure', result: null, detail: null, finding: null, error: songDeleted })
      .where('id', '=', taskId)
      .execute();
    const failed = { ...row, status: 'failure' as const, result: null, detail: null, error: songDeleted };
    await insertMessage(transaction, toTask(failed), 'final');
    return true;
  }
  if (row.finding === 'found' || row.finding === 'possible') {
    // For the account's next notice. A result that was found again after a re-run is a task of its own.
    const { account_id, finding } = row;
    await transaction
      .insertInto('finding_events')
      .values({ task_id: taskId, account_id, finding })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (ending.status === 'success') await ending.outcome.commit?.(opaque(transaction));
  await insertMessage(transaction, toTask(row) satisfies Task, 'final');
  return true;
}
