/**
 * Kills the whole service with SIGKILL in mid-task, again and again, and then counts: every task that was accepted
 * must end, and each of its final callbacks must arrive.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerCount } from '../support/ledger.js';
import type { Site } from './site.js';

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

export interface KillReport extends LedgerCount {
  readonly rounds: readonly KillRound[];
}

export interface KillOptions {
  readonly rounds: number;
  readonly tasksPerRound: number;
  /** Kills come at a random moment up to here, counted from the last accepted task, and before all have ended. */
  readonly latestKillMs: number;
  /** Lets the queue drain before each round; without, the same tasks are killed again and again. */
  readonly drainsBetween: boolean;
  readonly onRound?: (round: KillRound) => void;
}

/** `random` gives numbers in 0 … 1; a seeded one makes the moments repeatable. */
export async function runKillRounds(
  site: Site,
  options: KillOptions,
  random: () => number,
): Promise<KillReport> {
  const rounds: KillRound[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    rounds.push(await oneRound(site, options, random, round));
    options.onRound?.(rounds.at(-1)!);
  }
  return { rounds, ...(await site.ledger.count()) };
}

async function oneRound(
  { instance, ledger, songs }: Site,
  options: KillOptions,
  random: () => number,
  round: number,
): Promise<KillRound> {
  // What earlier kills left is worked off first: each kill is to hit work of its own.
  if (options.drainsBetween) await ledger.drainTo(options.tasksPerRound);
  const startedAt = performance.now();
  for (let i = 0; i < options.tasksPerRound; i++) {
    const verb = i % 2 === 0 ? 'add' : 'check';
    await ledger.start(`/fingerprint/${verb}`, { musicId: songs[Math.floor(random() * songs.length)]! });
  }
  const killAt = performance.now() + random() * options.latestKillMs;
  // Never after the last task: a fast machine would have nothing left to lose.
  while (performance.now() < killAt && ledger.open > 1) await sleep(5);
  const openAtKill = ledger.open;
  await instance.kill9();
  const killedAfterMs = performance.now() - startedAt;
  const restartedAt = performance.now();
  await instance.start();
  return {
    round,
    accepted: options.tasksPerRound,
    killedAfterMs,
    openAtKill,
    readyAgainMs: performance.now() - restartedAt,
  };
}
