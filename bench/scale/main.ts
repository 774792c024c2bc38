/**
 * `npm run bench -- scale [--tasks 60] [--seconds 20]`: tasks and callbacks a second with the embedded database in one
 * process, and on PostgreSQL with one API and 1 and 2 workers of one slot; and how soon an idle worker takes a task.
 * `--engine clickhouse --lines 1000000`: that of lyrics' codes (lyric-lines.ts); `--melodies 160000 [--collections DIR]`: of melodies' (melodies.ts). With `--engine clickhouse [--songs 160000] [--slice 8] [--recordings DIR]` what a search engine costs at that size: search-engine.ts.
 * `--whole-service --songs N --recordings DIR`: songs found over HTTP with the engine in a process of its own (whole-service.ts); `--compare`:
 * the engine against the index in the database (compare-indexes.ts).
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { postgresPrograms, startCluster, withoutPostgres } from '../../tests/postgres/cluster.js';
import { startFleet } from '../../tests/postgres/fleet.js';
import { apiOf } from '../../tests/support/api.js';
import { type Instance, startInstance } from '../../tests/support/instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from '../../tests/support/receiver.js';
import { songCount, songFile } from '../../tests/support/songs.js';
import { compareEngine } from './compare-indexes.js';
import { measureLines } from './lyric-lines.js';
import { measureMelodies } from './melodies.js';
import { measureEngine } from './search-engine.js';
import { measureWholeService } from './whole-service.js';

interface Row {
  readonly shape: string;
  readonly tasksPerSecond: number;
  readonly callbacksPerSecond: number;
  /** From the answer 202 to the start of the task, milliseconds. */
  readonly wakeMedianMs: number;
  readonly wakeWorstMs: number;
}

interface Options {
  readonly tasks: number;
  readonly songSeconds: number;
}

const quiet = { ...receiverEnv, CONTRAFACT_WORKERS: '1', CONTRAFACT_LOG_LEVEL: 'warn' };

export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      tasks: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '20' },
      engine: { type: 'string' },
      songs: { type: 'string', default: '160000' },
      'held-out': { type: 'string', default: '' },
      slice: { type: 'string', default: '8' },
      recordings: { type: 'string' },
      lines: { type: 'string' },
      melodies: { type: 'string' },
      collections: { type: 'string' },
      'whole-service': { type: 'boolean', default: false },
      excerpts: { type: 'string', default: '200' },
      compare: { type: 'boolean', default: false },
    },
  });
  const { recordings } = values;
  const service = { recordings: recordings ?? '', excerpts: Number(values.excerpts) };
  if (values['whole-service'] || values.compare) {
    if (recordings === undefined) throw new Error('--whole-service and --compare need --recordings');
    const [songs = 0] = numbersOf(values.songs);
    return values.compare ? compareEngine({ ...service, songs }) : measureWholeService({ ...service, songs });
  }
  if (values.engine !== undefined) {
    if (values.engine !== 'clickhouse') throw new Error('--engine: there is clickhouse alone');
    if (values.lines !== undefined) return measureLines(Number(values.lines));
    if (values.melodies !== undefined)
      return measureMelodies(Number(values.melodies), values.collections ?? null);
    return measureEngine({
      songs: numbersOf(values.songs),
      heldOut: numbersOf(values['held-out']),
      slice: Number(values.slice),
      recordings: recordings ?? null,
    });
  }
  const options = { tasks: Number(values.tasks), songSeconds: Number(values.seconds) };
  const songs = Math.min(8, songCount);
  process.stdout.write(
    `fingerprint-check of ${options.songSeconds} s excerpts against ${songs} songs, ${options.tasks} tasks; ` +
      `${cpus().length} cores, load at start ${loadavg()[0]?.toFixed(1)}\n` +
      'shape                         tasks/s  callbacks/s  wake-up median  worst\n',
  );
  const print = (row: Row): boolean => process.stdout.write(`${line(row)}\n`);
  const embedded = await startInstance({ env: quiet });
  try {
    print(await measure('embedded, 1 process', embedded, options));
  } finally {
    await embedded.stop();
  }
  if (postgresPrograms === null) {
    process.stdout.write(`PostgreSQL left out: it ${withoutPostgres}\n`);
    return;
  }
  const cluster = await startCluster({ fsync: 'on' });
  try {
    for (const workers of [1, 2, 4]) {
      const fleet = await startFleet(await cluster.createDatabase(), workers, quiet);
      try {
        print(await measure(`PostgreSQL, api + ${workers} worker(s)`, fleet.api, options));
      } finally {
        await fleet.stop();
      }
    }
  } finally {
    cluster.stop();
  }
}

const numbersOf = (list: string): number[] =>
  list
    .split(',')
    .filter((part) => part !== '')
    .map(Number)
    .sort((a, b) => a - b);

async function measure(shape: string, instance: Instance, { tasks, songSeconds }: Options): Promise<Row> {
  const receiver = await startReceiver();
  try {
    const account = await instance.account('enterprise');
    await instance.command('setCallback', { accountId: account.accountId, url: receiver.url });
    const api = apiOf(instance, account);
    const songs: string[] = [];
    for (let n = 0; n < Math.min(8, songCount); n++) {
      songs.push(await api.upload(songFile(n, songSeconds), `song-${n}.wav`));
    }
    const begin = async (verb: string, n: number): Promise<string> => {
      const answer = await api.post(`/fingerprint/${verb}`, { musicId: songs[n % songs.length] });
      if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      return String(answer.body.taskId);
    };
    for (let n = 0; n < songs.length; n++) await receiver.final(await begin('add', n));
    // One at a time, with the queue empty in between: what is left is the wake-up.
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      await sleep(100);
      const taskId = await begin('check', n);
      const answeredAt = performance.now();
      while ((await api.get(`/tasks/${taskId}`)).body.status === 'pending') await sleep(2);
      waits.push(performance.now() - answeredAt);
      await receiver.final(taskId);
    }
    waits.sort((a, b) => a - b);
    return {
      shape,
      ...(await throughput(tasks, begin, receiver)),
      wakeMedianMs: waits[Math.floor(waits.length / 2)]!,
      wakeWorstMs: waits.at(-1)!,
    };
  } finally {
    await receiver.close();
  }
}

/** From the first task's acceptance to the last end; tasks are sent while earlier ones run. */
async function throughput(
  count: number,
  begin: (verb: string, n: number) => Promise<string>,
  receiver: TestReceiver,
): Promise<Pick<Row, 'tasksPerSecond' | 'callbacksPerSecond'>> {
  const startedAt = Date.now();
  const taskIds = new Set<unknown>();
  for (let n = 0; n < count; n++) taskIds.add(await begin('check', n));
  for (const taskId of taskIds) await receiver.final(String(taskId), 300_000);
  const finals = receiver.received.filter(({ body }) => taskIds.has(body.task_id));
  const ended = finals.map(({ body }) => Date.parse(String(body.completed_at)));
  return {
    tasksPerSecond: (count / (Math.max(...ended) - startedAt)) * 1000,
    callbacksPerSecond: (count / (Math.max(...finals.map(({ at }) => at)) - startedAt)) * 1000,
  };
}

function line({ shape, tasksPerSecond, callbacksPerSecond, wakeMedianMs, wakeWorstMs }: Row): string {
  return [
    shape.padEnd(28),
    tasksPerSecond.toFixed(1).padStart(8),
    callbacksPerSecond.toFixed(1).padStart(11),
    `${wakeMedianMs.toFixed(0)} ms`.padStart(14),
    `${wakeWorstMs.toFixed(0)} ms`.padStart(8),
  ].join(' ');
}
