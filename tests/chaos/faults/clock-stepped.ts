import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Fault, recovery, startTasks } from '../fault.js';
import type { Site } from '../site.js';

const hourMs = 3_600_000;

/** The setting by which a site's service takes its clock from `folder`. */
export function steppableClock(folder: string): Record<string, string> {
  return {
    // As a URL, in which a space of the folder's name is none.
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '..', 'stepped-clock.mjs')).href}`,
    STEPPED_CLOCK_FILE: join(folder, 'clock-offset-ms'),
  };
}

/** The service's clock is set an hour forward, then two hours back, then right, with tasks under way each time. */
export const clockStepped: Fault = {
  name: 'clock stepped by ± 1 hour',
  engines: ['embedded', 'postgres'],
  async run(site, { tasks }) {
    const file = site.instance.env.STEPPED_CLOCK_FILE;
    if (!file) throw new Error('this site has no steppable clock');
    let recoverySeconds = 0;
    for (const offsetMs of [hourMs, -hourMs, 0]) {
      await startTasks(site, tasks);
      writeFileSync(file, String(offsetMs));
      await stepped(site, offsetMs);
      // Also what is accepted after the step must come to its end.
      recoverySeconds = Math.max(recoverySeconds, await recovery(site));
    }
    return { recoverySeconds, seen: '+1 h, −1 h, back' };
  },
};

/** Starts tasks until the service's clock is seen to have stepped: it is looked up twenty times a second. */
async function stepped(site: Site, offsetMs: number): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    await sleep(200);
    await startTasks(site, 1);
    const seenMs = timeOfTask(site.ledger.accepted.at(-1)!);
    if (Math.abs(seenMs - Date.now() - offsetMs) < 60_000) return;
  }
  throw new Error('the clock did not step');
}

/** A task's id holds the time at which the service accepted it, by the service's own clock. */
function timeOfTask(taskId: string): number {
  const [year, month, day, hour, minute, second] = taskId
    .split('_')[1]!
    .match(/^\d{4}|\d\d/g)!
    .map(Number);
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
}
