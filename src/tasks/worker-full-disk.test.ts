/** A worker on a full disk: nothing fails for want of room alone, and no result is made twice where it can be kept. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Analysis } from '../analyses/analysis.js';
import { ComputeError } from '../domain/compute.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import type { Task } from '../domain/task.js';
import { accountStore } from '../storage/accounts.js';
import type { OpenDatabase } from '../storage/database.js';
import { taskQueue } from '../storage/tasks/queue.js';
import { taskService } from '../storage/tasks/service.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import type { TaskQueue, TaskService } from './ports.js';
import { createWorker, type Worker, type WorkerDependencies } from './worker.js';

const everyPlan = (value: number) => ({ free: value, pro: value, enterprise: value });
const settings = {
  workerId: 'w1',
  slots: 2,
  leaseSeconds: 60,
  maxFailures: 2,
  maxInterruptions: 20,
  pollSeconds: 60,
};

let open: OpenDatabase;
let service: TaskService;
let queue: TaskQueue;
let accountId: string;
let onEnqueued: () => void;
beforeAll(async () => {
  open = await openTestDatabase();
  queue = taskQueue(open.db, { weightByPlan: everyPlan(1), concurrencyByPlan: everyPlan(10) }, () => {});
});
afterAll(() => open.close());
beforeEach(async () => {
  await sql`delete from accounts`.execute(open.db);
  onEnqueued = () => {};
  service = taskService(open.db, { queuedTasksByPlan: everyPlan(100), onEnqueued: () => onEnqueued() });
  accountId = (await accountStore(open.db).create('A', 'pro')).account.id;
});

function workerWith(run: Analysis['run'], more: Partial<WorkerDependencies> = {}): Worker {
  return createWorker({
    queue,
    analyses: new Map([['fingerprint-check', { operation: 'fingerprint-check', run } as Analysis]]),
    compute: { run: () => Promise.reject(new Error('no kernel is needed here')) },
    openMusic: async () => null,
    onWake: (listener) => {
      onEnqueued = listener;
      return () => {};
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    settings,
    ...more,
  });
}

const enqueue = (): Promise<Task> =>
  service.enqueue({
    accountId,
    keyId: null,
    operation: 'fingerprint-check',
    model: '',
    variant: 'music',
    musicId: null,
    filepath: '',
    filename: '',
    parameters: {},
  });

async function until(taskId: string, wanted: (task: Task) => boolean): Promise<Task> {
  for (;;) {
    const task = await service.get(accountId, taskId);
    if (task && wanted(task)) return task;
    await setTimeout(10);
  }
}
const ended = (task: Task): boolean => task.completedAt !== null;

const full = () => new StorageUnavailableError(new Error('53100'), 'disk-full');

it.each([
  new ComputeError('disk-full', 'No room is left for temporary files in /srv/10.0.0.7.'),
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  full(),
])('on a full disk a task waits and no failure is counted, however often it is tried: %s', async (error) => {
  let isFull = true;
  const worker = workerWith(async () => {
    if (isFull) throw error;
    return { result: {} };
  });
  worker.start();
  const { id } = await enqueue();
  for (let tries = 1; tries <= 5; tries++) {
    await until(id, (task) => task.status === 'pending' && task.attempts === tries);
    isFull = tries < 5;
    await sql`update tasks set run_after = now()`.execute(open.db);
    onEnqueued();
  }
  expect(await until(id, ended)).toMatchObject({ status: 'success', attempts: 6 });
  await worker.stop(1);
});

it('a task that never finds room fails in the end, and the customer reads why', async () => {
  const error = new ComputeError('disk-full', 'No room is left for temporary files in /srv/10.0.0.7.');
  const worker = workerWith(() => Promise.reject(error));
  const { id } = await enqueue();
  await sql`update tasks set attempts = 20, interruptions = 20`.execute(open.db);
  worker.start();
  await until(id, (task) => task.status === 'pending' && task.attempts === 21);
  await sql`update tasks set run_after = now()`.execute(open.db);
  onEnqueued();
  expect(await until(id, ended)).toMatchObject({
    status: 'failure',
    error: 'The analysis could not be completed: The disk of the service is full.',
  });
  await worker.stop(1);
});

it('a result that finds no room is kept until there is, and its analysis does not run again', async () => {
  let refusals = 3;
  let runs = 0;
  const worker = workerWith(
    async () => {
      runs += 1;
      return { result: { found: 1 } };
    },
    {
      queue: {
        ...queue,
        finish: (...given) => (refusals-- > 0 ? Promise.reject(full()) : queue.finish(...given)),
      },
      settings: { ...settings, roomSeconds: 0.01 },
    },
  );
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'success', result: { found: 1 }, attempts: 1 });
  expect(runs).toBe(1);
  await worker.stop(1);
});

it('a result that finds no room for long makes way for others and is made again', async () => {
  let isFull = true;
  const worker = workerWith(async () => ({ result: {} }), {
    queue: { ...queue, finish: (...given) => (isFull ? Promise.reject(full()) : queue.finish(...given)) },
    settings: { ...settings, roomSeconds: 0.001 },
  });
  worker.start();
  const { id } = await enqueue();
  await until(id, (task) => task.attempts > 1);
  isFull = false;
  expect(await until(id, ended)).toMatchObject({ status: 'success' });
  await worker.stop(1);
});

it('shutting down does not wait for room: the task is handed back', async () => {
  const worker = workerWith(async () => ({ result: {} }), {
    queue: { ...queue, finish: () => Promise.reject(full()) },
  });
  worker.start();
  const { id } = await enqueue();
  await until(id, (task) => task.status === 'processing');
  await worker.stop(0);
  expect(await service.get(accountId, id)).toMatchObject({ status: 'pending', completedAt: null });
});
