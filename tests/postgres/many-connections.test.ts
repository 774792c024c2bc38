/** What only a server with several connections can get wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/domain/plans.js';
import type { Task } from '../../src/domain/task.js';
import { accountStore } from '../../src/storage/accounts.js';
import { deliveryService } from '../../src/storage/dashboard/deliveries.js';
import { type OpenDatabase, openDatabase } from '../../src/storage/database.js';
import { eventStore } from '../../src/storage/events.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { rateLimitStore } from '../../src/storage/rate-limits.js';
import { insertMessage } from '../../src/storage/tasks/messages.js';
import { taskQueue } from '../../src/storage/tasks/queue.js';
import { taskService } from '../../src/storage/tasks/service.js';
import { type Cluster, postgresPrograms, startCluster, withClient, withoutPostgres } from './cluster.js';

const plenty: Readonly<Record<Plan, number>> = { free: 1000, pro: 1000, enterprise: 1000 };
const nobody = (): void => {};

describe.skipIf(postgresPrograms === null)(`several connections (${withoutPostgres})`, () => {
  let cluster: Cluster;
  const opened: OpenDatabase[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => cluster?.stop());

  /** `count` processes' pools on one new database, opened at the same time. */
  async function openProcesses(count: number): Promise<{ url: string; processes: OpenDatabase[] }> {
    const url = await cluster.createDatabase();
    const processes = await Promise.all(
      Array.from({ length: count }, () => openDatabase({ url, folder: '' }, migrations)),
    );
    opened.push(...processes);
    return { url, processes };
  }

  async function enqueue(database: OpenDatabase, accountId: string, count: number): Promise<Task[]> {
    const service = taskService(database.db, { queuedTasksByPlan: plenty, onEnqueued: nobody });
    const request = { accountId, keyId: null, model: '', variant: 'music', parameters: {} } as const;
    const song = { musicId: 'mus_1', filepath: 'music/mus_1', filename: 'a.wav' };
    const tasks: Task[] = [];
    for (let n = 0; n < count; n++) {
      tasks.push(await service.enqueue({ ...request, ...song, operation: 'fingerprint-check' }));
    }
    return tasks;
  }

  it('processes that start at once on an empty database migrate it once', async () => {
    const { processes } = await openProcesses(6);
    const rows = await sql<{ name: string }>`select name from schema_migrations order by 1`.execute(
      processes[0]!.db,
    );
    expect(rows.rows.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name).sort());
  });

  it('an event never becomes visible below one that a client has read', async () => {
    const { processes } = await openProcesses(3);
    const [first, second, reader] = processes as [OpenDatabase, OpenDatabase, OpenDatabase];
    const { account } = await accountStore(reader.db).create('A', 'pro');
    const ended = { status: 'success', completedAt: new Date(), result: { is_duplicate: false } } as const;
    const [slow, fast] = (await enqueue(reader, account.id, 2)).map((task): Task => ({ ...task, ...ended }));
    if (!slow || !fast) throw new Error('two tasks were asked for');
    let written = nobody;
    let commit = nobody;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const mayCommit = new Promise<void>((resolve) => (commit = resolve));
    const slowly = first.db.transaction().execute(async (transaction) => {
      await insertMessage(transaction, slow, 'final');
      written();
      await mayCommit;
    });
    await isWritten;
    // Both kinds of message must wait for the transaction that has the lower number.
    const quickly = second.db
      .transaction()
      .execute((transaction) => insertMessage(transaction, fast, 'final'));
    const test = deliveryService(second.db, nobody).queueTest(account.id);
    await sleep(300);
    const events = eventStore(reader.db);
    const early = await events.after(account.id, 0, 10);
    commit();
    await Promise.all([slowly, quickly, test]);
    expect(early).toEqual([]);
    const all = await events.after(account.id, 0, 10);
    expect(all).toHaveLength(3);
    expect(all[0]?.taskId).toBe(slow.id);
  });

  it('a task is claimed by one of many workers, and an account gets the slots of all', async () => {
    const { processes } = await openProcesses(4);
    const { account } = await accountStore(processes[0]!.db).create('A', 'pro');
    const tasks = await enqueue(processes[0]!, account.id, 40);
    const weights = { weightByPlan: { free: 1, pro: 1, enterprise: 1 } };
    const fairShare = { ...weights, concurrencyByPlan: { free: 1, pro: 10, enterprise: 10 } };
    const claimed = await Promise.all(
      processes.map(async ({ db }, n) => {
        const queue = taskQueue(db, fairShare, nobody);
        const own: string[] = [];
        // A claim may come back empty while the others claim: there are ten for each in the end.
        for (const end = Date.now() + 30_000; own.length < 10 && Date.now() < end; ) {
          const task = await queue.claim(`worker_${n}`, 600);
          if (task) own.push(task.id);
        }
        // Ten at once is what a worker may run of one account.
        if (own.length === 10) expect(await queue.claim(`worker_${n}`, 600)).toBeNull();
        return own;
      }),
    );
    expect(claimed.flat().sort()).toEqual(tasks.map(({ id }) => id).sort());
    expect(claimed.map((own) => own.length)).toEqual([10, 10, 10, 10]);
    // Nothing was served for free: each task cost its account a turn.
    const { rows } = await sql<{ turn: number; cost: number }>`
      select queue_turn as turn, (select sum(priority) from tasks)::double precision as cost
      from accounts`.execute(processes[0]!.db);
    expect(rows[0]?.turn).toBe(rows[0]?.cost);
  });

  it('a rate limit holds for all processes together', async () => {
    const { processes } = await openProcesses(3);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => rateLimitStore(processes[n % 3]!.db).take('key', 20, 3600)),
    );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(20);
  });

  it('cut connections are made anew, also in mid-transaction, and wake-ups come again', async () => {
    const { url, processes } = await openProcesses(2);
    const [one, other] = processes as [OpenDatabase, OpenDatabase];
    // A process that listens again wakes itself: what was due meanwhile reached nobody.
    const listenAgain = Promise.all(
      [one, other].map(({ wakeUps }) => new Promise<void>((resolve) => wakeUps.on('tasks', resolve))),
    );
    const cut = one.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await cutAll(url);
      await sleep(200);
      await sql`select 1`.execute(transaction);
    });
    await expect(cut).rejects.toThrow();
    await expect(sql`select 1`.execute(one.db)).resolves.toBeDefined();
    await listenAgain;
    expect(await listeners(url)).toBe(2);
    // After that a wake-up crosses processes.
    const woken = new Promise<void>((resolve) => other.wakeUps.on('tasks', resolve));
    one.wakeUps.wake('tasks');
    await woken;
  });

  it('a restart of the server costs the queries of that moment and nothing else', async () => {
    const { url, processes } = await openProcesses(1);
    const { db } = processes[0]!;
    const { account } = await accountStore(db).create('A', 'pro');
    cluster.crashAndRestart();
    // A dead pooled connection may cost its one query.
    await expect
      .poll(
        async () =>
          (
            await accountStore(db)
              .get(account.id)
              .catch(() => null)
          )?.id,
        { timeout: 60_000 },
      )
      .toBe(account.id);
    await expect.poll(() => listeners(url), { timeout: 60_000 }).toBe(1);
  });
});

function cutAll(url: string): Promise<unknown> {
  return withClient(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    ),
  );
}

function listeners(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity
       where datname = current_database() and application_name = 'contrafact listener'`,
    );
    return rows[0]?.n ?? 0;
  });
}
