import { setTimeout as sleep } from 'node:timers/promises';
import { family } from '../../support/processes.js';
import { type Fault, recovery, startTasks } from '../fault.js';

/** Kills what computes, never the service itself: the memory killer's way, and a crashing decoder's. */
export const computeKilled: Fault = {
  name: 'compute processes killed in mid-task',
  engines: ['embedded', 'postgres'],
  async run(site, { tasks, rounds }) {
    await startTasks(site, tasks);
    let killed = 0;
    for (let round = 0; round < rounds; round++) {
      const children = family(site.instance.pid).slice(1);
      for (const pid of children) {
        try {
          process.kill(pid, 'SIGKILL');
          killed += 1;
        } catch {
          // Ended by itself.
        }
      }
      await sleep(300);
    }
    if (killed === 0) throw new Error('there was nothing to kill');
    return { recoverySeconds: await recovery(site), seen: `${killed} processes killed` };
  },
};
