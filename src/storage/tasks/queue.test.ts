import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '../../accounts/ports.js';
import type { Plan } from '../../domain/plans.js';
import { type NewTask, QueueFullError } from '../../tasks/ports.js';
import { accountStore } from '../accounts.js';
import type { OpenDatabase } from '../database.js';
import { musicStore } from '../music.js';
import { openTestDatabase } from '../test-support/database.js';
import { addTestMusic } from '../test-support/music.js';
import { kyselyOf } from '../transaction.js';
import { taskQueue } from './queue.js';
import { taskService } from './service.js';

const fairShare = {
  weightByPlan: { free: 1, pro: 2, enterprise: 4 },
  concurrencyByPlan: { free: 2, pro: 100, enterprise: 100 },
};
const queuedTasksByPlan = { free: 3, pro: 10_000, enterprise: 10_000 };

let open: OpenDatabase;
beforeAll(async () => {
  open = await openTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`delete from accounts`.execute(open.db);
  await sql`delete from instance_settings`.execute(open.db);
});

async function newAccount(plan: Plan): Promise<Account> {
  const { account } = await accountStore(open.db).create('A', plan);
  await addTestMusic(open.db, account.id, 'mus_1');
  return account;
}

function request(account: Account, operation: NewTask['operation'] = 'fingerprint-check'): NewTask {
  return {
    accountId: account.id,
    keyId: null,
    operation,
    model: operation === 'ai-detection' ? 'lite' : '',
    variant: 'music',
    musicId: 'mus_1',
    filepath: 'music/mus_1',
    filename: 'a.mp3',
    parameters: {},
  };
}
const service = () => taskService(open.db, { queuedTasksByPlan, onEnqueued: () => {} });
const queue = () => taskQueue(open.db, fairShare, () => {});
const messages = () => open.db.selectFrom('messages').selectAll().orderBy('sequence').execute();
const expireLeases = () =>
  sql`update tasks set lease_expires_at = now() - interval '1 second' where status = 'processing'`.execute(
    open.db,
  );

it('a claimed task is no other worker’s until its lease is lost', async () => {
  const task = await service().enqueue(request(await newAccount('pro')));
  expect((await queue().claim('w1', 60))?.id).toBe(task.id);
  expect(await queue().claim('w2', 60)).toBeNull();
  await expireLeases();
  expect(await queue().rescue(5, 60)).toEqual({ putBack: 1, failed: 0 });
  const again = await queue().claim('w2', 60);
  expect(again).toMatchObject({ id: task.id, attempts: 2 });
  expect(await queue().renew('w1', [task.id], 60)).toEqual([]);
  const lateEnding = { status: 'success', outcome: { result: { late: true } } } as const;
  expect(await queue().finish('w1', task, lateEnding)).toBe(false);
  expect(await messages()).toHaveLength(0);
});

it('a song that is deleted while it is analysed leaves no result, and one failure callback', async () => {
  const account = await newAccount('pro');
  const task = await service().enqueue(request(account));
  await queue().claim('w1', 60);
  expect(await musicStore(open.db).remove(account.id, 'mus_1')).toMatchObject({ id: 'mus_1' });
  const commit = vi.fn(async () => {});
  const outcome = { result: { found: 'secret' }, commit };
  expect(await queue().finish('w1', task, { status: 'success', outcome })).toBe(true);
  expect(commit).not.toHaveBeenCalled();
  expect(await service().get(account.id, task.id)).toMatchObject({
    status: 'failure',
    result: null,
    filename: null,
  });
  const [message] = await messages();
  expect(JSON.parse(message!.body)).toMatchObject({
    status: 'failure',
    error: expect.stringContaining('deleted'),
  });
});

it('result, the analysis’s own writes and the callback are one transaction', async () => {
  const account = await newAccount('pro');
  const task = await service().enqueue(request(account));
  await queue().claim('w1', 60);
  const failing = {
    status: 'success',
    outcome: { result: { is_duplicate: false }, commit: () => Promise.reject(new Error('disk full')) },
  } as const;
  await expect(queue().finish('w1', task, failing)).rejects.toThrow('disk full');
  expect((await service().get(account.id, task.id))?.status).toBe('processing');
  expect(await messages()).toHaveLength(0);

  const writing = {
    status: 'success',
    outcome: {
      result: { is_duplicate: false, matched_music_id: null, matched_musicname: null },
      commit: async (transaction: Parameters<typeof kyselyOf>[0]) => {
        await kyselyOf(transaction)
          .insertInto('instance_settings')
          .values({ name: 'written', value: 'yes' })
          .execute();
      },
    },
  } as const;
  expect(await queue().finish('w1', task, writing)).toBe(true);
  expect((await service().get(account.id, task.id))?.status).toBe('success');
  const [message] = await messages();
  expect(JSON.parse(message?.body ?? '{}')).toMatchObject({ task_id: task.id, status: 'success' });
  expect(
    await open.db.selectFrom('instance_settings').selectAll().where('name', '=', 'written').execute(),
  ).toHaveLength(1);
});

it('a clock that is set back an hour holds up neither a waiting task nor one whose worker died', async () => {
  const account = await newAccount('pro');
  const { id } = await service().enqueue(request(account));
  const anHourAhead = sql<Date>`now() + interval '1 hour'`;
  await open.db.updateTable('tasks').set({ run_after: anHourAhead }).execute();
  expect((await queue().claim('w1', 60))?.id).toBe(id);
  await open.db.updateTable('tasks').set({ lease_expires_at: anHourAhead }).execute();
  // Cut to what a living worker renews in time; nobody renews this one.
  expect(await queue().rescue(5, 60)).toEqual({ putBack: 0, failed: 0 });
  const { lease_expires_at: until } = await open.db
    .selectFrom('tasks')
    .select('lease_expires_at')
    .executeTakeFirstOrThrow();
  expect(Math.abs(until!.getTime() - Date.now())).toBeLessThan(150_000);
});

it('a task that runs twice sends its processing callback once', async () => {
  const account = await newAccount('pro');
  const task = await service().enqueue(request(account, 'ai-detection'));
  await queue().claim('w1', 60);
  await expireLeases();
  await queue().rescue(5, 60);
  await queue().claim('w1', 60);
  await queue().finish('w1', task, { status: 'failure', error: 'no' });
  expect((await messages()).map((message) => message.kind)).toEqual(['processing', 'final']);
});

it('a task interrupted too often ends in a failure callback instead of going round for ever', async () => {
  const account = await newAccount('pro');
  const task = await service().enqueue(request(account));
  await queue().claim('w1', 60);
  await expireLeases();
  expect(await queue().rescue(0, 60)).toEqual({ putBack: 0, failed: 1 });
  expect(await service().get(account.id, task.id)).toMatchObject({ status: 'failure' });
  expect(await messages()).toHaveLength(1);
});

it('an attempt cut off by its worker’s end is no failure of the task', async () => {
  const account = await newAccount('pro');
  const { id } = await service().enqueue(request(account));
  for (let round = 0; round < 6; round++) {
    expect(await queue().claim('w1', 60)).toMatchObject({ failures: 0, attempts: round + 1 });
    if (round % 2 === 0) await queue().handBack('w1', id);
    else {
      await expireLeases();
      expect(await queue().rescue(50, 60)).toEqual({ putBack: 1, failed: 0 });
    }
  }
  await queue().claim('w1', 60);
  await queue().retryLater('w1', id, 0);
  expect(await queue().claim('w1', 60)).toMatchObject({ failures: 1 });
});

it('one account’s queue of 10,000 delays another’s single task by one task, not by the queue', async () => {
  const [busy, quiet] = [await newAccount('pro'), await newAccount('pro')];
  const { id } = await service().enqueue(request(busy));
  // Ten thousand in all, as copies of one: accepting each by itself would take the test's time.
  await sql`insert into tasks select (jsonb_populate_record(task, jsonb_build_object('id', task.id || copy))).*
    from tasks task, generate_series(1, 9999) copy where task.id = ${id}`.execute(open.db);
  for (let n = 0; n < 10; n++) expect((await queue().claim('w', 60))?.accountId).toBe(busy.id);
  await service().enqueue(request(quiet));
  const next = [await queue().claim('w', 60), await queue().claim('w', 60)];
  expect(next.map((task) => task?.accountId)).toContain(quiet.id);
});

it('an account that was idle cannot save up turns', async () => {
  const [busy, idle] = [await newAccount('pro'), await newAccount('pro')];
  for (let n = 0; n < 40; n++) await service().enqueue(request(busy));
  for (let n = 0; n < 20; n++) await queue().claim('w', 60);
  for (let n = 0; n < 20; n++) await service().enqueue(request(idle));
  const served = [];
  for (let n = 0; n < 10; n++) served.push((await queue().claim('w', 60))?.accountId);
  expect(served.filter((id) => id === busy.id).length).toBeGreaterThanOrEqual(4);
});

it('the queue’s time goes on from that of version 1.0.0, and is written where 1.0.0 looks for it', async () => {
  const account = await newAccount('pro');
  await sql`insert into instance_settings (name, value) values ('queue_present_turn', '5000')`.execute(
    open.db,
  );
  for (let n = 0; n < 3; n++) await service().enqueue(request(account));
  const shared = async (): Promise<number> =>
    Number(
      (
        await sql<{
          value: string;
        }>`select value from instance_settings where name = 'queue_present_turn'`.execute(open.db)
      ).rows[0]?.value,
    );
  await queue().claim('w', 60);
  expect(await shared()).toBe(5000);
  await queue().claim('w', 60);
  await queue().rescue(10, 60);
  const { rows } = await sql<{ turn: number }>`select queue_turn as turn from accounts`.execute(open.db);
  // Short work costs 10, and this plan's weight is 2.
  expect([rows[0]?.turn, await shared()]).toEqual([5010, 5005]);
  await sql`update instance_settings set value = '6000' where name = 'queue_present_turn'`.execute(open.db);
  await queue().rescue(10, 60);
  expect(await shared()).toBe(6000);
});

it('a plan with twice the weight is served twice as often', async () => {
  const [pro, enterprise] = [await newAccount('pro'), await newAccount('enterprise')];
  for (let n = 0; n < 30; n++) {
    await service().enqueue(request(pro));
    await service().enqueue(request(enterprise));
  }
  const served = [];
  for (let n = 0; n < 30; n++) served.push((await queue().claim('w', 60))?.accountId);
  expect(served.filter((id) => id === enterprise.id)).toHaveLength(20);
});

it('short work of an account goes before its long work', async () => {
  const account = await newAccount('pro');
  await service().enqueue(request(account, 'ai-detection'));
  const short = await service().enqueue(request(account));
  expect((await queue().claim('w', 60))?.id).toBe(short.id);
});

it('limits how many tasks of one account wait and run', async () => {
  const account = await newAccount('free');
  for (let n = 0; n < 3; n++) await service().enqueue(request(account));
  await expect(service().enqueue(request(account))).rejects.toThrow(QueueFullError);
  expect(await queue().claim('w', 60)).not.toBeNull();
  expect(await queue().claim('w', 60)).not.toBeNull();
  expect(await queue().claim('w', 60)).toBeNull();
});

it('only a pending task is cancelled, and only by its own account', async () => {
  const [mine, other] = [await newAccount('pro'), await newAccount('pro')];
  const task = await service().enqueue(request(mine));
  expect(await service().cancel(other.id, task.id)).toBe('not-found');
  expect(await service().cancel(mine.id, task.id)).toBe('cancelled');
  expect(await service().cancel(mine.id, task.id)).toBe('not-pending');
  expect(await queue().claim('w', 60)).toBeNull();
});

it('pages through tasks without skipping or repeating one', async () => {
  const account = await newAccount('pro');
  const ids = [];
  for (let n = 0; n < 7; n++) ids.push((await service().enqueue(request(account))).id);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service().list(account.id, { limit: 3, cursor });
    seen.push(...page.tasks.map((task) => task.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  // In any order among those of one moment: the embedded clock ticks in milliseconds.
  expect([...seen].sort()).toEqual([...ids].sort());
});

it('running a finished task again makes a new task with the same request', async () => {
  const account = await newAccount('pro');
  const task = await service().enqueue(request(account));
  expect(await service().rerun(account.id, task.id, null)).toBe('not-final');
  await service().cancel(account.id, task.id);
  const again = await service().rerun(account.id, task.id, null);
  expect(again).toMatchObject({ operation: task.operation, musicId: task.musicId, status: 'pending' });
  expect((again as { id: string }).id).not.toBe(task.id);
});
