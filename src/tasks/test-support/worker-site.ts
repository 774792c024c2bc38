/** A database with one account and its song, a queue, and workers for it: for tests, which run real analyses of their own. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Analysis } from '../../analyses/analysis.js';
import type { Task } from '../../domain/task.js';
import { accountStore } from '../../storage/accounts.js';
import type { OpenDatabase } from '../../storage/database.js';
import { taskQueue } from '../../storage/tasks/queue.js';
import { taskService } from '../../storage/tasks/service.js';
import { openTestDatabase } from '../../storage/test-support/database.js';
import { addTestMusic } from '../../storage/test-support/music.js';
import type { NewTask, TaskQueue, TaskService } from '../ports.js';
import { createWorker, type Worker, type WorkerDependencies } from '../worker.js';

const everyPlan = (value: number) => ({ free: value, pro: value, enterprise: value });

export const workerSettings = {
  workerId: 'w1',
  slots: 2,
  leaseSeconds: 60,
  maxFailures: 2,
  maxInterruptions: 20,
  pollSeconds: 60,
};

export class WorkerSite {
  open!: OpenDatabase;
  queue!: TaskQueue;
  service!: TaskService;
  accountId!: string;
  /** Wakes the worker, as what is enqueued does. */
  onEnqueued: () => void = () => {};

  /** Of the account's song, by an analysis that is called a fingerprint check; null: by none. */
  workerWith(run: Analysis['run'] | null, more: Partial<WorkerDependencies> = {}): Worker {
    const analyses = new Map(
      run ? [['fingerprint-check', { operation: 'fingerprint-check', run } as Analysis]] : [],
    );
    return createWorker({
      queue: this.queue,
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
        this.onEnqueued = listener;
        return () => {};
      },
      log: { info: () => {}, warn: () => {}, error: () => {} },
      settings: workerSettings,
      ...more,
    });
  }

  enqueue(more: Partial<NewTask> = {}): Promise<Task> {
    return this.service.enqueue({
      accountId: this.accountId,
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
  }

  async until(taskId: string, wanted: (task: Task) => boolean): Promise<Task> {
    for (;;) {
      const task = await this.service.get(this.accountId, taskId);
      if (task && wanted(task)) return task;
      await setTimeout(10);
    }
  }
}

export const ended = (task: Task): boolean => task.completedAt !== null;

/** Opened before the tests of a file, emptied before each. */
export function workerSite(): WorkerSite {
  const site = new WorkerSite();
  beforeAll(async () => {
    site.open = await openTestDatabase();
    const limits = { weightByPlan: everyPlan(1), concurrencyByPlan: everyPlan(10) };
    site.queue = taskQueue(site.open.db, limits, () => {});
  });
  afterAll(() => site.open.close());
  beforeEach(async () => {
    await sql`delete from accounts`.execute(site.open.db);
    site.onEnqueued = () => {};
    site.service = taskService(site.open.db, {
      queuedTasksByPlan: everyPlan(100),
      onEnqueued: () => site.onEnqueued(),
    });
    site.accountId = (await accountStore(site.open.db).create('A', 'pro')).account.id;
    await addTestMusic(site.open.db, site.accountId, 'mus_1');
  });
  return site;
}
