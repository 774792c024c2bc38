/** From what is new in an account to one notice. What is new stays in its table until the notice is committed. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { BatchCounts } from '../../domain/batch.js';
import { newId } from '../../domain/ids.js';
import { isWanted, maxNamedInNotice, type NoticeBody } from '../../domain/notice.js';
import type { OperationName } from '../../domain/operations.js';
import type { NoticeMaker } from '../../notifications/ports.js';
import { json } from '../json.js';
import type { Database } from '../schema.js';

/** A batch whose files stop to arrive is taken for ended after this time. */
const idleDays = 7;
const accountsAtOnce = 100;
/** More than this become part of the next notice. */
const maxEvents = 10_000;
const maxBatches = 1000;
/** Notices that an account keeps. */
const keptNotices = 200;

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

    async dueAccounts() {
      const { rows } = await sql<{ account_id: string }>`
        select account_id from (
          select distinct e.account_id from finding_events e where ${isLoose}
          union select distinct account_id from batches where ended_at is not null and noticed_at is null) new
        where not exists (select 1 from notices n where n.account_id = new.account_id
          and n.created_at > now() - make_interval(secs => ${intervalSeconds}))
        limit ${accountsAtOnce}`.execute(db);
      return rows.map((row) => row.account_id);
    },

    make: (accountId, channels) =>
      db.transaction().execute(async (transaction) => {
        // One process at a time; another that waited would find nothing.
        const held = await sql`select 1 from accounts where id = ${accountId}
          and not exists (select 1 from notices n where n.account_id = ${accountId}
            and n.created_at > clock_timestamp() - make_interval(secs => ${intervalSeconds}))
          for no key update skip locked`.execute(transaction);
        if (held.rows.length === 0) return false;
        const batches = await endedBatches(transaction, accountId);
        const events = await takenEvents(transaction, accountId);
        if (batches.length === 0 && events.length === 0) return false;
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
        await address(transaction, { id, accountId, counts }, channels);
        await sql`update batches set noticed_at = clock_timestamp()
          where id = any(${batches.map((batch) => batch.id)}::text[])`.execute(transaction);
        await sql`delete from notices where account_id = ${accountId} and id not in (
          select id from notices where account_id = ${accountId} order by sequence desc limit ${keptNotices})`.execute(
          transaction,
        );
        return true;
      }),
  };
}

async function endedBatches(
  transaction: Transaction<Database>,
  accountId: string,
): Promise<Array<BatchCounts & { id: string }>> {
  const { rows } = await sql<BatchCounts & { id: string }>`
    select b.id, f.*, t.* from batches b,
      lateral (select count(*)::integer as files, count(*) filter (where state = 'waiting')::integer as waiting,
          count(*) filter (where state = 'rejected')::integer as rejected
        from batch_files where batch_id = b.id) f,
      lateral (select count(*)::integer as tasks,
          count(*) filter (where status not in ('pending', 'processing'))::integer as ended,
          count(*) filter (where status = 'failure')::integer as failed,
          count(*) filter (where finding = 'found')::integer as found,
          count(*) filter (where finding = 'possible')::integer as possible
        from batch_tasks bt join tasks on tasks.id = bt.task_id where bt.batch_id = b.id) t
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

/** A delivery to each who wants to hear of it. */
async function address(
  transaction: Transaction<Database>,
  { id, accountId, counts }: { id: string; accountId: string; counts: Parameters<typeof isWanted>[0] },
  channels: { readonly email: boolean },
): Promise<void> {
  const members = channels.email
    ? await transaction
        .selectFrom('notification_settings')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('by_email', '=', true)
        .execute()
    : [];
  const webhook = await transaction
    .selectFrom('notification_webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const deliveries = [
    ...members
      .filter((wishes) => isWanted(counts, wishes))
      .map(({ user_id }) => ({ channel: 'email' as const, user_id })),
    ...(webhook && isWanted(counts, webhook) ? [{ channel: 'webhook' as const, user_id: null }] : []),
  ];
  if (deliveries.length === 0) return;
  await transaction
    .insertInto('notice_deliveries')
    .values(deliveries.map((one) => ({ id: newId('ndl'), notice_id: id, account_id: accountId, ...one })))
    .execute();
}
