import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Analysis } from '../analyses/analysis.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { ComputeError } from '../domain/compute.js';
import type { Task } from '../domain/task.js';
import { accountStore } from '../storage/accounts.js';
import type { OpenDatabase } from '../storage/database.js';
import { taskQueue } from '../storage/tasks/queue.js';
import { taskService } from '../storage/tasks/service.js';
import { openTestDatabase } from '../storage/test-support/database.js';
import { addTestMusic } from '../storage/test-support/music.js';
import type { NewTask, TaskQueue, TaskService } from './ports.js';
import { createWorker, type Worker, type WorkerDependencies } from './worker.js';

const everyPlan = (value: number) => ({ free: value, pro: value, enterprise: value });
const log = { info: () => {}, warn: () => {}, error: () => {} };

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
  await addTestMusic(open.db, accountId, 'mus_1');
});

const settings = {
  workerId: 'w1',
  slots: 2,
  leaseSeconds: 60,
  maxFailures: 2,
  maxInterruptions: 20,
  pollSeconds: 60,
};

function workerWith(analysis: Analysis['run'] | null, more: Partial<WorkerDependencies> = {}): Worker {
  const analyses = new Map(
    analysis ? [['fingerprint-check', { operation: 'fingerprint-check', run: analysis } as Analysis]] : [],
  );
  return createWorker({
    queue,
    analyses: analyses as WorkerDependencies['analyses'],
    compute: { run: () => Promise.reject(new Error('no kernel is needed here')) },
    openMusic: async (task) => ({
      music: {
        musicId: task.musicId ?? '',
        title: '',
        artist: '',
        filename: '',
        path: '',
        sha256: '',
        durationSeconds: 1,
      },
      release: async () => {},
    }),
    onWake: (listener) => {
      onEnqueued = listener;
      return () => {};
    },
    log,
    settings,
    ...more,
  });
}

const enqueue = (more: Partial<NewTask> = {}): Promise<Task> =>
  service.enqueue({
    accountId,
    keyId: null,
    operation: 'fingerprint-check',
    model: '',
    variant: 'music',
    musicId: 'mus_1',
    filepath: 'music/mus_1',
    filename: 'a.mp3',
    parameters: {},
    ...more,
  });

async function until(taskId: string, wanted: (task: Task) => boolean): Promise<Task> {
  for (;;) {
    const task = await service.get(accountId, taskId);
    if (task && wanted(task)) return task;
    await setTimeout(10);
  }
}
const ended = (task: Task): boolean => task.completedAt !== null;

it('runs what is enqueued and writes its result', async () => {
  const worker = workerWith(async (request) => ({ result: { seen: request.music?.musicId ?? null } }));
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'success', result: { seen: 'mus_1' }, progress: 1 });
  await worker.stop(1);
});

it('an analysis that does not exist ends in a failure that says so', async () => {
  const worker = workerWith(null);
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'failure', result: null });
  expect(task.error).toContain('fingerprint-check');
  await worker.stop(1);
});

it('an honest failure is final at the first attempt; its words and its evidence reach the customer', async () => {
  const evidence = { verdict: { finding: 'cannot_tell' } };
  const worker = workerWith(() => Promise.reject(new AnalysisError('This song is silent.', evidence)));
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({
    status: 'failure',
    error: 'This song is silent.',
    detail: evidence,
    attempts: 1,
  });
  await worker.stop(1);
});

it.each([
  new Error('connect ECONNREFUSED 10.0.0.7'),
  new ComputeError('internal', 'TypeError: x\n    at run (file:///srv/10.0.0.7/kernel.js:1:2)'),
])('a failure that may pass is tried again, and its inside is not reported: %s', async (error) => {
  const worker = workerWith(() => Promise.reject(error));
  worker.start();
  const { id } = await enqueue();
  await until(id, (task) => task.status === 'pending' && task.attempts === 1);
  await sql`update tasks set run_after = now()`.execute(open.db);
  onEnqueued();
  const task = await until(id, ended);
  expect(task).toMatchObject({ status: 'failure', attempts: 2 });
  expect(task.error).not.toContain('10.0.0.7');
  await worker.stop(1);
});

it('a kernel that refuses its input is not run again', async () => {
  const worker = workerWith(() => Promise.reject(new ComputeError('bad-input', 'This is not audio.')));
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'failure', error: 'This is not audio.', attempts: 1 });
  await worker.stop(1);
});

it('a song deleted before its analysis ends in a failure that says so', async () => {
  const worker = workerWith(async () => ({ result: {} }), { openMusic: async () => null });
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task.error).toContain('deleted');
  await worker.stop(1);
});

it('shutting down hands a running task back instead of losing it', async () => {
  const worker = workerWith(
    (_request, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  worker.start();
  const { id } = await enqueue();
  await until(id, (task) => task.status === 'processing');
  await worker.stop(0);
  expect(await service.get(accountId, id)).toMatchObject({ status: 'pending', completedAt: null });
});

it('a task that is claimed while leases are renewed is not taken for lost', async () => {
  let startRenewal = (): void => {};
  const mayRenew = new Promise<void>((resolve) => (startRenewal = resolve));
  let endRenewal = (): void => {};
  const secondRuns = new Promise<void>((resolve) => (endRenewal = resolve));
  let finish = (): void => {};
  const mayFinish = new Promise<void>((resolve) => (finish = resolve));
  let renewals = 0;
  let startedTasks = 0;
  const worker = workerWith(
    async (_request, { signal }) => {
      startedTasks += 1;
      if (startedTasks === 2) endRenewal();
      await Promise.race([
        mayFinish,
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      ]);
      return { result: {} };
    },
    {
      queue: {
        ...queue,
        async renew(workerId, taskIds) {
          const held = await queue.renew(workerId, taskIds, 60);
          if (taskIds.length === 0) return held;
          renewals += 1;
          if (renewals > 1) return held;
          startRenewal();
          await secondRuns;
          return held;
        },
        claim: (workerId) => queue.claim(workerId, 60),
        rescue: async () => ({ putBack: 0, failed: 0 }),
      },
      settings: {
        workerId: 'w1',
        slots: 2,
        leaseSeconds: 0.1,
        maxFailures: 2,
        maxInterruptions: 20,
        pollSeconds: 60,
      },
    },
  );
  worker.start();
  const first = await enqueue();
  await mayRenew;
  const second = await enqueue();
  await secondRuns;
  // The renewal has ended once there is another one.
  await expect.poll(() => renewals).toBeGreaterThan(1);
  finish();
  expect(await until(second.id, ended)).toMatchObject({ status: 'success', attempts: 1 });
  expect(await until(first.id, ended)).toMatchObject({ status: 'success', attempts: 1 });
  await worker.stop(1);
});

it('a result is kept where the song’s file cannot be released, and the failure is logged', async () => {
  const warnings: object[] = [];
  const worker = workerWith(async () => ({ result: { found: 1 } }), {
    openMusic: async () => ({
      music: {
        musicId: 'mus_1',
        title: '',
        artist: '',
        filename: '',
        path: '',
        sha256: '',
        durationSeconds: 1,
      },
      release: () => Promise.reject(new Error('EIO')),
    }),
    log: { ...log, warn: (fields) => warnings.push(fields) },
  });
  worker.start();
  const task = await until((await enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'success', result: { found: 1 }, attempts: 1 });
  expect(warnings).toMatchObject([{ task_id: task.id, err: { message: 'EIO' } }]);
  await worker.stop(1);
});

it('the end of a task makes room for the next at once, and each end is reported with its operation', async () => {
  const ends: string[] = [];
  const worker = workerWith(async () => ({ result: {} }), {
    onFinished: ({ operation }, end) => ends.push(`${operation} ${end}`),
    settings: {
      workerId: 'w1',
      slots: 1,
      leaseSeconds: 60,
      maxFailures: 2,
      maxInterruptions: 20,
      pollSeconds: 3600,
    },
  });
  const waiting = [await enqueue(), await enqueue(), await enqueue()];
  worker.start();
  for (const { id } of waiting) await until(id, ended);
  await worker.stop(1);
  expect(ends).toEqual(Array(3).fill('fingerprint-check success'));
});

it('no more tasks run at once than it has slots', async () => {
  let [now, most] = [0, 0];
  const worker = workerWith(async () => {
    most = Math.max(most, ++now);
    await setTimeout(30);
    now--;
    return { result: {} };
  });
  const waiting = await Promise.all(Array.from({ length: 5 }, () => enqueue()));
  worker.start();
  for (const { id } of waiting) await until(id, ended);
  await worker.stop(1);
  expect(most).toBe(2);
});

it.each([
  ['is asked for again at once where one was put back', 1, 2],
  ['is not asked for again where none was', 0, 1],
])('a task %s, whatever the time between polls', async (_, putBack, claims) => {
  let asked = 0;
  const worker = workerWith(null, {
    queue: {
      ...queue,
      async claim() {
        asked++;
        return null;
      },
      async rescue() {
        // After the first claim.
        await setTimeout(20);
        return { putBack, failed: 0 };
      },
    },
  });
  worker.start();
  await setTimeout(60);
  await worker.stop(1);
  expect(asked).toBe(claims);
});

it('progress is written at each new stage, and within one at most once a second', async () => {
  const written: string[] = [];
  const worker = workerWith(
    async (_, { progress }) => {
      for (const stage of ['decoding', 'searching']) {
        for (let step = 1; step <= 50; step++) progress(step / 50, stage);
      }
      return { result: {} };
    },
    {
      queue: { ...queue, progress: async (_, _task, share, stage) => void written.push(`${stage} ${share}`) },
    },
  );
  worker.start();
  await until((await enqueue()).id, ended);
  await worker.stop(1);
  expect(written).toEqual(['decoding 0.02', 'searching 0.02']);
});

it('a stopped worker listens for no more tasks', async () => {
  let isListening = false;
  const worker = workerWith(async () => ({ result: {} }), {
    onWake: () => {
      isListening = true;
      return () => {
        isListening = false;
      };
    },
  });
  worker.start();
  expect(isListening).toBe(true);
  await worker.stop(1);
  expect(isListening).toBe(false);
});

it.each([
  [0, 2],
  [1, 8],
  [3, 128],
  [4, 300],
  [9, 300],
])('after %i failures that may pass, the next attempt waits %i s', async (failures, seconds) => {
  const delays: number[] = [];
  const worker = workerWith(() => Promise.reject(new Error('connect ECONNREFUSED')), {
    queue: {
      ...queue,
      async claim(...who) {
        const task = await queue.claim(...who);
        return task && { ...task, failures };
      },
      async retryLater(workerId, taskId, delaySeconds) {
        delays.push(delaySeconds);
        // Not longer: what lies further ahead counts as due.
        await queue.retryLater(workerId, taskId, 300);
      },
    },
    settings: {
      workerId: 'w1',
      slots: 1,
      leaseSeconds: 60,
      maxFailures: 100,
      maxInterruptions: 20,
      pollSeconds: 3600,
    },
  });
  worker.start();
  const { id } = await enqueue();
  await until(id, ({ status, attempts }) => status === 'pending' && attempts === 1);
  await worker.stop(1);
  expect(delays).toEqual([seconds]);
});

it('a task without a song asks for no file', async () => {
  const worker = workerWith(async ({ music }) => ({ result: { hasMusic: music !== null } }), {
    openMusic: () => Promise.reject(new Error('the store is away')),
  });
  worker.start();
  const task = await until((await enqueue({ musicId: null, filepath: null, filename: null })).id, ended);
  expect(task).toMatchObject({ status: 'success', result: { hasMusic: false }, attempts: 1 });
  await worker.stop(1);
});
