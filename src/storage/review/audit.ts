/**
 * The audit log: one chain of hashes an account, added to within the transaction that does what is recorded. The
 * database refuses to change it (triggers of migration 0018).
 */
import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { OperationName } from '../../domain/operations.js';
import {
  type AuditActor,
  type AuditEntry,
  type AuditEvent,
  auditText,
  firstPreviousHash,
} from '../../domain/review.js';
import type { AuditLog, AuditSubject } from '../../http/dashboard/review/ports.js';
import type { Database } from '../schema.js';
import { otherSubject, taskSubject } from '../tasks/names.js';
import type { AuditEntriesTable } from './tables.js';

/** Rows that a verification reads at a time. */
const batch = 1000;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Any number of processes may write: one after the other within an account, until their transactions end. */
export async function appendAudit(
  transaction: Transaction<Database>,
  actor: AuditActor,
  accountId: string,
  event: AuditEvent,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${accountId}`}, 0))`.execute(transaction);
  const last = await transaction
    .selectFrom('audit_entries')
    .select(['sequence', 'hash'])
    .where('account_id', '=', accountId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entry = {
    accountId,
    sequence: (last?.sequence ?? 0) + 1,
    at: new Date(),
    actor,
    action: event.action,
    subject: event.subject,
    detail: JSON.stringify(event.detail),
    previousHash: last?.hash ?? firstPreviousHash,
  };
  await transaction
    .insertInto('audit_entries')
    .values({
      account_id: accountId,
      sequence: entry.sequence,
      at: entry.at,
      actor_id: actor.userId,
      actor: actor.name,
      action: event.action,
      subject: event.subject,
      detail: entry.detail,
      previous_hash: entry.previousHash,
      hash: hashOf(auditText(entry)),
    })
    .execute();
}

export function auditLog(db: Kysely<Database>): AuditLog {
  return {
    append: (actor, accountId, event) =>
      db.transaction().execute((transaction) => appendAudit(transaction, actor, accountId, event)),

    async list(accountId, { limit, cursor, subject }) {
      const before = cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : null;
      let query = db
        .selectFrom('audit_entries')
        // Looked up now: the log itself holds no title, which must be deletable.
        .leftJoin('tasks', (join) =>
          join
            .onRef('tasks.id', '=', 'audit_entries.subject')
            .onRef('tasks.account_id', '=', 'audit_entries.account_id'),
        )
        .leftJoin('music', (join) =>
          join
            .onRef('music.id', '=', 'audit_entries.subject')
            .onRef('music.account_id', '=', 'audit_entries.account_id'),
        )
        .selectAll('audit_entries')
        .select(['tasks.operation', 'tasks.model'])
        .select([taskSubject.as('task_subject'), otherSubject.as('other')])
        .select(sql<string | null>`coalesce(nullif(music.title, ''), music.filename)`.as('recording'))
        .where('audit_entries.account_id', '=', accountId)
        .orderBy('sequence', 'desc')
        .limit(limit + 1);
      if (subject !== undefined) query = query.where('subject', '=', subject);
      if (before !== null) query = query.where('sequence', '<', before);
      const rows = await query.execute();
      const items = rows.slice(0, limit).map((row) => ({ ...toEntry(row), about: aboutOf(row) }));
      return { items, nextCursor: rows.length > limit ? String(items.at(-1)?.sequence) : null };
    },

    async verify(accountId) {
      let previous = { sequence: 0, hash: firstPreviousHash };
      for (;;) {
        const rows = await db
          .selectFrom('audit_entries')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('sequence', '>', previous.sequence)
          .orderBy('sequence')
          .limit(batch)
          .execute();
        for (const row of rows) {
          const text = auditText({ ...toEntry(row), detail: row.detail });
          const intact =
            row.sequence === previous.sequence + 1 &&
            row.previous_hash === previous.hash &&
            row.hash === hashOf(text);
          if (!intact) {
            return { entries: previous.sequence, headHash: previous.hash, brokenAt: previous.sequence + 1 };
          }
          previous = row;
        }
        if (rows.length < batch) break;
      }
      const headHash = previous.sequence === 0 ? null : previous.hash;
      return { entries: previous.sequence, headHash, brokenAt: null };
    },
  };
}

function aboutOf(row: {
  operation: string | null;
  model: string | null;
  task_subject: string | null;
  other: string | null;
  recording: string | null;
}): AuditSubject | null {
  const subject = row.task_subject ?? row.recording;
  if (row.operation === null && subject === null) return null;
  const operation = row.operation as OperationName | null;
  return { operation, model: row.model ?? '', subject, otherSubject: row.other };
}

function toEntry(row: Selectable<AuditEntriesTable>): AuditEntry {
  return {
    accountId: row.account_id,
    sequence: row.sequence,
    at: row.at,
    actor: { userId: row.actor_id, name: row.actor },
    action: row.action,
    subject: row.subject,
    detail: detailOf(row.detail),
    previousHash: row.previous_hash,
    hash: row.hash,
  };
}

/** What someone wrote into the database by hand need not be JSON: verification then reports it. */
function detailOf(text: string): AuditEntry['detail'] {
  try {
    return JSON.parse(text) as AuditEntry['detail'];
  } catch {
    return {};
  }
}
