/** `npm run bench -- kill [--rounds 20] [--tasks 6] [--drain] [--engine embedded]`: what kill -9 in mid-task costs. */

import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type KillRound, runKillRounds } from '../../tests/chaos/kill-rounds.js';
import { engines, openSite } from '../../tests/chaos/site.js';

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      tasks: { type: 'string', default: '6' },
      engine: { type: 'string', default: 'embedded' },
      seed: { type: 'string', default: '1' },
      /** Let the queue drain before each round: the gentler test. */
      drain: { type: 'boolean', default: false },
    },
  });
  const engine = engines.find((name) => name === values.engine);
  if (!engine) throw new Error(`--engine must be one of: ${engines.join(', ')}`);
  process.stdout.write('round  tasks accepted  killed after  open at kill  ready again\n');
  const site = await openSite(engine, { songSeconds: 60 });
  const report = await runKillRounds(
    site,
    {
      rounds: Number(values.rounds),
      tasksPerRound: Number(values.tasks),
      latestKillMs: 1500,
      drainsBetween: values.drain,
      onRound: (round) => process.stdout.write(`${line(round)}\n`),
    },
    seededRandom(Number(values.seed)),
  ).finally(() => site.close());
  process.stdout.write(
    [
      '',
      `rounds of kill -9          ${report.rounds.length}`,
      `database opened            ${report.rounds.length} of ${report.rounds.length}`,
      `tasks accepted             ${report.accepted}`,
      `tasks run more than once   ${report.tasksRunAgain}`,
      `tasks lost                 ${report.tasksLost.length}`,
      `callbacks lost             ${report.callbacksLost.length}`,
      `callbacks repeated         ${report.callbacksRepeated} (same webhook-id)`,
      `callbacks doubled          ${report.callbacksDoubled} (another webhook-id)`,
      ...report.tasksLost,
      '',
    ].join('\n'),
  );
  const failed = report.tasksLost.length + report.callbacksLost.length + report.callbacksDoubled;
  if (failed > 0) process.exitCode = 1;
}

function line({ round, accepted, killedAfterMs, openAtKill, readyAgainMs }: KillRound): string {
  const cells = [
    String(round).padStart(5),
    String(accepted).padStart(14),
    `${Math.round(killedAfterMs)} ms`.padStart(12),
    String(openAtKill).padStart(12),
    `${(readyAgainMs / 1000).toFixed(1)} s`.padStart(11),
  ];
  return cells.join('  ');
}
