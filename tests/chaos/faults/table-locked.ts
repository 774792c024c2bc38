import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../postgres/cluster.js';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

/** Longer than any call may take: an answer that comes later came because the lock was freed. */
const lockSeconds = 45;

/**
 * Someone locks the table `tasks` for most of a minute, as a careless `alter table` does. Calls that need it are answered
 * 503 with Retry-After while it is still locked, and the process stays in rotation: `/readyz` asks for another thing.
 */
export const tableLocked: Fault = {
  name: 'table locked for 45 s',
  engines: ['postgres'],
  async run(site, { tasks }) {
    if (!site.server) throw new Error('this fault needs a server');
    await startTasks(site, tasks);
    const seen = await withClient(site.server.url, async (client) => {
      await client.query('begin');
      await client.query('lock table tasks in access exclusive mode');
      try {
        return await behindLock(site);
      } finally {
        await client.query('rollback');
      }
    });
    return { recoverySeconds: await recovery(site), seen };
  },
};

async function behindLock(site: Site): Promise<string> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  const statuses: number[] = [];
  let checks = 0;
  let slowest = 0;
  const answered: Array<{ status: number; retryAfter: string | null; seconds: number }> = [];
  const call = async (): Promise<void> => {
    while (seconds() < lockSeconds - 15) {
      const at = seconds();
      const { status, headers } = await site.api.post('/fingerprint/check', { musicId: site.songs[0] });
      answered.push({ status, retryAfter: headers.get('retry-after'), seconds: seconds() - at });
      slowest = Math.max(slowest, seconds() - at);
    }
  };
  const watch = async (): Promise<void> => {
    while (seconds() < lockSeconds - 5) {
      statuses.push((await fetch(`${site.instance.url}/readyz`)).status);
      checks += 1;
      await sleep(250);
    }
  };
  // More at once than the pool has connections.
  const calls = Promise.all([watch(), ...Array.from({ length: 14 }, call)]);
  const isInTime = await Promise.race([calls.then(() => true), sleep(lockSeconds * 1000).then(() => false)]);
  if (!isInTime) throw new Error(`calls hung as long as the lock: ${answered.length} were answered`);
  const wrong = answered.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0));
  if (wrong.length > 0) throw new Error(`answers behind the lock: ${JSON.stringify(wrong.slice(0, 3))}`);
  const notReady = statuses.filter((status) => status !== 200);
  if (notReady.length > 0) throw new Error(`/readyz answered ${notReady[0]} ${notReady.length} times`);
  return `${answered.length} calls: 503 with Retry-After, slowest ${slowest.toFixed(1)} s; /readyz ${checks} × 200`;
}
