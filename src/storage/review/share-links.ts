/** Read-only links to case files: random tokens, of which the database keeps hashes. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../domain/ids.js';
import type { ShareLinkStore } from '../../http/dashboard/review/ports.js';
import type { Database } from '../schema.js';
import { hashToken } from '../secrets.js';
import { appendAudit } from './audit.js';

/** Links of an account that still open something. */
const maxOpenLinks = 500;

export function shareLinkStore(db: Kysely<Database>): ShareLinkStore {
  return {
    create: (actor, accountId, { taskIds, lifetimeSeconds }) =>
      db.transaction().execute(async (transaction) => {
        const known = await transaction
          .selectFrom('tasks')
          .select('id')
          .where('account_id', '=', accountId)
          .where('id', 'in', [...taskIds])
          .execute();
        if (known.length !== new Set(taskIds).size) return 'not-found';
        const { count } = await transaction
          .selectFrom('share_links')
          .select(sql<number>`count(*)::float8`.as('count'))
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', sql<Date>`now()`)
          .executeTakeFirstOrThrow();
        if (count >= maxOpenLinks) return 'too-many';
        const id = newId('share');
        const token = randomBytes(32).toString('base64url');
        const { expires_at } = await transaction
          .insertInto('share_links')
          .values({
            id,
            account_id: accountId,
            token_hash: hashToken(token),
            task_ids: [...taskIds],
            created_by: actor.userId,
            expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
          })
          .returning('expires_at')
          .executeTakeFirstOrThrow();
        for (const taskId of new Set(taskIds)) {
          await appendAudit(transaction, actor, accountId, {
            action: 'share_link.created',
            subject: taskId,
            detail: { link: id, expires_at: expires_at.toISOString() },
          });
        }
        return { id, token };
      }),

    async list(accountId, taskId) {
      let query = db
        .selectFrom('share_links')
        .leftJoin('users', 'users.id', 'share_links.created_by')
        .selectAll('share_links')
        .select('users.email')
        .where('share_links.account_id', '=', accountId)
        .orderBy('share_links.created_at', 'desc')
        .limit(maxOpenLinks);
      if (taskId !== undefined) query = query.where(sql<boolean>`${taskId} = any(share_links.task_ids)`);
      return (await query.execute()).map((row) => ({
        id: row.id,
        taskIds: row.task_ids,
        createdBy: row.email,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
        revokedAt: row.revoked_at,
        opened: row.opened,
        lastOpenedAt: row.last_opened_at,
      }));
    },

    revoke: (actor, accountId, linkId) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .updateTable('share_links')
          .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
          .where('account_id', '=', accountId)
          .where('id', '=', linkId)
          .returning('task_ids')
          .executeTakeFirst();
        if (!row) return false;
        for (const taskId of new Set(row.task_ids)) {
          await appendAudit(transaction, actor, accountId, {
            action: 'share_link.revoked',
            subject: taskId,
            detail: { link: linkId },
          });
        }
        return true;
      }),

    async open(token) {
      const row = await db
        .selectFrom('share_links')
        .select(['id', 'account_id', 'task_ids', 'expires_at', 'revoked_at'])
        .select(sql<boolean>`expires_at <= now()`.as('is_expired'))
        .where('token_hash', '=', hashToken(token))
        .executeTakeFirst();
      if (!row) return { state: 'unknown' };
      if (row.revoked_at !== null) return { state: 'revoked' };
      if (row.is_expired) return { state: 'expired' };
      await db
        .updateTable('share_links')
        .set((eb) => ({ opened: eb('opened', '+', 1), last_opened_at: sql<Date>`now()` }))
        .where('id', '=', row.id)
        .execute();
      return { state: 'open', accountId: row.account_id, taskIds: row.task_ids, expiresAt: row.expires_at };
    },
  };
}

/** Deletes links that ended more than 90 days ago: until then a visitor learns that theirs has. Returns how many. */
export async function purgeShareLinks(db: Kysely<Database>): Promise<number> {
  const gone = await db
    .deleteFrom('share_links')
    .where(sql<boolean>`least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '90 days'`)
    .returning('id')
    .execute();
  return gone.length;
}
