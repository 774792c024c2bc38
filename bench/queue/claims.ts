/** Claims a second: connections that claim at the same time, each the next task as soon as it has one. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/storage/schema.js';
import { addTasks, reset } from './database.js';
import { claimOf, fairShare, type Variant } from './variants.js';

/** Claims of each connection before the tasks are ended, which is not timed: a worker has a few slots, not thousands. */
const claimsAtOnce = 25;

export async function claimsPerSecond(
  db: Kysely<Database>,
  variant: Variant,
  connections: number,
  tasks: number,
): Promise<number> {
  await reset(db);
  await addTasks(db, tasks);
  const claim = claimOf[variant];
  let claimed = 0;
  let seconds = 0;
  const claimSome = async (worker: number): Promise<void> => {
    for (let n = 0; n < claimsAtOnce; n++) {
      if (await claim(db, fairShare, `worker_${worker}`, 600)) claimed += 1;
    }
  };
  for (let left = tasks; left >= connections * claimsAtOnce; left -= connections * claimsAtOnce) {
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: connections }, (_, worker) => claimSome(worker)));
    seconds += (performance.now() - startedAt) / 1000;
    await sql`update tasks set status = 'success', completed_at = now(), lease_owner = null
      where status = 'processing'`.execute(db);
  }
  return claimed / seconds;
}
