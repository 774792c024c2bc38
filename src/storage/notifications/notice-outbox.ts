/** Deliveries of notices under leases. See notifications/ports.ts. */
import { type Kysely, sql } from 'kysely';
import { randomBase36 } from '../../domain/ids.js';
import type { ClaimedNotice, NoticeOutbox } from '../../notifications/ports.js';
import { hasLapsed } from '../lease.js';
import type { Database } from '../schema.js';
import { goesTo } from './goes-to.js';
import { readNotices } from './read-notices.js';

export function noticeOutbox(db: Kysely<Database>): NoticeOutbox {
  return {
    async claim(limit, leaseSeconds) {
      const lease = randomBase36(16);
      const { rows } = await sql<{
        id: string;
        notice_id: string;
        account_id: string;
        channel: 'email' | 'webhook';
        user_id: string | null;
        attempts: number;
      }>`
        with chosen as (
          select id from notice_deliveries where status = 'pending' and next_attempt_at <= clock_timestamp()
            and ${hasLapsed(sql.ref('lease_expires_at'), leaseSeconds)}
          order by next_attempt_at limit ${limit} for update skip locked)
        update notice_deliveries d set lease_owner = ${lease},
          lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from chosen where d.id = chosen.id
        returning d.id, d.notice_id, d.account_id, d.channel, d.user_id, d.attempts`.execute(db);
      const notices = await readNotices(
        db,
        rows.map((row) => row.notice_id),
      );
      const claimed: ClaimedNotice[] = [];
      for (const row of rows) {
        const notice = notices.get(row.notice_id);
        if (!notice) continue;
        const { id, account_id: accountId, attempts } = row;
        claimed.push({ id, lease, accountId, attempts, notice, to: await recipient(db, row) });
      }
      return claimed;
    },

    async record({ id, lease }, outcome) {
      const error = outcome.state === 'delivered' ? null : outcome.error.replaceAll('\0', '\ufffd');
      await db
        .updateTable('notice_deliveries')
        .set((eb) => ({
          status: outcome.state,
          attempts: eb('attempts', '+', 1),
          error,
          lease_owner: null,
          lease_expires_at: null,
          ...(outcome.state === 'pending'
            ? {
                next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${outcome.waitSeconds})`,
              }
            : { ended_at: sql<Date>`clock_timestamp()` }),
        }))
        .where('id', '=', id)
        .where('lease_owner', '=', lease)
        .where('status', '=', 'pending')
        .execute();
    },
  };
}

const nobody = (reason: 'unwanted' | 'unconfirmed'): ClaimedNotice['to'] => ({ channel: null, reason });

/** As it is set now, which may have changed since the notice was made. */
async function recipient(
  db: Kysely<Database>,
  row: { channel: 'email' | 'webhook'; account_id: string; user_id: string | null },
): Promise<ClaimedNotice['to']> {
  if (row.channel === 'webhook') {
    const webhook = await db
      .selectFrom('notification_webhooks')
      .selectAll()
      .where('account_id', '=', row.account_id)
      .executeTakeFirst();
    return webhook ? { channel: 'webhook', url: webhook.url, wishes: webhook } : nobody('unwanted');
  }
  const member = await db
    .selectFrom('notification_settings')
    .innerJoin('users', 'users.id', 'notification_settings.user_id')
    .select([
      'users.language',
      'by_email',
      'batches',
      'findings',
      goesTo('notification_settings', 'users').as('goes_to'),
      'confirmed_address',
    ])
    .where('user_id', '=', row.user_id)
    .executeTakeFirst();
  if (!member?.by_email) return nobody('unwanted');
  // It may have been changed since the notice was made.
  if (member.goes_to !== member.confirmed_address) return nobody('unconfirmed');
  return { channel: 'email', address: member.goes_to, language: member.language, wishes: member };
}
