/** Forgets what is past its time: answers kept for repeats, ended sessions, rate limits of idle keys. */
import { sql } from 'kysely';
import { idempotencyStore } from '../storage/idempotency.js';
import { createLoop, type Loop } from '../tasks/loop.js';
import type { Instance } from './instance.js';

const everySeconds = 3600;

export function composeHousekeeping({ db, log }: Instance): Loop {
  const idempotency = idempotencyStore(db);
  return createLoop(
    'housekeeping',
    everySeconds,
    async () => {
      const answers = await idempotency.purge();
      await sql`delete from sessions where expires_at < now()`.execute(db);
      // A bucket whose arrival time has passed is full again: the same as none.
      await sql`delete from rate_limits where arrival_ms < ${Date.now()}`.execute(db);
      if (answers > 0) log.info({ answers }, 'forgot answers kept for repeated requests');
    },
    log,
  );
}
