/** From what is new in an account to one notice. What is new stays in its table until the notice is committed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BatchCounts } from '../../domain/batch.js';
import { newId } from '../../domain/ids.js';
import { isWanted, maxNamedInNotice, type NoticeBody, notConfirmed } from '../../domain/notice.js';
import type { OperationName } from '../../domain/operations.js';
import type { NoticeMaker } from '../../notifications/ports.js';
import { countedBatches } from '../batches/counted-batches.js';
import { json } from '../json.js';
import { rateLimitStore } from '../rate-limits.js';
import type { Database } from '../schema.js';
import { goesTo } from './goes-to.js';
import { requestConfirmation } from './request-confirmation.js';

/** A batch whose files stop to arrive is taken for ended after this time. */
const idleDays = 7;
const accountsAtOnce = 100;
/** More than this become part of the next notice. */
const maxEvents = 10_000;
const maxBatches = 1000;
/** Notices that an account keeps. */
const keptNotices = 200;

/**
 * E-mails of an account: this number at once, which fills up again over a day: ten digests for a team of ten, and the
 * operator's mail server is flooded by nobody. In a bucket, not counted from deliveries: these go with a member who is
 * removed.
 */
const emailsOfDay = 100;
const daySeconds = 86_400;
const tooManyEmails = 'The account has sent as many e-mails as it may send in a day.';

/** Findings of a batch that goes on wait for its end. */
const isLoose = sql`not exists (select 1 from batch_tasks bt join batches b on b.id = bt.batch_id
  where bt.task_id = e.task_id and b.ended_at is null)`;

/** `intervalSeconds`: between two notices of one account. */
export function noticeMaker(db: Kysely<Database>, intervalSeconds: number): NoticeMaker {
  return {
    async endBatches() {
      const { rows } = await sql<{ id: string }>`
        update batches b set ended_at = clock_timestamp(), closed_at = coalesce(closed_at, clock_timestamp())
        where ended_at is null
          and (closed_at is not null or active_at < now() - make_interval(days => ${idleDays})
            or not exists (select 1 from batch_files f where f.batch_id = b.id and f.state = 'waiting'))
          and not exists (select 1 from batch_tasks bt join tasks t on t.id = bt.task_id
            where bt.batch_id = b.id and t.status in ('pending', 'processing'))
        returning id`.execute(db);
      return rows.length;
    },

    async dueAccounts(except) {
      const { rows } = await sql<{ account_id: string }>`
        select account_id from (
          select e.account_id, min(e.created_at) as at from finding_events e where ${isLoose} group by 1
          union all select account_id, min(ended_at) from batches
            where ended_at is not null and noticed_at is null group by 1) new
        where account_id <> all(${[...except]}::text[])
          and not exists (select 1 from notices n where n.account_id = new.account_id
            and n.created_at > now() - make_interval(secs => ${intervalSeconds}))
        group by account_id order by min(at), account_id limit ${accountsAtOnce}`.execute(db);
      return rows.map((row) => row.account_id);
    },

    async make(accountId, channels) {
      const made = await db.transaction().execute(async (transaction) => {
        // One process at a time; another that waited would find nothing.
        const held = await sql`select 1 from accounts where id = ${accountId}
          and not exists (select 1 from notices n where n.account_id = ${accountId}
            and n.created_at > clock_timestamp() - make_interval(secs => ${intervalSeconds}))
          for no key update skip locked`.execute(transaction);
        if (held.rows.length === 0) return null;
        const batches = await endedBatches(transaction, accountId);
        const events = await takenEvents(transaction, accountId);
        if (batches.length === 0 && events.length === 0) return null;
        const named = events
          .toSorted((a, b) => Number(b.finding === 'found') - Number(a.finding === 'found'))
          .slice(0, maxNamedInNotice);
        const body: NoticeBody = { batches: batches.slice(0, maxNamedInNotice), findings: named };
        const counts = {
          batches: batches.length,
          found: events.filter(({ finding }) => finding === 'found').length,
          possible: events.filter(({ finding }) => finding === 'possible').length,
        };
        const id = newId('ntf');
        await transaction
          .insertInto('notices')
          .values({
            id,
            account_id: accountId,
            ...counts,
            body: json(body),
            created_at: sql<Date>`clock_timestamp()`,
          })
          .execute();
        const unconfirmed = await address(transaction, { id, accountId, counts }, channels);
        await sql`update batches set noticed_at = clock_timestamp()
          where id = any(${batches.map((batch) => batch.id)}::text[])`.execute(transaction);
        await sql`delete from notices where account_id = ${accountId} and id not in (
          select id from notices where account_id = ${accountId} order by sequence desc limit ${keptNotices})`.execute(
          transaction,
        );
        return { unconfirmed };
      });
      if (made === null) return false;
      for (const member of made.unconfirmed) await askOnce(db, accountId, member);
      return true;
    },
  };
}

async function endedBatches(
  transaction: Transaction<Database>,
  accountId: string,
): Promise<Array<BatchCounts & { id: string }>> {
  const { rows } = await sql<BatchCounts & { id: string }>`
    select b.id, f.*, t.* from ${countedBatches}
    where b.account_id = ${accountId} and b.ended_at is not null and b.noticed_at is null
    order by b.ended_at limit ${maxBatches}`.execute(transaction);
  return rows;
}

interface TakenEvent {
  readonly taskId: string;
  readonly operation: OperationName;
  readonly finding: 'found' | 'possible';
}

async function takenEvents(transaction: Transaction<Database>, accountId: string): Promise<TakenEvent[]> {
  const { rows } = await sql<TakenEvent>`
    with taken as (
      delete from finding_events where task_id in (
        select e.task_id from finding_events e where e.account_id = ${accountId} and ${isLoose}
        order by e.created_at limit ${maxEvents})
      returning task_id, finding, created_at)
    select taken.task_id as "taskId", t.operation, taken.finding
    from taken join tasks t on t.id = taken.task_id order by taken.created_at, taken.task_id`.execute(
    transaction,
  );
  return rows;
}

interface Unconfirmed {
  readonly userId: string;
  readonly address: string;
}

/** A delivery to each who wants to hear of it; returns those whose address is not confirmed. */
async function address(
  transaction: Transaction<Database>,
  { id, accountId, counts }: { id: string; accountId: string; counts: Parameters<typeof isWanted>[0] },
  channels: { readonly email: boolean },
): Promise<Unconfirmed[]> {
  const members = channels.email
    ? await transaction
        .selectFrom('notification_settings')
        .innerJoin('users', 'users.id', 'notification_settings.user_id')
        .selectAll('notification_settings')
        .select(goesTo('notification_settings', 'users').as('goes_to'))
        .where('notification_settings.account_id', '=', accountId)
        .where('by_email', '=', true)
        // So that the limit of a day leaves out nobody for ever.
        .orderBy(sql`random()`)
        .execute()
    : [];
  const webhook = await transaction
    .selectFrom('notification_webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const wanting = members.filter((wishes) => isWanted(counts, wishes));
  const confirmed = wanting.filter(({ goes_to, confirmed_address }) => goes_to === confirmed_address);
  const unconfirmed = wanting.filter((member) => !confirmed.includes(member));
  const asked = unconfirmed.map((member) => ({ userId: member.user_id, address: member.goes_to }));
  const allowed = await allowedEmails(transaction, accountId, confirmed.length);
  const leftOut = (error: string) => ({
    status: 'failed' as const,
    error,
    ended_at: sql<Date>`clock_timestamp()`,
  });
  const email = { channel: 'email' as const };
  const deliveries = [
    ...confirmed.map(({ user_id }, index) => ({
      ...email,
      user_id,
      ...(index >= allowed && leftOut(tooManyEmails)),
    })),
    ...unconfirmed.map(({ user_id }) => ({ ...email, user_id, ...leftOut(notConfirmed) })),
    ...(webhook && isWanted(counts, webhook) ? [{ channel: 'webhook' as const, user_id: null }] : []),
  ];
  if (deliveries.length === 0) return asked;
  await transaction
    .insertInto('notice_deliveries')
    .values(deliveries.map((one) => ({ id: newId('ndl'), notice_id: id, account_id: accountId, ...one })))
    .execute();
  return asked;
}

/**
 * Members from before addresses were confirmed hear in their mailbox that nothing else comes until they confirm; once,
 * and within the limits of such messages: who is left out is asked at a later notice. Each in a transaction of its own,
 * which holds the limits of the account no longer than a request of the page does.
 */
async function askOnce(
  db: Kysely<Database>,
  accountId: string,
  { userId, address }: Unconfirmed,
): Promise<void> {
  await db
    .transaction()
    .execute((transaction) => requestConfirmation(transaction, { accountId, userId, address }, 'once'));
}

/** How many of `wanted` e-mails the account may send now; they count as sent. */
async function allowedEmails(
  transaction: Transaction<Database>,
  accountId: string,
  wanted: number,
): Promise<number> {
  const limits = rateLimitStore(transaction);
  for (let allowed = 0; allowed < wanted; allowed++) {
    const verdict = await limits.take(`email:${accountId}`, emailsOfDay, daySeconds);
    if (!verdict.allowed) return allowed;
  }
  return wanted;
}
