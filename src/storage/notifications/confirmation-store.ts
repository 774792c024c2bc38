/** Confirmations of e-mail addresses: what a member sees of theirs, and what the link in the message does. */
import { type Kysely, sql } from 'kysely';
import type {
  ConfirmationStore,
  ConfirmationView,
  LinkState,
} from '../../http/dashboard/notifications/ports.js';
import type { Database } from '../schema.js';
import { hashToken } from '../secrets.js';
import { goesTo } from './goes-to.js';
import { requestConfirmation } from './request-confirmation.js';

/** After this many days what was asked is deleted; its link has long expired. */
const keptDays = 90;

export function confirmationStore(db: Kysely<Database>): ConfirmationStore {
  return {
    async view(userId) {
      const { rows } = await sql<ConfirmationRow>`
        select ${goesTo()} as address,
          case when s.confirmed_address = ${goesTo()} then s.confirmed_at end as confirmed_at,
          c.status, c.error, c.expires_at, coalesce(c.sent_at, c.created_at) as at,
          c.expires_at > clock_timestamp() as works
        from users u left join notification_settings s on s.user_id = u.id
        left join lateral (select * from email_confirmations c where c.user_id = u.id and c.used_at is null
            and c.address = ${goesTo()} order by c.created_at desc limit 1) c on true
        where u.id = ${userId}`.execute(db);
      return viewOf(rows[0]);
    },

    request: (accountId, userId, { again }) =>
      db.transaction().execute(async (transaction) => {
        const { address } = await transaction
          .selectFrom('users')
          .leftJoin('notification_settings', 'notification_settings.user_id', 'users.id')
          .select(goesTo('notification_settings', 'users').as('address'))
          .where('users.id', '=', userId)
          .executeTakeFirstOrThrow();
        const ask = again ? 'again' : 'unlessOpen';
        return requestConfirmation(transaction, { accountId, userId, address }, ask);
      }),

    async peek(token) {
      const row = await linkRow(db, token);
      return row ? { state: row.state, address: row.address } : { state: 'unknown' };
    },

    confirm: (token) =>
      db.transaction().execute(async (transaction) => {
        // The lock: of two clicks at once, the second sees that the link was used.
        await sql`select 1 from email_confirmations c join email_confirmation_tokens t on t.confirmation_id = c.id
          where t.token_hash = ${hashToken(token)} for update of c`.execute(transaction);
        const row = await linkRow(transaction, token);
        if (!row) return { state: 'unknown' };
        const { id, user_id, state, address } = row;
        if (state !== 'open') return { state, address };
        await sql`update email_confirmations set used_at = clock_timestamp() where id = ${id}`.execute(
          transaction,
        );
        await sql`update notification_settings set confirmed_address = ${address},
          confirmed_at = clock_timestamp() where user_id = ${user_id}`.execute(transaction);
        return { state, address };
      }),
  };
}

interface ConfirmationRow {
  readonly address: string;
  readonly confirmed_at: Date | null;
  readonly status: 'pending' | 'sent' | 'failed' | null;
  readonly error: string | null;
  readonly expires_at: Date | null;
  readonly at: Date | null;
  readonly works: boolean | null;
}

function viewOf(row: ConfirmationRow | undefined): ConfirmationView {
  if (!row) return { address: '', state: 'not_requested', at: null, expiresAt: null, error: null };
  const { address, error } = row;
  if (row.confirmed_at) {
    return { address, state: 'confirmed', at: row.confirmed_at, expiresAt: null, error: null };
  }
  if (row.status === null) {
    return { address, state: 'not_requested', at: null, expiresAt: null, error: null };
  }
  const state = row.status === 'sent' && !row.works ? 'expired' : row.status;
  return { address, state, at: row.at, expiresAt: row.expires_at, error };
}

interface LinkRow {
  readonly id: string;
  readonly user_id: string;
  readonly address: string;
  readonly state: Exclude<LinkState, 'unknown'>;
}

async function linkRow(db: Kysely<Database>, token: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select c.id, c.user_id, c.address, case
        when c.used_at is not null and s.confirmed_address = c.address then 'used'
        when c.used_at is not null or ${goesTo()} <> c.address then 'replaced'
        when c.expires_at <= clock_timestamp() then 'expired'
        else 'open' end as state
    from email_confirmation_tokens t join email_confirmations c on c.id = t.confirmation_id
    join users u on u.id = c.user_id left join notification_settings s on s.user_id = u.id
    where t.token_hash = ${hashToken(token)}`.execute(db);
  return rows[0];
}

/**
 * Deletes what is long past; returns how many. What was asked last of an address that is still chosen and not confirmed
 * stays: without it the next notice would ask again.
 */
export async function purgeConfirmations(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql`delete from email_confirmations c
    where created_at < now() - make_interval(days => ${keptDays})
      and not (used_at is null
        and exists (select 1 from users u left join notification_settings s on s.user_id = u.id
          where u.id = c.user_id and ${goesTo()} = c.address
            and s.confirmed_address is distinct from c.address)
        and not exists (select 1 from email_confirmations later where later.user_id = c.user_id
          and later.address = c.address and later.used_at is null
          and (later.created_at, later.id) > (c.created_at, c.id)))
    returning id`.execute(db);
  return rows.length;
}
