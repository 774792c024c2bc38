import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

function restarting(name: string, restart: (site: Site) => Promise<void>): Fault {
  return {
    name,
    engines: ['embedded', 'postgres'],
    async run(site, { tasks, rounds }) {
      for (let round = 0; round < rounds; round++) {
        await startTasks(site, tasks);
        await sleep(200);
        await restart(site);
      }
      return { recoverySeconds: await recovery(site), seen: `${rounds} times` };
    },
  };
}

/** On the embedded engine the database is the service, which is asked to stop and started again. */
export const databaseRestarted: Fault = restarting('database restarted in order', async (site) => {
  if (site.server) site.server.cluster.restart();
  else await site.instance.restart();
});

export const databaseCrashed: Fault = restarting('database crashed', async (site) => {
  if (site.server) site.server.cluster.crashAndRestart();
  else {
    await site.instance.kill9();
    await site.instance.start();
  }
});
