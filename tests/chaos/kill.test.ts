import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/cli/demo/random.js';
import { type KillReport, runKillRounds } from '../support/kill-rounds.js';

/** `npm run bench -- kill --rounds 20` is the long form. */
describe('kill -9 of the whole service in mid-task, on the embedded database', () => {
  it('loses no task and no callback, and the database opens each time', { timeout: 600_000 }, async () => {
    const report: KillReport = await runKillRounds(
      { rounds: 3, tasksPerRound: 4, songSeconds: 20, latestKillMs: 600, drainsBetween: false },
      seededRandom(20),
    );
    expect(report.accepted).toBe(12);
    expect(report.rounds.map((round) => round.accepted)).toEqual([4, 4, 4]);
    // Else nothing was proved: some kill must have come before all was done.
    expect(Math.max(...report.rounds.map((round) => round.openAtKill))).toBeGreaterThan(0);
    expect(report.tasksLost).toEqual([]);
    expect(report.callbacksLost).toEqual([]);
    expect(report.callbacksDoubled).toBe(0);
  });
});
