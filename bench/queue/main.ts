/**
 * `npm run bench -- queue [--tasks 1000] [--rounds 3] [--at 1,4,8] [--accounts 1,8]`: claims a second by connections,
 * and tasks a second from claim to result by worker processes whose analyses cost nothing, on PostgreSQL. Both with the
 * claim of version 1.0.0, as the baseline, and today's, in turns.
 */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/storage/database.js';
import { migrations } from '../../src/storage/migrations/all.js';
import { postgresPrograms, startCluster, withoutPostgres } from '../../tests/postgres/cluster.js';
import { claimsPerSecond } from './claims.js';
import { addAccounts } from './database.js';
import { tasksPerSecond } from './end-to-end.js';
import { type Variant, variants } from './variants.js';

type Measure = (variant: Variant) => Promise<number>;

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      at: { type: 'string', default: '1,4,8' },
      accounts: { type: 'string', default: '1,8' },
    },
  });
  if (postgresPrograms === null) {
    process.stdout.write(`nothing to measure: it ${withoutPostgres}\n`);
    return;
  }
  const list = (text: string): number[] => text.split(',').map(Number);
  const [tasks, rounds] = [Number(values.tasks), Number(values.rounds)];
  process.stdout.write(
    `PostgreSQL with fsync on this machine: ${cpus().length} cores, load at start ${loadavg()[0]?.toFixed(1)}; ` +
      `${tasks} tasks, median of ${rounds} rounds in turns (least to most)\n` +
      `${'what'.padEnd(46)}${variants.map((name) => name.padStart(24)).join('')}\n`,
  );
  const cluster = await startCluster({ fsync: 'on', max_connections: '120' });
  try {
    for (const accounts of list(values.accounts)) {
      const url = await cluster.createDatabase();
      const { db, close } = await openDatabase({ url, folder: '' }, migrations);
      await addAccounts(db, accounts);
      for (const at of list(values.at)) {
        const name = `claims/s, ${at} connections, ${accounts} accounts`;
        await print(name, rounds, (variant) => claimsPerSecond(db, variant, at, tasks));
      }
      for (const at of list(values.at)) {
        const name = `tasks/s, ${at} worker processes, ${accounts} accounts`;
        await print(name, rounds, (variant) => tasksPerSecond(db, url, variant, at, tasks));
      }
      await close();
    }
  } finally {
    cluster.stop();
  }
}

async function print(name: string, rounds: number, measure: Measure): Promise<void> {
  const measured = new Map<Variant, number[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round < rounds; round++) {
    // In turns, and each first as often: other load on the machine meets both.
    const order = round % 2 === 0 ? variants : [...variants].reverse();
    for (const variant of order) measured.get(variant)!.push(await measure(variant));
  }
  const cells = variants.map((variant) => cell(measured.get(variant)!).padStart(24));
  process.stdout.write(`${name.padEnd(46)}${cells.join('')}\n`);
}

function cell(figures: readonly number[]): string {
  const sorted = [...figures].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)]!;
  return `${median.toFixed(0)} (${sorted[0]!.toFixed(0)}–${sorted.at(-1)!.toFixed(0)})`;
}
