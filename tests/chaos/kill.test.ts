import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { runKillRounds } from './kill-rounds.js';
import { engines, openSite } from './site.js';

/** `npm run bench -- kill --rounds 50` is the long form. */
describe.each(engines)('kill -9 of the whole service in mid-task, on the engine %s', (engine) => {
  it('loses no task and no callback, and the database opens each time', { timeout: 600_000 }, async () => {
    const site = await openSite(engine);
    try {
      const report = await runKillRounds(
        site,
        { rounds: 3, tasksPerRound: 4, latestKillMs: 600, drainsBetween: false },
        seededRandom(20),
      );
      expect(report.accepted).toBe(12);
      // Else nothing was proved: some kill must have come before all was done.
      expect(Math.max(...report.rounds.map((round) => round.openAtKill))).toBeGreaterThan(0);
      expect(report.tasksLost).toEqual([]);
      expect(report.callbacksLost).toEqual([]);
      expect(report.callbacksDoubled).toBe(0);
    } finally {
      await site.close();
    }
  });
});
