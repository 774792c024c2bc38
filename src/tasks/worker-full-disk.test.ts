import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ComputeError } from '../domain/compute.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { ended, workerSettings, workerSite } from './test-support/worker-site.js';

const site = workerSite();
const full = () => new StorageUnavailableError(new Error('53100'), 'disk-full');

it.each([
  new ComputeError('disk-full', 'No room is left for temporary files in /srv/10.0.0.7.'),
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  full(),
])('on a full disk a task waits and no failure is counted, however often it is tried: %s', async (error) => {
  let isFull = true;
  const worker = site.workerWith(async () => {
    if (isFull) throw error;
    return { result: {} };
  });
  worker.start();
  const { id } = await site.enqueue();
  for (let tries = 1; tries <= 5; tries++) {
    await site.until(id, (task) => task.status === 'pending' && task.attempts === tries);
    isFull = tries < 5;
    await sql`update tasks set run_after = now()`.execute(site.open.db);
    site.onEnqueued();
  }
  expect(await site.until(id, ended)).toMatchObject({ status: 'success', attempts: 6 });
  await worker.stop(1);
});

it('a task that never finds room fails in the end, and the customer reads why', async () => {
  const error = new ComputeError('disk-full', 'No room is left for temporary files in /srv/10.0.0.7.');
  const worker = site.workerWith(() => Promise.reject(error));
  const { id } = await site.enqueue();
  await sql`update tasks set attempts = 20, interruptions = 20`.execute(site.open.db);
  worker.start();
  await site.until(id, (task) => task.status === 'pending' && task.attempts === 21);
  await sql`update tasks set run_after = now()`.execute(site.open.db);
  site.onEnqueued();
  expect(await site.until(id, ended)).toMatchObject({
    status: 'failure',
    error: 'The analysis could not be completed: The disk of the service is full.',
  });
  await worker.stop(1);
});

it('a result that finds no room is kept until there is, and its analysis does not run again', async () => {
  let refusals = 3;
  let runs = 0;
  const worker = site.workerWith(
    async () => {
      runs += 1;
      return { result: { found: 1 } };
    },
    {
      queue: {
        ...site.queue,
        finish: (...given) => (refusals-- > 0 ? Promise.reject(full()) : site.queue.finish(...given)),
      },
      settings: { ...workerSettings, roomSeconds: 0.01 },
    },
  );
  worker.start();
  const task = await site.until((await site.enqueue()).id, ended);
  expect(task).toMatchObject({ status: 'success', result: { found: 1 }, attempts: 1 });
  expect(runs).toBe(1);
  await worker.stop(1);
});

it('a result that finds no room for long makes way for others and is made again', async () => {
  let isFull = true;
  const worker = site.workerWith(async () => ({ result: {} }), {
    queue: {
      ...site.queue,
      finish: (...given) => (isFull ? Promise.reject(full()) : site.queue.finish(...given)),
    },
    settings: { ...workerSettings, roomSeconds: 0.001 },
  });
  worker.start();
  const { id } = await site.enqueue();
  await site.until(id, (task) => task.attempts > 1);
  isFull = false;
  expect(await site.until(id, ended)).toMatchObject({ status: 'success' });
  await worker.stop(1);
});

it('shutting down does not wait for room: the task is handed back', async () => {
  const worker = site.workerWith(async () => ({ result: {} }), {
    queue: { ...site.queue, finish: () => Promise.reject(full()) },
  });
  worker.start();
  const { id } = await site.enqueue();
  await site.until(id, (task) => task.status === 'processing');
  await worker.stop(0);
  expect(await site.service.get(site.accountId, id)).toMatchObject({ status: 'pending', completedAt: null });
});
