/**
 * Claims the next task by weighted fair queueing among accounts (start-time fair queueing: Goyal, Vin and Cheng
 * 1996). Each account has a virtual time, `accounts.queue_turn`; the account with the least is served next and pays
 * for it with cost / weight of virtual time. The virtual time of the whole queue is the turn served last: an account
 * that was idle starts there, not in the past, so that it cannot save up turns. It is the maximum of what each account
 * keeps of itself in `queue_clocks`: claims for different accounts write no row in common. Within one account short
 * work goes before long, then older before newer.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { operationNames, operations } from '../../domain/operations.js';
import type { Plan } from '../../domain/plans.js';
import type { ClaimedTask } from '../../tasks/ports.js';
import { json } from '../json.js';
import type { Database } from '../schema.js';
import { insertMessage } from './messages.js';
import { type TaskRow, toTask } from './row.js';

export interface FairShare {
  /** Of two accounts with work waiting, one with twice the weight is served twice as often. */
  readonly weightByPlan: Readonly<Record<Plan, number>>;
  /** How many tasks of one account may be processing at once in one worker. */
  readonly concurrencyByPlan: Readonly<Record<Plan, number>>;
}

export async function claimNext(
  db: Kysely<Database>,
  fairShare: FairShare,
  workerId: string,
  leaseSeconds: number,
): Promise<{ task: ClaimedTask; sentMessage: boolean } | null> {
  return db.transaction().execute(async (transaction) => {
    const row = await take(transaction, fairShare, workerId, leaseSeconds);
    if (!row) return null;
    const task = { ...toTask(row), failures: row.attempts - 1 - row.interruptions };
    const sentMessage = await insertMessage(transaction, task, 'processing');
    return { task, sentMessage };
  });
}

/** Where version 1.0.0 keeps the queue's virtual time, which all its claims write. */
const sharedTurn = 'queue_present_turn';

/**
 * Writes the queue's virtual time where version 1.0.0 looks for it, now and then: its workers may run beside this
 * version, or take over again, and must not start idle accounts in the past.
 */
export async function publishTurn(db: Kysely<Database>): Promise<void> {
  await sql`
    insert into instance_settings as shared (name, value)
    select ${sharedTurn}, max(started_turn)::text from queue_clocks having count(*) > 0
    on conflict (name) do update set value = excluded.value
      where shared.value::double precision < excluded.value::double precision`.execute(db);
}

/** No task is ever put off for ten minutes: what lies further ahead is from before the clock was set back. */
function isDue(runAfter: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${runAfter} <= now() or ${runAfter} > now() + interval '10 minutes')`;
}

/** Their claims put a callback into the outbox. */
const announced = operationNames.filter((name) => operations[name].sendsProcessingCallback);

/** One statement, because the account's row is locked from its update to the commit. */
async function take(
  transaction: Transaction<Database>,
  { weightByPlan, concurrencyByPlan }: FairShare,
  workerId: string,
  leaseSeconds: number,
): Promise<TaskRow | undefined> {
  const result = await sql<TaskRow>`
    with recursive present as materialized (
      select greatest(
        (select value::double precision from instance_settings where name = ${sharedTurn}),
        (select max(started_turn) from queue_clocks), 0) as turn),
    -- Accounts with waiting tasks, each found by one step in the index of waiting tasks.
    waiting as (
      (select account_id from tasks where status = 'pending' order by account_id limit 1)
      union all
      select (select t.account_id from tasks t where t.status = 'pending' and t.account_id > w.account_id
        order by t.account_id limit 1)
      from waiting w where w.account_id is not null),
    busy as (
      select account_id, count(*) as tasks from tasks
      where status = 'processing' and lease_owner = ${workerId} group by account_id),
    in_turn as materialized (
      select a.id, greatest(a.queue_turn, present.turn) as turn,
        (${json(weightByPlan)}::jsonb ->> a.plan)::double precision as weight
      from waiting join accounts a on a.id = waiting.account_id cross join present
        left join busy on busy.account_id = a.id
      where coalesce(busy.tasks, 0) < (${json(concurrencyByPlan)}::jsonb ->> a.plan)::integer
        and exists (select 1 from tasks t
          where t.account_id = a.id and t.status = 'pending' and ${isDue(sql`t.run_after`)})
      order by greatest(a.queue_turn, present.turn), a.queue_turn, a.id
      limit 16),
    -- The first account in turn of which a task is free: others may take its last one at this moment.
    chosen as materialized (
      select in_turn.*, free.task_id from in_turn cross join lateral (
        select t.id as task_id from tasks t
        where t.account_id = in_turn.id and t.status = 'pending' and ${isDue(sql`t.run_after`)}
        order by t.priority, t.created_at limit 1 for update skip locked) free
      limit 1),
    taken as (
      update tasks set status = 'processing', attempts = attempts + 1, stage = 'starting', progress = 0,
        lease_owner = ${workerId}, lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
        started_at = coalesce(started_at, now())
      from chosen where tasks.id = chosen.task_id
      returning tasks.*),
    paid as (
      update accounts
      -- Counted on from what the row holds now: another worker may have served the account meanwhile.
      set queue_turn = greatest(queue_turn, chosen.turn) + taken.priority / chosen.weight
      from chosen, taken where accounts.id = chosen.id),
    clocked as (
      insert into queue_clocks as clock (account_id, started_turn)
      select chosen.id, chosen.turn from chosen
      on conflict (account_id) do update set started_turn = greatest(clock.started_turn, excluded.started_turn))
    select taken.*,
      -- Nobody waits for the disk where the claim is all there is: what a crash of the server undoes is claimed again,
      -- and its worker's result is refused, because the lease is no longer its own.
      case when taken.operation = any(${[...announced]}::text[]) then ''
        else set_config('synchronous_commit', 'off', true) end as commit_mode
    from taken`.execute(transaction);
  return result.rows[0];
}
