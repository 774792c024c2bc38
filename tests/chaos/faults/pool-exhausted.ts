import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../postgres/cluster.js';
import { type Fault, type Load, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

const parallelCalls = 60;

/**
 * Every connection of the service hangs behind a lock that someone else holds for longer than a call waits for a
 * connection. On the embedded engine, whose pool is one connection, a crowd of calls stands in line for it.
 */
export const poolExhausted: Fault = {
  name: 'database pool exhausted',
  engines: ['embedded', 'postgres'],
  async run(site, load) {
    await startTasks(site, load.tasks);
    const statuses = site.server ? await behindLock(site, site.server.url, load) : await crowd(site);
    const others = [...statuses.keys()].filter((status) => status !== 200 && status !== 503);
    if (others.length > 0) throw new Error(`answers other than 200 and 503: ${others.join(', ')}`);
    const seen = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
    return { recoverySeconds: await recovery(site), seen: `calls meanwhile: ${seen}` };
  },
};

async function behindLock(site: Site, url: string, { rounds }: Load): Promise<Map<number, number>> {
  return withClient(url, async (client) => {
    await client.query('begin');
    await client.query('lock table accounts, tasks, messages in access exclusive mode');
    const calls = crowd(site);
    // Longer than the 15 s that a call waits for a connection, so that refusals are seen.
    await sleep(16_000 + 1000 * rounds);
    const alive = await fetch(`${site.instance.url}/livez`);
    if (alive.status !== 200) throw new Error(`/livez answered ${alive.status} behind the lock`);
    await client.query('rollback');
    return calls;
  });
}

/** Calls of one customer at once: how many got which status. */
async function crowd({ api }: Site): Promise<Map<number, number>> {
  const answers = await Promise.all(Array.from({ length: parallelCalls }, () => api.get('/callback')));
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}
