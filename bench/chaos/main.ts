/**
 * `npm run chaos [-- --engine embedded] [--only disk]`: every fault and every flood, on both engines, with what was
 * lost (nothing must be), what was doubled, and how long the service took to be itself again.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { abuses, underAbuse } from '../../tests/chaos/abuse.js';
import { faults } from '../../tests/chaos/all-faults.js';
import { fullAtResults, fullAtUpload } from '../../tests/chaos/disk-full.js';
import type { SiteReport } from '../../tests/chaos/fault.js';
import { steppableClock } from '../../tests/chaos/faults/clock-stepped.js';
import { runKillRounds } from '../../tests/chaos/kill-rounds.js';
import { objectStoreFails } from '../../tests/chaos/object-store-fails.js';
import { withoutOldVersion } from '../../tests/chaos/old-version.js';
import { rollingRestart } from '../../tests/chaos/rolling-restart.js';
import { engineFaults, searchEngineFails } from '../../tests/chaos/search-engine-fails.js';
import { type Engine, engines, openSite, type Site } from '../../tests/chaos/site.js';
import { withoutSmallDisks } from '../../tests/chaos/small-disk.js';
import { twoVersions } from '../../tests/chaos/two-versions.js';
import { isInstalled } from '../../tests/deploy/proxy.js';
import { hasClickHouse, withoutClickHouse } from '../../tests/support/clickhouse.js';

interface Options {
  readonly tasks: number;
  readonly rounds: number;
  readonly kills: number;
  readonly only: RegExp;
}

let failures = 0;

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string' },
      tasks: { type: 'string', default: '12' },
      rounds: { type: 'string', default: '3' },
      kills: { type: 'string', default: '50' },
      only: { type: 'string', default: '' },
    },
  });
  const options = {
    tasks: Number(values.tasks),
    rounds: Number(values.rounds),
    kills: Number(values.kills),
    only: new RegExp(values.only, 'i'),
  };
  const chosen = engines.filter((engine) => !values.engine || engine === values.engine);
  print(
    '| fault | engine | tasks | tasks lost | callbacks lost | repeated | doubled | ran again | recovery | seen |',
  );
  print('|---|---|---|---|---|---|---|---|---|---|');
  for (const engine of chosen) await faultTable(engine, options);
  print('');
  print('| flood | engine | answered | slowest /livez | failed checks | peak memory of the service |');
  print('|---|---|---|---|---|---|');
  for (const engine of chosen) await floodTable(engine, options);
  if (failures > 0) process.exitCode = 1;
}

async function faultTable(engine: Engine, options: Options): Promise<void> {
  const clockFolder = mkdtempSync(join(tmpdir(), 'contrafact-clock-'));
  try {
    for (const fault of faults) {
      if (!fault.engines.includes(engine) || !options.only.test(fault.name)) continue;
      await attempt(fault.name, engine, async () => {
        const site = await openSite(engine, { env: steppableClock(clockFolder) });
        try {
          await row(fault.name, site, await fault.run(site, options));
        } finally {
          await site.close();
        }
      });
    }
    await killRow(engine, options);
    await attemptWith('object store fails half-way', engine, options, (judge) =>
      objectStoreFails(engine, options.tasks, judge),
    );
    await searchEngineRows(engine, options);
    if (engine === 'postgres') await manyProcesses(options);
    if (withoutSmallDisks !== null) print(`| disk full | ${engine} | not run: ${withoutSmallDisks} |`);
    else {
      const cases = [
        ['disk full at upload', (judge: Judge) => fullAtUpload(engine, judge)],
        ['disk full at result and callback', (judge: Judge) => fullAtResults(engine, options.tasks, judge)],
      ] as const;
      for (const [name, run] of cases) await attemptWith(name, engine, options, run);
    }
  } finally {
    rmSync(clockFolder, { recursive: true, force: true });
  }
}

async function searchEngineRows(engine: Engine, options: Options): Promise<void> {
  for (const fault of engineFaults) {
    if (hasClickHouse) {
      await attemptWith(fault.name, engine, options, (judge) =>
        searchEngineFails(engine, fault, options.tasks, judge),
      );
    } else if (options.only.test(fault.name)) {
      print(`| ${fault.name} | ${engine} | not run: ${withoutClickHouse} |`);
    }
  }
}

/** What only several processes on one server can show. */
async function manyProcesses(options: Options): Promise<void> {
  for (const proxy of ['nginx', 'haproxy'] as const) {
    const name = `rolling restart behind ${proxy}`;
    if (isInstalled(proxy)) {
      await attemptWith(name, 'postgres', options, (judge) => rollingRestart(proxy, options.rounds, judge));
    } else print(`| ${name} | postgres | not run: needs ${proxy} on the PATH |`);
  }
  const name = 'two versions side by side';
  if (withoutOldVersion === null) {
    await attemptWith(name, 'postgres', options, (judge) => twoVersions(options.tasks, judge));
  } else print(`| ${name} | postgres | not run: ${withoutOldVersion} |`);
}

type Judge = (report: SiteReport) => Promise<void>;

async function attemptWith(
  name: string,
  engine: Engine,
  { only }: Options,
  run: (judge: Judge) => Promise<void>,
): Promise<void> {
  if (!only.test(name)) return;
  await attempt(name, engine, () => run(({ site, figures }) => row(name, site, figures)));
}

async function killRow(engine: Engine, { kills, only }: Options): Promise<void> {
  const name = `whole service killed ${kills} times under load`;
  if (!only.test(name)) return;
  await attempt(name, engine, async () => {
    const site = await openSite(engine);
    try {
      const { rounds } = await runKillRounds(
        site,
        { rounds: kills, tasksPerRound: 4, latestKillMs: 1500, drainsBetween: false },
        seededRandom(1),
      );
      const ready = rounds.map(({ readyAgainMs }) => readyAgainMs / 1000).sort((a, b) => a - b);
      const seen = `ready again after ${ready[ready.length >> 1]!.toFixed(1)} s (worst ${ready.at(-1)!.toFixed(1)} s)`;
      await row(name, site, { recoverySeconds: ready.at(-1)!, seen });
    } finally {
      await site.close();
    }
  });
}

async function row(
  name: string,
  site: Site,
  { recoverySeconds, seen }: SiteReport['figures'],
): Promise<void> {
  const count = await site.ledger.count();
  failures += count.tasksLost.length + count.callbacksLost.length + count.callbacksDoubled;
  const cells = [
    name,
    site.engine,
    count.accepted,
    count.tasksLost.length,
    count.callbacksLost.length,
    count.callbacksRepeated,
    count.callbacksDoubled,
    count.tasksRunAgain,
    `${recoverySeconds.toFixed(1)} s`,
    seen,
  ];
  print(`| ${cells.join(' | ')} |`);
}

async function floodTable(engine: Engine, options: Options): Promise<void> {
  const wanted = abuses.filter(({ name }) => options.only.test(name));
  if (wanted.length === 0) return;
  const site = await openSite(engine, { songs: 1, env: { CONTRAFACT_RATE_ENTERPRISE: '1000000' } });
  try {
    for (const abuse of wanted) {
      await attempt(abuse.name, engine, async () => {
        const load = {
          seconds: 30,
          sockets: 500,
          uploads: 1000,
          abortedUploads: 200,
          requests: 100_000,
          tagUploads: 4,
          tagPart: 1,
        };
        const { answered, failedChecks, slowestCheckMs, peakMb } = await underAbuse(site, abuse, load);
        failures += failedChecks;
        const slowest = `${Math.round(slowestCheckMs)} ms`;
        print(
          `| ${abuse.name} | ${engine} | ${answered} | ${slowest} | ${failedChecks} | ${Math.round(peakMb)} MB |`,
        );
      });
    }
  } finally {
    await site.close();
  }
}

/** One fault that goes wrong does not keep the others from being measured. */
async function attempt(name: string, engine: Engine, work: () => Promise<void>): Promise<void> {
  process.stderr.write(`${name}, ${engine} …\n`);
  try {
    await work();
  } catch (error) {
    failures += 1;
    print(`| ${name} | ${engine} | FAILED: ${String(error).slice(0, 300).replaceAll('\n', ' ')} |`);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
