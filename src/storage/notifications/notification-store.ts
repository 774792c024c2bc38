/** Who wants to hear of what, and what there was. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MemberNotifications, NotificationStore } from '../../http/dashboard/notifications/ports.js';
import type { Database } from '../schema.js';
import { readNotices } from './read-notices.js';

/** Of a member who chose nothing: everything in the dashboard, nothing by e-mail. */
const defaults: MemberNotifications = {
  byEmail: false,
  address: null,
  batches: true,
  findings: 'possible',
};

/** Whether a member wants to hear of a notice `n`, as `isWanted` of domain/notice.ts decides. */
const isWantedBy = (userId: string): RawBuilder<boolean> => sql<boolean>`
  coalesce((select (s.batches and n.batches > 0) or (s.findings <> 'none' and n.found > 0)
      or (s.findings = 'possible' and n.possible > 0)
    from notification_settings s where s.user_id = ${userId}), true)`;
const readBy = (userId: string): RawBuilder<number> => sql<number>`
  coalesce((select read_sequence from notification_settings s where s.user_id = ${userId}), 0)`;

export function notificationStore(db: Kysely<Database>): NotificationStore {
  async function unread(accountId: string, userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from notices n where n.account_id = ${accountId}
        and n.sequence > ${readBy(userId)} and ${isWantedBy(userId)}`.execute(db);
    return rows[0]?.count ?? 0;
  }

  return {
    async settings(userId) {
      const row = await db
        .selectFrom('notification_settings')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (!row) return defaults;
      const { by_email: byEmail, address, batches, findings } = row;
      return { byEmail, address, batches, findings };
    },

    async setSettings(accountId, userId, { byEmail, address, batches, findings }) {
      const chosen = { by_email: byEmail, address, batches, findings };
      // One that was left and is entered again is to be confirmed again.
      const kept = sql<boolean>`notification_settings.address is not distinct from excluded.address`;
      const unlessChanged = {
        confirmed_address: sql<string>`case when ${kept} then notification_settings.confirmed_address end`,
        confirmed_at: sql<Date>`case when ${kept} then notification_settings.confirmed_at end`,
      };
      await db
        .insertInto('notification_settings')
        .values({ user_id: userId, account_id: accountId, ...chosen })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...chosen, ...unlessChanged }))
        .execute();
    },

    async webhook(accountId) {
      const row = await db
        .selectFrom('notification_webhooks')
        .select(['url', 'batches', 'findings'])
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row ?? null;
    },

    async setWebhook(accountId, { url, batches, findings }) {
      const chosen = { url, batches, findings };
      await db
        .insertInto('notification_webhooks')
        .values({ account_id: accountId, ...chosen })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
        .execute();
    },

    async removeWebhook(accountId) {
      const removed = await db
        .deleteFrom('notification_webhooks')
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst();
      return removed !== undefined;
    },

    async lastDelivery(accountId, userId) {
      const row = await db
        .selectFrom('notice_deliveries')
        .select(['status', 'created_at', 'ended_at', 'error', 'attempts'])
        .where('account_id', '=', accountId)
        .where('channel', '=', userId === null ? 'webhook' : 'email')
        .where('user_id', userId === null ? 'is' : '=', userId)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { status: row.status, at: row.ended_at ?? row.created_at, error: row.error } : null;
    },

    unread,

    async notices(accountId, userId, limit) {
      const { rows } = await sql<{ id: string; isRead: boolean }>`
        select id, n.sequence <= ${readBy(userId)} as "isRead" from notices n where n.account_id = ${accountId}
          and ${isWantedBy(userId)} order by n.sequence desc limit ${limit}`.execute(db);
      const notices = await readNotices(
        db,
        rows.map(({ id }) => id),
      );
      return {
        unread: await unread(accountId, userId),
        notices: rows.flatMap(({ id, isRead }) => {
          const notice = notices.get(id);
          return notice ? [{ ...notice, isRead }] : [];
        }),
      };
    },

    async markRead(accountId, userId, sequence) {
      const { byEmail: by_email, batches, findings } = defaults;
      // Never beyond what there is, and never back: two tabs may report in any order.
      const upTo = sql<number>`least(${sequence}::bigint,
        (select coalesce(max(sequence), 0) from notices where account_id = ${accountId}))`;
      await db
        .insertInto('notification_settings')
        .values({ user_id: userId, account_id: accountId, by_email, batches, findings, read_sequence: upTo })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({
            read_sequence: sql<number>`greatest(notification_settings.read_sequence, excluded.read_sequence)`,
          }),
        )
        .execute();
    },
  };
}
