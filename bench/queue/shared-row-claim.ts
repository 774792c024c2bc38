/** The claim of version 1.0.0, which every worker's claim made wait for one row: the baseline. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Plan } from '../../src/domain/plans.js';
import { json } from '../../src/storage/json.js';
import type { Database } from '../../src/storage/schema.js';
import type { FairShare } from '../../src/storage/tasks/claim.js';
import { insertMessage } from '../../src/storage/tasks/messages.js';
import { type TaskRow, toTask } from '../../src/storage/tasks/row.js';
import type { ClaimedTask } from '../../src/tasks/ports.js';

interface Candidate {
  id: string;
  plan: Plan;
  queue_turn: number;
}

export async function claimBySharedRow(
  db: Kysely<Database>,
  fairShare: FairShare,
  workerId: string,
  leaseSeconds: number,
): Promise<{ task: ClaimedTask; sentMessage: boolean } | null> {
  return db.transaction().execute(async (transaction) => {
    const present = await presentTurn(transaction);
    const candidates = await accountsInTurn(transaction, fairShare, workerId, present);
    for (const account of candidates) {
      const row = await takeOldest(transaction, account.id, workerId, leaseSeconds);
      if (!row) continue;
      const cost = row.priority / fairShare.weightByPlan[account.plan];
      await transaction
        .updateTable('accounts')
        // Counted on from what the row holds now: another worker may have served the account meanwhile.
        .set({
          queue_turn: sql<number>`greatest(queue_turn, ${present}::double precision) + ${cost}::double precision`,
        })
        .where('id', '=', account.id)
        .execute();
      await setPresentTurn(transaction, Math.max(account.queue_turn, present));
      const task = { ...toTask(row), failures: row.attempts - 1 - row.interruptions };
      const sentMessage = await insertMessage(transaction, task, 'processing');
      return { task, sentMessage };
    }
    return null;
  });
}

const presentTurnSetting = 'queue_present_turn';

async function presentTurn(transaction: Transaction<Database>): Promise<number> {
  const row = await transaction
    .selectFrom('instance_settings')
    .select('value')
    .where('name', '=', presentTurnSetting)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

async function setPresentTurn(transaction: Transaction<Database>, turn: number): Promise<void> {
  await transaction
    .insertInto('instance_settings')
    .values({ name: presentTurnSetting, value: String(turn) })
    // Never back: workers that claim at the same time come here in any order.
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`greatest(instance_settings.value::double precision, excluded.value::double precision)::text`,
      }),
    )
    .execute();
}

/** No task is ever put off for ten minutes: what lies further ahead is from before the clock was set back. */
function isDue(runAfter: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${runAfter} <= now() or ${runAfter} > now() + interval '10 minutes')`;
}

async function accountsInTurn(
  transaction: Transaction<Database>,
  fairShare: FairShare,
  workerId: string,
  present: number,
): Promise<Candidate[]> {
  const result = await sql<Candidate>`
    select a.id, a.plan, a.queue_turn
    from accounts a
    where exists (select 1 from tasks t where t.account_id = a.id and t.status = 'pending' and ${isDue(sql`t.run_after`)})
      and (select count(*) from tasks t where t.account_id = a.id and t.status = 'processing'
          and t.lease_owner = ${workerId})
        < (${json(fairShare.concurrencyByPlan)}::jsonb ->> a.plan)::integer
    order by greatest(a.queue_turn, ${present}::double precision), a.queue_turn, a.id
    limit 16`.execute(transaction);
  return result.rows;
}

async function takeOldest(
  transaction: Transaction<Database>,
  accountId: string,
  workerId: string,
  leaseSeconds: number,
): Promise<TaskRow | undefined> {
  const result = await sql<TaskRow>`
    update tasks set status = 'processing', attempts = attempts + 1, stage = 'starting', progress = 0,
      lease_owner = ${workerId}, lease_expires_at = now() + make_interval(secs => ${leaseSeconds}),
      started_at = coalesce(started_at, now())
    where id = (
      select id from tasks
      where account_id = ${accountId} and status = 'pending' and ${isDue(sql`run_after`)}
      order by priority, created_at limit 1 for update skip locked)
    returning *`.execute(transaction);
  return result.rows[0];
}
