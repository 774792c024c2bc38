/** What request handlers do with tasks: enqueue, read, cancel, run again; always within one account. */

import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Finding } from '../../domain/finding.js';
import { newTaskId } from '../../domain/ids.js';
import { type OperationName, operations } from '../../domain/operations.js';
import type { Plan } from '../../domain/plans.js';
import { isFinal, type Task } from '../../domain/task.js';
import {
  type NewTask,
  QueueFullError,
  type TaskOrigin,
  type TaskService,
  type WriteWith,
} from '../../tasks/ports.js';
import { deleteTasks } from '../delete-rows.js';
import { json } from '../json.js';
import { requireKnownCursor } from '../known-cursor.js';
import { isInReview } from '../review/reviews.js';
import type { Database } from '../schema.js';
import { containing } from '../search-pattern.js';
import { opaque } from '../transaction.js';
import { taskSubject } from './names.js';
import { type TaskRow, toTask } from './row.js';

export interface TaskServiceSettings {
  /** How many tasks an account may have waiting, by plan. */
  readonly queuedTasksByPlan: Readonly<Record<Plan, number>>;
  /** Called after a task was committed. */
  readonly onEnqueued: (task: Task) => void;
  /** The request that is served now; absent outside of requests. */
  readonly origin?: () => TaskOrigin | null;
}

export function taskService(db: Kysely<Database>, settings: TaskServiceSettings): TaskService {
  async function insert(task: NewTask, writeWith?: WriteWith<Task>): Promise<Task> {
    const facts = operations[task.operation];
    const origin = settings.origin?.() ?? null;
    const inserted = await db.transaction().execute(async (transaction) => {
      const account = await transaction
        .selectFrom('accounts')
        .select('plan')
        .where('id', '=', task.accountId)
        .executeTakeFirstOrThrow();
      const limit = settings.queuedTasksByPlan[account.plan];
      const waiting = await transaction
        .selectFrom('tasks')
        .select(sql<number>`count(*)`.as('count'))
        .where('account_id', '=', task.accountId)
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      if (waiting.count >= limit) throw new QueueFullError(limit);
      const row = await transaction
        .insertInto('tasks')
        .values({
          id: newTaskId(new Date()),
          account_id: task.accountId,
          key_id: task.keyId,
          operation: task.operation,
          model: task.model,
          variant: task.variant,
          music_id: task.musicId,
          filepath: task.filepath,
          filename: task.filename,
          parameters: json(task.parameters),
          status: 'pending',
          priority: facts.priority,
          price_usd: facts.priceUsdByModel[task.model] ?? 0,
          request_id: origin?.requestId ?? null,
          trace_parent: origin?.traceParent ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      const created = toTask(row);
      await writeWith?.(opaque(transaction), created);
      return created;
    });
    settings.onEnqueued(inserted);
    return inserted;
  }

  async function find(accountId: string, taskId: string): Promise<TaskRow | undefined> {
    return db
      .selectFrom('tasks')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', taskId)
      .executeTakeFirst();
  }

  return {
    enqueue: insert,

    async get(accountId, taskId) {
      const row = await find(accountId, taskId);
      return row ? toTask(row) : null;
    },

    async list(accountId, filter) {
      const direction = filter.oldestFirst ? 'asc' : 'desc';
      let query = db
        .selectFrom('tasks')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(filter.limit + 1);
      if (filter.status) query = query.where('status', '=', filter.status);
      if (filter.operation) query = query.where('operation', '=', filter.operation);
      if (filter.musicId) query = query.where('music_id', '=', filter.musicId);
      if (filter.finding) query = query.where('finding', '=', filter.finding);
      if (filter.review) query = query.where(isInReview(filter.review));
      if (filter.tag) {
        query = query.where(
          sql<boolean>`exists (select 1 from music_tags g where g.music_id = tasks.music_id and g.account_id = ${accountId} and g.tag = ${filter.tag})`,
        );
      }
      if (filter.assigneeId) {
        query = query.where(
          sql<boolean>`exists (select 1 from reviews r where r.task_id = tasks.id and r.assignee_id = ${filter.assigneeId})`,
        );
      }
      if (filter.search) {
        const pattern = containing(filter.search);
        query = query.where(
          sql<boolean>`(filename ilike ${pattern} or parameters->>'song_title' ilike ${pattern}
            or exists (select 1 from music m where m.id = tasks.music_id and m.account_id = tasks.account_id
              and (m.title ilike ${pattern} or m.artist ilike ${pattern}))
            or detail #>> '{verdict,match,title}' ilike ${pattern}
            or detail #>> '{verdict,match,musicname}' ilike ${pattern} or id = ${filter.search})`,
        );
      }
      if (filter.cursor) {
        // The cursor is the last id of the page before; its place is looked up, so that nothing is skipped.
        query = query.where(
          sql<boolean>`(created_at, id) ${sql.raw(filter.oldestFirst ? '>' : '<')} (select created_at, id from tasks
            where id = ${filter.cursor} and account_id = ${accountId})`,
        );
      }
      const rows = await query.execute();
      await requireKnownCursor(rows, filter.cursor, (id) => find(accountId, id));
      const page = rows.slice(0, filter.limit);
      return {
        tasks: page.map(toTask),
        nextCursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
      };
    },

    async names(accountId, taskIds) {
      const rows = await db
        .selectFrom('tasks')
        .select(['id', taskSubject.as('name')])
        .where('account_id', '=', accountId)
        .where('id', 'in', taskIds.length === 0 ? [''] : [...taskIds])
        .execute();
      return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
    },

    async findings(accountId, musicIds) {
      if (musicIds.length === 0) return [];
      const { rows } = await sql<{
        music_id: string;
        id: string;
        operation: OperationName;
        finding: Finding;
      }>`
        select distinct on (music_id, operation) music_id, id, operation, finding from tasks
        where account_id = ${accountId} and music_id = any(${[...musicIds]}::text[]) and finding is not null
        order by music_id, operation, created_at desc, id desc`.execute(db);
      return rows.map(({ music_id: musicId, id: taskId, operation, finding }) => ({
        musicId,
        taskId,
        operation,
        finding,
      }));
    },

    async remove(accountId, taskId) {
      const removed = await db
        .transaction()
        .execute((transaction) =>
          deleteTasks(transaction, sql<SqlBool>`account_id = ${accountId} and id = ${taskId}`),
        );
      if (removed > 0) return 'removed';
      return (await find(accountId, taskId)) ? 'not-final' : 'not-found';
    },

    async cancel(accountId, taskId) {
      const cancelled = await db
        .updateTable('tasks')
        .set({ status: 'cancelled', stage: 'cancelled', completed_at: sql<Date>`now()` })
        .where('account_id', '=', accountId)
        .where('id', '=', taskId)
        .where('status', '=', 'pending')
        .returning('id')
        .executeTakeFirst();
      if (cancelled) return 'cancelled';
      return (await find(accountId, taskId)) ? 'not-pending' : 'not-found';
    },

    async rerun(accountId, taskId, keyId, writeWith) {
      const row = await find(accountId, taskId);
      if (!row) return null;
      const task = toTask(row);
      if (!isFinal(task.status)) return 'not-final';
      return insert({ ...task, keyId }, writeWith);
    },
  };
}
