/** Review states, assignees and notes of results. See http/dashboard/review/ports.ts. */
import { createHash } from 'node:crypto';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { newId } from '../../domain/ids.js';
import { findingsToReview, type ReviewState } from '../../domain/review.js';
import { isFinal, type TaskStatus } from '../../domain/task.js';
import type { ReviewStore } from '../../http/dashboard/review/ports.js';
import type { Database } from '../schema.js';
import { appendAudit } from './audit.js';

const maxNotes = 200;

/** Whether a task's review is in that state; the task's table is `tasks`. */
export function isInReview(state: ReviewState): ReturnType<typeof sql<SqlBool>> {
  const decided = sql`select state from reviews r where r.task_id = tasks.id and r.state is not null`;
  if (state !== 'open') return sql<SqlBool>`(${decided}) = ${state}`;
  return sql<SqlBool>`coalesce((${decided}), case when finding = any(${[...findingsToReview]}::text[]) then 'open' end) = 'open'`;
}

export function reviewStore(db: Kysely<Database>): ReviewStore {
  return {
    async of(accountId, taskIds) {
      if (taskIds.length === 0) return [];
      const { rows } = await sql<{
        task_id: string;
        state: ReviewState | null;
        finding: string | null;
        assignee_id: string | null;
        email: string | null;
        updated_at: Date | null;
        notes: number;
      }>`select t.id as task_id, t.finding, r.state, r.assignee_id, u.email, r.updated_at,
          (select count(*)::float8 from review_notes n where n.task_id = t.id) as notes
        from tasks t left join reviews r on r.task_id = t.id left join users u on u.id = r.assignee_id
        where t.account_id = ${accountId} and t.id = any(${[...taskIds]}::text[])`.execute(db);
      return rows.map((row) => ({
        taskId: row.task_id,
        state: row.state ?? (findingsToReview.some((finding) => finding === row.finding) ? 'open' : null),
        assignee:
          row.assignee_id !== null && row.email !== null ? { id: row.assignee_id, email: row.email } : null,
        notes: row.notes,
        updatedAt: row.updated_at,
      }));
    },

    change: (actor, accountId, taskId, { state, assigneeId }) =>
      db.transaction().execute(async (transaction) => {
        const status = await holdTask(transaction, accountId, taskId);
        if (status === null) return 'not-found';
        if (!isFinal(status)) return 'not-final';
        if (typeof assigneeId === 'string' && !(await canReview(transaction, accountId, assigneeId))) {
          return 'no-such-member';
        }
        const { rows } = await sql<{ state: ReviewState | null; assignee_id: string | null }>`
          select state, assignee_id from reviews where task_id = ${taskId}`.execute(transaction);
        const before = rows[0] ?? { state: null, assignee_id: null };
        const after = {
          state: state ?? before.state,
          assignee_id: assigneeId === undefined ? before.assignee_id : assigneeId,
        };
        await transaction
          .insertInto('reviews')
          .values({ task_id: taskId, account_id: accountId, ...after })
          .onConflict((conflict) =>
            conflict.column('task_id').doUpdateSet({ ...after, updated_at: sql<Date>`now()` }),
          )
          .execute();
        if (after.state !== before.state) {
          const detail = { from: before.state, to: after.state };
          await appendAudit(transaction, actor, accountId, {
            action: 'review.state_changed',
            subject: taskId,
            detail,
          });
        }
        if (after.assignee_id !== before.assignee_id) {
          const detail = { from: before.assignee_id, to: after.assignee_id };
          await appendAudit(transaction, actor, accountId, {
            action: 'review.assigned',
            subject: taskId,
            detail,
          });
        }
        return 'changed';
      }),

    async notes(accountId, taskId) {
      const rows = await db
        .selectFrom('review_notes')
        .leftJoin('users', 'users.id', 'review_notes.author_id')
        .select(['review_notes.id', 'text', 'users.email', 'review_notes.created_at'])
        .where('review_notes.account_id', '=', accountId)
        .where('task_id', '=', taskId)
        .orderBy('review_notes.created_at')
        .orderBy('review_notes.id')
        .execute();
      return rows.map(({ id, text, email, created_at }) => ({
        id,
        text,
        author: email,
        createdAt: created_at,
      }));
    },

    addNote: (actor, accountId, taskId, text) =>
      db.transaction().execute(async (transaction) => {
        if ((await holdTask(transaction, accountId, taskId)) === null) return 'not-found';
        const { count } = await transaction
          .selectFrom('review_notes')
          .select(sql<number>`count(*)::float8`.as('count'))
          .where('task_id', '=', taskId)
          .executeTakeFirstOrThrow();
        if (count >= maxNotes) return 'too-many';
        const id = newId('note');
        await transaction
          .insertInto('review_notes')
          .values({ id, task_id: taskId, account_id: accountId, author_id: actor.userId, text })
          .execute();
        // The text itself can be deleted with its result; its hash shows later which text it was.
        const sha256 = createHash('sha256').update(text).digest('hex');
        await appendAudit(transaction, actor, accountId, {
          action: 'review.note_added',
          subject: taskId,
          detail: { note: id, sha256 },
        });
        return 'added';
      }),
  };
}

/** Its status; null where the account has no such task. Two who change one review go one after the other. */
async function holdTask(
  transaction: Transaction<Database>,
  accountId: string,
  taskId: string,
): Promise<TaskStatus | null> {
  const { rows } = await sql<{ status: TaskStatus }>`
    select status from tasks where id = ${taskId} and account_id = ${accountId} for no key update`.execute(
    transaction,
  );
  return rows[0]?.status ?? null;
}

async function canReview(
  transaction: Transaction<Database>,
  accountId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and account_id = ${accountId} and role <> 'viewer'
    for share`.execute(transaction);
  return rows.length > 0;
}
