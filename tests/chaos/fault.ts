/** What a fault test does to a site, and what it reports. `npm run chaos` prints the figures of all of them. */
import type { Engine, Site } from './site.js';

export interface Fault {
  /** As in "database restarted". */
  readonly name: string;
  readonly engines: readonly Engine[];
  /** Does the damage while tasks of the site's ledger are open, and undoes it; throws where the service misbehaves. */
  run(site: Site, load: Load): Promise<FaultFigures>;
}

export interface Load {
  /** Tasks that are accepted before and during the fault. */
  readonly tasks: number;
  readonly rounds: number;
  /** Rows of a file that is imported, for the fault that imports one; 20,000 unless given. */
  readonly importRows?: number;
}

export interface FaultFigures {
  /** From the fault's end until every open task had ended and a new one had, too. */
  readonly recoverySeconds: number;
  /** What else was seen, in a few words. */
  readonly seen: string;
}

/** What a fault that needs a site of its own hands to whoever judges it. */
export interface SiteReport {
  readonly site: Site;
  readonly figures: FaultFigures;
}

/** Starts `count` tasks that take a moment each, so that a fault finds some of them under way. */
export async function startTasks(site: Site, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const musicId = site.songs[n % site.songs.length]!;
    const path = n % 3 === 2 ? '/ai-detection/lite' : n % 3 === 1 ? '/fingerprint/check' : '/fingerprint/add';
    await site.ledger.start(path, { musicId });
  }
}

/** Seconds until everything that was accepted has ended, with one more task accepted now. */
export async function recovery(site: Site): Promise<number> {
  const startedAt = performance.now();
  await untilAccepted(site);
  await site.ledger.drainTo(0);
  if (site.ledger.open > 0)
    throw new Error(`${site.ledger.open} tasks do not end:\n${site.instance.logs.slice(-4000)}`);
  return (performance.now() - startedAt) / 1000;
}

/** A service that recovers may refuse for a moment; it must not refuse for long. */
async function untilAccepted(site: Site): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    try {
      await startTasks(site, 1);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
