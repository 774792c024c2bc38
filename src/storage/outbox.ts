/** The outbox of callbacks on the database: leases, attempts and the endpoint's record. See callbacks/ports.ts. */
import {
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely';
import type { AttemptOutcome, ClaimedMessage, EndpointStore, OutboxStore } from '../callbacks/ports.js';
import { randomBase36 } from '../domain/ids.js';
import { hasLapsed } from './lease.js';
import type { Database } from './schema.js';

export function endpointStore(db: Kysely<Database>): EndpointStore {
  return {
    async get(accountId) {
      const account = await db
        .selectFrom('accounts')
        .select(['callback_url', 'callback_verified_at', 'callback_disabled_at'])
        .where('id', '=', accountId)
        .executeTakeFirst();
      if (!account?.callback_url) return null;
      const secrets = await db
        .selectFrom('signing_secrets')
        .select(['secret', 'expires_at'])
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .execute();
      return {
        accountId,
        url: account.callback_url,
        verifiedAt: account.callback_verified_at,
        disabledAt: account.callback_disabled_at,
        secrets: secrets.map((row) => ({ value: row.secret, expiresAt: row.expires_at })),
      };
    },
  };
}

/** Makes held messages of an account due. Returns how many. */
export async function releaseWaiting(transaction: Transaction<Database>, accountId: string): Promise<number> {
  const result = await transaction
    .updateTable('messages')
    .set({ status: 'pending', attempts: 0 })
    .where('account_id', '=', accountId)
    .where('status', '=', 'held')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** `clock`: the present, as the database has it when the expression is evaluated. */
export function outboxStore(
  db: Kysely<Database>,
  clock: () => RawBuilder<Date> = () => sql<Date>`clock_timestamp()`,
): OutboxStore {
  return {
    async claimQueued({ limit, perAccountLimit, leaseSeconds }) {
      const lease = randomBase36(16);
      const now = clock();
      const expiresAt = sql`${now} + make_interval(secs => ${leaseSeconds})`;
      // Ranked within each account against what it already has in flight, so that one cannot take every place.
      const rows = await sql<{
        id: string;
        account_id: string;
        task_id: string;
        body: string;
        attempts: number;
        request_id: string | null;
        trace_parent: string | null;
      }>`
        with due as (
          select m.id, m.next_attempt_at, m.attempts, m.lease_owner,
            row_number() over (partition by m.account_id order by m.next_attempt_at, m.sequence) +
              (select count(*) from messages f where f.account_id = m.account_id
                and f.status = 'pending' and f.lease_expires_at > ${now}) as place
          from messages m
          -- What was never tried is due whatever the clock said when it was written.
          where m.status = 'pending' and (m.attempts = 0 or m.next_attempt_at <= (select ${now}))
            and ${hasLapsed(sql.ref('m.lease_expires_at'), leaseSeconds, now)}),
        chosen as (
          select m.id from messages m join due on due.id = m.id
          where due.place <= ${perAccountLimit}
            -- A row that changed since this statement's snapshot is compared once more when it is locked: it must be
            -- as it was judged above, else another worker took it, and may have sent it, meanwhile.
            and m.status = 'pending' and m.attempts = due.attempts
            and m.lease_owner is not distinct from due.lease_owner
          order by due.next_attempt_at limit ${limit} for update of m skip locked)
        update messages set lease_owner = ${lease}, lease_expires_at = ${expiresAt}
        from chosen where messages.id = chosen.id
        returning messages.id, messages.account_id, messages.task_id, messages.body, messages.attempts,
          (select t.request_id from tasks t where t.id = messages.task_id) as request_id,
          (select t.trace_parent from tasks t where t.id = messages.task_id) as trace_parent`.execute(db);
      return rows.rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        taskId: row.task_id,
        body: row.body,
        attempts: row.attempts,
        lease,
        ...(row.request_id === null ? {} : { requestId: row.request_id }),
        ...(row.trace_parent === null ? {} : { traceParent: row.trace_parent }),
      }));
    },

    recordAttempt: (outcome) =>
      db.transaction().execute((transaction) => record(transaction, outcome, clock())),

    async hold(message) {
      await db.transaction().execute(async (transaction) => {
        const account = await transaction
          .selectFrom('accounts')
          .select(['callback_verified_at', 'callback_disabled_at'])
          .where('id', '=', message.accountId)
          .forUpdate()
          .executeTakeFirst();
        const reachable = account?.callback_verified_at && !account.callback_disabled_at;
        await leased(transaction, message)
          .set({ status: reachable ? 'pending' : 'held', lease_owner: null, lease_expires_at: null })
          .execute();
      });
    },

    async handBack(messages) {
      for (const message of messages) {
        await leased(db, message).set({ lease_owner: null, lease_expires_at: null }).execute();
      }
    },

    async releaseWaiting(accountId) {
      return db.transaction().execute(async (transaction) => {
        await sql`select 1 from accounts where id = ${accountId} for update`.execute(transaction);
        return releaseWaiting(transaction, accountId);
      });
    },
  };
}

/** An update of the message that does nothing once its lease is another's. */
function leased(
  db: Kysely<Database>,
  message: ClaimedMessage,
): UpdateQueryBuilder<Database, 'messages', 'messages', UpdateResult> {
  return db
    .updateTable('messages')
    .where('id', '=', message.id)
    .where('lease_owner', '=', message.lease)
    .where('status', '=', 'pending');
}

/** Whether the account has a verified, enabled URL other than `triedUrl`. Locks the account's row. */
async function isReachable(
  transaction: Transaction<Database>,
  message: ClaimedMessage,
  triedUrl: string,
): Promise<boolean> {
  const account = await transaction
    .selectFrom('accounts')
    .select(['callback_url', 'callback_verified_at', 'callback_disabled_at'])
    .where('id', '=', message.accountId)
    .forUpdate()
    .executeTakeFirst();
  return (
    account !== undefined &&
    account.callback_url !== triedUrl &&
    account.callback_verified_at !== null &&
    account.callback_disabled_at === null
  );
}

async function record(
  transaction: Transaction<Database>,
  { message, attempt, next, endpoint, disableAfterFailingSeconds }: AttemptOutcome,
  now: RawBuilder<Date>,
): Promise<{ endpointDisabled: boolean }> {
  // A URL that was verified during the attempt takes the message: it must not be held with nobody to release it.
  const status =
    next.state === 'held' && (await isReachable(transaction, message, attempt.url)) ? 'pending' : next.state;
  const moved = await leased(transaction, message)
    .set((eb) => ({
      status,
      attempts: eb('attempts', '+', 1),
      lease_owner: null,
      lease_expires_at: null,
      ...(next.state === 'pending'
        ? { next_attempt_at: sql<Date>`${now} + make_interval(secs => ${next.waitSeconds})` }
        : {}),
      ...(next.state === 'delivered' ? { delivered_at: attempt.at } : {}),
    }))
    .returning('id')
    .executeTakeFirst();
  if (!moved) return { endpointDisabled: false };
  await transaction
    .insertInto('delivery_attempts')
    .values({
      message_id: message.id,
      account_id: message.accountId,
      url: attempt.url,
      number: attempt.number,
      started_at: attempt.at,
      duration_ms: attempt.durationMs,
      status_code: attempt.status,
      outcome: attempt.failure ?? 'delivered',
      // PostgreSQL's text has no null character.
      response_snippet: attempt.responseSnippet.replaceAll('\0', '\ufffd'),
    })
    .execute();

  const account = transaction
    .updateTable('accounts')
    .where('id', '=', message.accountId)
    .where('callback_url', '=', attempt.url);
  if (endpoint === 'working') {
    await account
      .set({ callback_failing_since: null })
      .where('callback_failing_since', 'is not', null)
      .execute();
    return { endpointDisabled: false };
  }
  if (endpoint === 'failing') {
    await account
      .set({ callback_failing_since: attempt.at })
      .where('callback_failing_since', 'is', null)
      .execute();
  }
  const since = new Date(attempt.at.getTime() - disableAfterFailingSeconds * 1000);
  const disabling = account
    .set({
      callback_disabled_at: attempt.at,
      callback_disabled_reason:
        endpoint === 'gone'
          ? attempt.failure === 'internal_receiver'
            ? 'It wants no more callbacks.'
            : 'It answered 410 Gone.'
          : `Nothing but failures for ${Math.round(disableAfterFailingSeconds / 86_400)} days.`,
    })
    .where('callback_disabled_at', 'is', null);
  const disabled = await (endpoint === 'gone'
    ? disabling
    : disabling.where('callback_failing_since', '<=', since)
  )
    .returning('id')
    .executeTakeFirst();
  return { endpointDisabled: disabled !== undefined };
}
