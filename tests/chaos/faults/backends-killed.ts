import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../postgres/cluster.js';
import { type Fault, recovery, startTasks } from '../fault.js';

/** Cuts every connection of the service, whatever it is in the middle of. */
export const backendsKilled: Fault = {
  name: 'database connections cut',
  engines: ['postgres'],
  async run(site, { tasks, rounds }) {
    await startTasks(site, tasks);
    let cut = 0;
    await withClient(site.server!.url, async (client) => {
      for (let round = 0; round < rounds * 5; round++) {
        const { rows } = await client.query<{ cut: boolean }>(
          `select pg_terminate_backend(pid) as cut from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`,
        );
        cut += rows.length;
        await sleep(100);
      }
    });
    if (cut === 0) throw new Error('there was nothing to cut');
    return { recoverySeconds: await recovery(site), seen: `${cut} connections cut` };
  },
};
