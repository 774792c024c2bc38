/** Messages that ask for a confirmation, under leases. See notifications/ports.ts. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { randomBase36 } from '../../domain/ids.js';
import type { ClaimedConfirmation, ConfirmationOutbox } from '../../notifications/ports.js';
import { hasLapsed } from '../lease.js';
import type { Database } from '../schema.js';
import { hashToken } from '../secrets.js';
import { goesTo } from './goes-to.js';

/** How long a link works. */
const linkSeconds = 2 * 86_400;

export function confirmationOutbox(db: Kysely<Database>): ConfirmationOutbox {
  return {
    async claim(limit, leaseSeconds) {
      const lease = randomBase36(16);
      const { rows } = await sql<Omit<ClaimedConfirmation, 'lease'>>`
        with chosen as (
          select id from email_confirmations where status = 'pending' and next_attempt_at <= clock_timestamp()
            and ${hasLapsed(sql.ref('lease_expires_at'), leaseSeconds)}
          order by next_attempt_at limit ${limit} for update skip locked)
        update email_confirmations c set lease_owner = ${lease},
          lease_expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
        from chosen, users u left join notification_settings s on s.user_id = u.id
        where c.id = chosen.id and u.id = c.user_id
        returning c.id, c.account_id as "accountId", c.attempts, c.address, u.language,
          coalesce(s.by_email, false) and ${goesTo()} = c.address as "isWanted"`.execute(db);
      return rows.map((row) => ({ ...row, lease }));
    },

    async issueLink({ id, lease }) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = await db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ expires_at: Date }>`update email_confirmations
          set attempts = attempts + 1, expires_at = clock_timestamp() + make_interval(secs => ${linkSeconds})
          where id = ${id} and lease_owner = ${lease} and status = 'pending' returning expires_at`.execute(
          transaction,
        );
        if (!rows[0]) return null;
        await transaction
          .insertInto('email_confirmation_tokens')
          .values({ token_hash: hashToken(token), confirmation_id: id })
          .execute();
        return rows[0].expires_at;
      });
      return expiresAt && { token, expiresAt };
    },

    async record({ id, lease }, outcome) {
      await db
        .updateTable('email_confirmations')
        .set({
          status: outcome.state,
          error: outcome.state === 'sent' ? null : outcome.error,
          lease_owner: null,
          lease_expires_at: null,
          ...(outcome.state === 'sent' && { sent_at: sql<Date>`clock_timestamp()` }),
          ...(outcome.state === 'pending' && {
            next_attempt_at: sql<Date>`clock_timestamp() + make_interval(secs => ${outcome.waitSeconds})`,
          }),
        })
        .where('id', '=', id)
        .where('lease_owner', '=', lease)
        .where('status', '=', 'pending')
        .execute();
    },

    async drop({ id, lease }) {
      await db
        .deleteFrom('email_confirmations')
        .where('id', '=', id)
        .where('lease_owner', '=', lease)
        .where('status', '=', 'pending')
        .where('attempts', '=', 0)
        .execute();
    },
  };
}
