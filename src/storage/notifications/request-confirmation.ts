/** Asks whether an e-mail address is the member's, within limits that let nobody flood a stranger. */
import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { newId } from '../../domain/ids.js';
import { rateLimitStore } from '../rate-limits.js';
import type { Database } from '../schema.js';

export type RequestOutcome =
  | { readonly outcome: 'queued' | 'confirmed' | 'open' }
  | { readonly outcome: 'limited'; readonly retryAfterSeconds: number };

interface Limit {
  readonly messages: number;
  readonly seconds: number;
}
const daySeconds = 86_400;
/** Of one mailbox, whoever asks: a member cannot wait this little for a message that did not come. */
const mailboxAgain: Limit = { messages: 1, seconds: 60 };
/** Of one mailbox, whoever asks. */
const mailboxOfDay: Limit = { messages: 3, seconds: daySeconds };
const memberOfHour: Limit = { messages: 5, seconds: 3600 };
const accountOfDay: Limit = { messages: 20, seconds: daySeconds };

export interface MemberAddress {
  readonly accountId: string;
  readonly userId: string;
  /** Where the member's e-mails go now. */
  readonly address: string;
}

/**
 * Which earlier message is enough: one whose link works or that waits to be sent (`unlessOpen`), one that waits (`again`),
 * any whose link nobody used (`once`).
 */
export type Ask = 'unlessOpen' | 'again' | 'once';

/**
 * Queues a message to the address; 'open': an earlier one is enough. Locks the member, the mailbox's limits, the member's
 * and the account's, in this order: a transaction that asks for two members would wait for one that asks for one.
 */
export async function requestConfirmation(
  transaction: Transaction<Database>,
  { accountId, userId, address }: MemberAddress,
  ask: Ask,
): Promise<RequestOutcome> {
  // First the lock: what another transaction queued meanwhile is seen by a later statement alone.
  await sql`select 1 from users where id = ${userId} for no key update`.execute(transaction);
  const { rows } = await sql<{ confirmed: boolean; open: boolean }>`
    select s.confirmed_address is not distinct from ${address} as confirmed,
      exists (select 1 from email_confirmations c where c.user_id = ${userId} and c.address = ${address}
        and c.used_at is null and (c.status = 'pending' or ${ask}::text = 'once'
          or (c.status = 'sent' and c.expires_at > clock_timestamp() and ${ask}::text = 'unlessOpen'))) as open
    from users u left join notification_settings s on s.user_id = u.id
    where u.id = ${userId}`.execute(transaction);
  if (rows[0]?.confirmed) return { outcome: 'confirmed' };
  if (!rows[0] || rows[0].open) return { outcome: 'open' };
  const mailbox = mailboxOf(address);
  const limits: ReadonlyArray<readonly [string, Limit]> = [
    [`confirm-again:${mailbox}`, mailboxAgain],
    [`confirm-mailbox:${mailbox}`, mailboxOfDay],
    [`confirm-member:${userId}`, memberOfHour],
    [`confirm-account:${accountId}`, accountOfDay],
  ];
  const store = rateLimitStore(transaction);
  await sql`savepoint limits_taken`.execute(transaction);
  for (const [bucket, { messages, seconds }] of limits) {
    const { allowed, retryAfterSeconds } = await store.take(bucket, messages, seconds);
    if (allowed) continue;
    // A message that is not sent uses up nothing: else an account beyond its limit could block any mailbox.
    await sql`rollback to savepoint limits_taken`.execute(transaction);
    return { outcome: 'limited', retryAfterSeconds };
  }
  await transaction
    .insertInto('email_confirmations')
    .values({ id: newId('cnf'), account_id: accountId, user_id: userId, address })
    .execute();
  return { outcome: 'queued' };
}

/**
 * One name for the spellings of an address that many providers deliver to one mailbox (`a.b+shop@…`), as a hash: the
 * table of buckets names nobody. Two mailboxes that share a name share its limit, no more.
 */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/\+.*$/, '').replaceAll('.', '');
  const mailbox = `${local}${address.slice(at)}`.toLowerCase();
  return createHash('sha256').update(mailbox).digest('hex').slice(0, 32);
}
