/** Tasks a second from the first claim to the last result and its callback in the outbox, with processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/storage/schema.js';
import { addTasks, reset } from './database.js';
import type { Variant } from './variants.js';

const slots = 4;

export async function tasksPerSecond(
  db: Kysely<Database>,
  url: string,
  variant: Variant,
  processes: number,
  tasks: number,
): Promise<number> {
  await reset(db);
  await addTasks(db, tasks);
  const workers = Array.from({ length: processes }, () => startWorker(url, variant));
  try {
    for (const worker of workers) await once(worker.stdout!, 'data');
    for (const worker of workers) worker.stdin!.write('go\n');
    for (;;) {
      const { rows } = await sql<{ left: number; seconds: number }>`
        select count(*) filter (where completed_at is null)::integer as left,
          extract(epoch from max(completed_at) - min(started_at))::float8 as seconds from tasks`.execute(db);
      const row = rows[0]!;
      if (row.left === 0) return tasks / row.seconds;
      const ended = workers.find((worker) => worker.exitCode !== null);
      if (ended) throw new Error(`A worker process ended with code ${ended.exitCode}.`);
      await sleep(200);
    }
  } finally {
    for (const worker of workers) {
      const exited = once(worker, 'exit');
      worker.stdin!.end();
      if (worker.exitCode === null) await exited;
    }
  }
}

function startWorker(url: string, variant: Variant): ChildProcess {
  const program = resolve(import.meta.dirname, 'worker-process.ts');
  return spawn(process.execPath, ['--import', 'tsx', program, url, variant, String(slots)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}
