/**
 * Kills the whole service with SIGKILL in mid-task, again and again, on the embedded database, and then counts:
 * every task that was accepted must end, and each of its final callbacks must arrive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, apiOf } from './api.js';
import { type Instance, startInstance } from './instance.js';
import { receiverEnv, startReceiver, type TestReceiver } from './receiver.js';
import { songCount, songFile } from './songs.js';

export interface KillRound {
  readonly round: number;
  /** Tasks answered with 202 before the kill. */
  readonly accepted: number;
  readonly killedAfterMs: number;
  /** Accepted tasks of all rounds whose final callback had not come when the kill came. */
  readonly openAtKill: number;
  /** From the start of the next process to the answer of /readyz. */
  readonly readyAgainMs: number;
}

export interface KillReport {
  readonly rounds: readonly KillRound[];
  readonly accepted: number;
  /** Accepted tasks that are unknown afterwards, or did not end in `success`. */
  readonly tasksLost: readonly string[];
  /** Ended tasks whose final callback never arrived. */
  readonly callbacksLost: readonly string[];
  /** Callbacks that arrived more than once, under one webhook-id as promised. */
  readonly callbacksRepeated: number;
  /** Repeats under another webhook-id: a receiver could not tell them from new ones. */
  readonly callbacksDoubled: number;
  /** Tasks that a kill interrupted: they ran more than once. */
  readonly tasksRunAgain: number;
}

export interface KillOptions {
  readonly rounds: number;
  readonly tasksPerRound: number;
  readonly songSeconds: number;
  /** Kills come at a random moment up to here, counted from the first accepted task. */
  readonly latestKillMs: number;
  /** Lets the queue drain before each round; without, the same tasks are killed again and again. */
  readonly drainsBetween: boolean;
  readonly onRound?: (round: KillRound) => void;
}

const settleTimeoutMs = 300_000;

/** `random` gives numbers in 0 … 1; a seeded one makes the moments repeatable. */
export async function runKillRounds(options: KillOptions, random: () => number): Promise<KillReport> {
  const receiver = await startReceiver();
  const instance = await startInstance({ env: { ...receiverEnv, CONTRAFACT_LOG_LEVEL: 'warn' } });
  try {
    const account = await instance.account('enterprise');
    const check = await instance.command<{ verified: boolean }>('setCallback', {
      accountId: account.accountId,
      url: receiver.url,
    });
    if (!check.verified) throw new Error(`the receiver was not verified: ${JSON.stringify(check)}`);
    const api = apiOf(instance, account);
    const songs: string[] = [];
    for (let index = 0; index < songCount; index++) {
      songs.push(await api.upload(songFile(index, options.songSeconds), `song-${index}.wav`));
    }
    const accepted: string[] = [];
    const rounds: KillRound[] = [];
    for (let round = 1; round <= options.rounds; round++) {
      rounds.push(await oneRound({ instance, api, receiver, songs, accepted, options, random, round }));
      options.onRound?.(rounds.at(-1)!);
    }
    return { rounds, ...(await count(api, receiver, accepted)) };
  } finally {
    await instance.stop();
    await receiver.close();
  }
}

interface RoundInput {
  readonly instance: Instance;
  readonly api: Api;
  readonly receiver: TestReceiver;
  readonly songs: readonly string[];
  readonly accepted: string[];
  readonly options: KillOptions;
  readonly random: () => number;
  readonly round: number;
}

async function oneRound(input: RoundInput): Promise<KillRound> {
  const { instance, api, receiver, songs, accepted, options, random, round } = input;
  // What earlier kills left is worked off first: each kill is to hit work of its own.
  if (options.drainsBetween) await drainTo(options.tasksPerRound, receiver, accepted);
  const before = accepted.length;
  const startedAt = performance.now();
  for (let i = 0; i < options.tasksPerRound; i++) {
    const verb = i % 2 === 0 ? 'add' : 'check';
    const musicId = songs[Math.floor(random() * songs.length)]!;
    const answer = await api.post(`/fingerprint/${verb}`, { musicId });
    if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    accepted.push(String(answer.body.taskId));
  }
  await sleep(random() * options.latestKillMs);
  const ended = new Set(receiver.received.map(({ body }) => body.task_id));
  const openAtKill = accepted.filter((taskId) => !ended.has(taskId)).length;
  await instance.kill9();
  const killedAfterMs = performance.now() - startedAt;
  const restartedAt = performance.now();
  await instance.start();
  return {
    round,
    accepted: accepted.length - before,
    killedAfterMs,
    openAtKill,
    readyAgainMs: performance.now() - restartedAt,
  };
}

/** Waits until at most `most` accepted tasks have no final callback. */
async function drainTo(most: number, receiver: TestReceiver, accepted: readonly string[]): Promise<void> {
  const deadline = Date.now() + settleTimeoutMs;
  for (;;) {
    const ended = new Set(receiver.received.map(({ body }) => body.task_id));
    if (accepted.filter((taskId) => !ended.has(taskId)).length <= most || Date.now() > deadline) return;
    await sleep(200);
  }
}

async function count(
  api: Api,
  receiver: TestReceiver,
  accepted: readonly string[],
): Promise<Omit<KillReport, 'rounds'>> {
  await drainTo(0, receiver, accepted);
  // Repeats of what was in flight at the last kill come at once if they come.
  await sleep(1000);
  const tasksLost: string[] = [];
  let tasksRunAgain = 0;
  for (const taskId of accepted) {
    const { status, body } = await api.get(`/tasks/${taskId}`);
    if (status !== 200 || body.status !== 'success') {
      tasksLost.push(
        `${taskId}: ${body.status ?? status} after ${body.attempts} attempts: ${body.error ?? ''}`,
      );
    }
    if (Number(body.attempts) > 1) tasksRunAgain += 1;
  }
  const final = new Set(receiver.received.map(({ body }) => body.task_id));
  const ids = new Map<unknown, Set<unknown>>();
  for (const { body, headers } of receiver.received) {
    ids.set(body.task_id, (ids.get(body.task_id) ?? new Set()).add(headers['webhook-id']));
  }
  const distinct = [...ids.values()].reduce((sum, set) => sum + set.size, 0);
  return {
    accepted: accepted.length,
    tasksLost,
    callbacksLost: accepted.filter((taskId) => !final.has(taskId)),
    callbacksRepeated: receiver.received.length - distinct,
    callbacksDoubled: distinct - ids.size,
    tasksRunAgain,
  };
}
