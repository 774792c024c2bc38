/**
 * The worker: claims tasks, keeps their leases alive, runs their analyses and finishes them. It computes nothing
 * itself (analyses await kernels in compute processes), so leases are renewed on time whatever the load.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Analysis, type MusicInput, UnavailableError } from '../analyses/analysis.js';
import { AnalysisError } from '../domain/analysis-error.js';
import { type Compute, ComputeError, publicReason } from '../domain/compute.js';
import { lacksRoom } from '../domain/disk-full.js';
import type { OperationName } from '../domain/operations.js';
import type { Task } from '../domain/task.js';
import { createLoop } from './loop.js';
import type {
  AroundAttempt,
  AttemptEnd,
  ClaimedTask,
  OnAttemptFinished,
  TaskEnding,
  TaskQueue,
} from './ports.js';

export interface WorkerDependencies {
  readonly queue: TaskQueue;
  readonly analyses: ReadonlyMap<OperationName, Analysis>;
  readonly compute: Compute;
  /** The task's song as a local file, or null where it was deleted. `release` after use. */
  openMusic(task: Task): Promise<{ music: MusicInput; release(): Promise<void> } | null>;
  onWake(listener: () => void): () => void;
  readonly log: WorkerLog;
  readonly settings: WorkerSettings;
  /** For traces. */
  readonly around?: AroundAttempt;
  /** For metrics. */
  readonly onFinished?: OnAttemptFinished;
}

export interface WorkerSettings {
  /** Unique among all processes and starts. */
  readonly workerId: string;
  /** How many tasks run at once. */
  readonly slots: number;
  readonly leaseSeconds: number;
  /** How often an analysis may fail for reasons that may pass. */
  readonly maxFailures: number;
  /** How often a task may be cut off by the end of its worker. */
  readonly maxInterruptions: number;
  readonly pollSeconds: number;
  /** On a full disk, until a result is written again; 10 unless given. */
  readonly roomSeconds?: number;
}

export interface WorkerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Worker {
  start(): void;
  /** Stops claiming, waits up to `graceSeconds` for running tasks, then hands back what is left. */
  stop(graceSeconds: number): Promise<void>;
  readonly running: number;
}

interface Running {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

export function createWorker(dependencies: WorkerDependencies): Worker {
  const { queue, settings, log } = dependencies;
  const { roomSeconds = 10 } = settings;
  const running = new Map<string, Running>();

  async function fill(): Promise<void> {
    while (!claims.stopping && running.size < settings.slots) {
      const task = await queue.claim(settings.workerId, settings.leaseSeconds);
      if (!task) return;
      start(task);
    }
  }

  function start(task: ClaimedTask): void {
    const abort = new AbortController();
    const done = runOne(task, abort.signal)
      .catch((error) =>
        log.error({ err: error, ...namesOf(task) }, 'a task could not be finished; its lease will lapse'),
      )
      .finally(() => {
        running.delete(task.id);
        claims.wake();
      });
    running.set(task.id, { abort, done });
  }

  async function runOne(task: ClaimedTask, signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const work = (): ReturnType<typeof attempt> => attempt(dependencies, task, signal);
    const ending = await (dependencies.around?.(task, work) ?? work());
    const outcome = await settled(task, ending, signal);
    const seconds = (performance.now() - startedAt) / 1000;
    dependencies.onFinished?.(task, outcome, seconds);
    log.info({ ...namesOf(task), operation: task.operation, outcome, seconds }, 'task attempt ended');
  }

  /**
   * Writes how an attempt ended. On a full disk a result is kept for some minutes, with its lease: it took work to make.
   * Then it makes way, since smaller ones may find room.
   */
  async function settled(task: ClaimedTask, ending: Ending, signal: AbortSignal): Promise<AttemptEnd> {
    for (let tries = 1; ; tries++) {
      try {
        return await settle(task, tries > maxSettleTries ? 'no-room' : ending, signal);
      } catch (error) {
        if (signal.aborted || !lacksRoom(error) || tries > maxSettleTries) throw error;
        log.warn({ err: error, ...namesOf(task) }, 'a result waits for room on the disk');
        await sleep(roomSeconds * 1000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async function settle(task: ClaimedTask, ending: Ending, signal: AbortSignal): Promise<AttemptEnd> {
    const { workerId } = settings;
    if (signal.aborted) {
      // Shut down, or the lease was lost: the task is another's now, or will be.
      await queue.handBack(workerId, task.id);
      return 'retried';
    }
    if (ending === 'retry') {
      await queue.retryLater(workerId, task.id, retryDelaySeconds(task.failures));
      return 'retried';
    }
    if (ending === 'no-room') {
      await queue.interrupt(workerId, task.id, Math.min(300, roomSeconds * 2 ** interruptionsOf(task)));
      return 'retried';
    }
    return (await queue.finish(workerId, task, ending)) ? ending.status : 'lost';
  }

  async function renewAll(): Promise<void> {
    // As of now: a task that is claimed while the answer is awaited was not asked about.
    const asked = [...running];
    const ids = asked.map(([taskId]) => taskId);
    const held = new Set(await queue.renew(settings.workerId, ids, settings.leaseSeconds));
    for (const [taskId, task] of asked) {
      if (!held.has(taskId)) task.abort.abort(new Error('lease lost'));
    }
  }

  async function rescue(): Promise<void> {
    const { putBack, failed } = await queue.rescue(settings.maxInterruptions, settings.leaseSeconds);
    if (putBack + failed > 0) log.warn({ putBack, failed }, 'rescued tasks whose worker was lost');
    if (putBack > 0) claims.wake();
  }

  const claims = createLoop('claim', settings.pollSeconds, fill, log);
  const renewals = createLoop('renew', settings.leaseSeconds / 4, renewAll, log);
  const rescues = createLoop('rescue', settings.leaseSeconds / 2, rescue, log);
  let stopListening = (): void => {};

  return {
    start() {
      stopListening = dependencies.onWake(() => claims.wake());
      for (const loop of [rescues, claims, renewals]) loop.start();
    },
    async stop(graceSeconds) {
      stopListening();
      await Promise.all([claims.stop(), rescues.stop()]);
      const all = Promise.all([...running.values()].map((task) => task.done));
      const timer = setTimeout(() => {
        for (const task of running.values()) task.abort.abort(new Error('shutting down'));
      }, graceSeconds * 1000);
      await all;
      clearTimeout(timer);
      await renewals.stop();
    },
    get running() {
      return running.size;
    },
  };
}

/** With ten seconds between them: five minutes. */
const maxSettleTries = 30;

/** Attempts that were cut off, or found no room on the disk. */
function interruptionsOf({ attempts, failures }: ClaimedTask): number {
  return attempts - 1 - failures;
}

/** 2 s, 8 s, 32 s …: what passes by itself has usually passed by then. */
function retryDelaySeconds(earlierFailures: number): number {
  return Math.min(300, 2 * 4 ** earlierFailures);
}

/** `retry`: a failure that may pass while attempts are left. `no-room`: of a full disk, which is no failure of the task. */
type Ending = TaskEnding | 'retry' | 'no-room';

/** Runs the analysis once. */
async function attempt(
  dependencies: WorkerDependencies,
  task: ClaimedTask,
  signal: AbortSignal,
): Promise<Ending> {
  const { settings, log } = dependencies;
  let opened: Awaited<ReturnType<WorkerDependencies['openMusic']>> = null;
  try {
    // Inside: a store of songs that fails now is a reason to try again later.
    if (task.musicId !== null) opened = await dependencies.openMusic(task);
    if (task.musicId !== null && opened === null) {
      return { status: 'failure', error: 'The song was deleted before its analysis ran.' };
    }
    const analysis = dependencies.analyses.get(task.operation);
    if (!analysis) {
      return {
        status: 'failure',
        error: `This version of the service has no ${task.operation} analysis yet.`,
      };
    }
    const outcome = await analysis.run(
      {
        accountId: task.accountId,
        taskId: task.id,
        model: task.model,
        variant: task.variant,
        music: opened?.music ?? null,
        parameters: task.parameters,
      },
      { compute: dependencies.compute, signal, progress: throttledProgress(dependencies, task) },
    );
    return { status: 'success', outcome };
  } catch (error) {
    if (signal.aborted) return 'retry';
    if (error instanceof AnalysisError) {
      const { message, detail } = error;
      return { status: 'failure', error: message, ...(detail ? { detail } : {}) };
    }
    if (error instanceof ComputeError && error.failure === 'bad-input') {
      return { status: 'failure', error: error.message };
    }
    log.warn({ err: error, ...namesOf(task), attempts: task.attempts }, 'an analysis failed');
    if (lacksRoom(error) && interruptionsOf(task) < settings.maxInterruptions) return 'no-room';
    if (task.failures + 1 < settings.maxFailures) return 'retry';
    if (error instanceof UnavailableError) {
      const { message, detail } = error;
      return { status: 'failure', error: message, ...(detail ? { detail } : {}) };
    }
    return { status: 'failure', error: finalMessage(error) };
  } finally {
    // The result is kept whatever becomes of a local copy; who keeps the copies removes this one later.
    await opened?.release().catch((error) => {
      log.warn({ err: error, ...namesOf(task) }, 'the file of a task was not released');
    });
  }
}

function finalMessage(error: unknown): string {
  const reason = publicReason(error);
  if (reason !== null) return `The analysis could not be completed: ${reason}`;
  return 'The analysis failed because of an internal error. Run it again, or contact the operator of this service.';
}

/** Writes progress at most once a second: it is for eyes, and each write is a commit. */
function throttledProgress(
  dependencies: WorkerDependencies,
  task: Task,
): (fraction: number, stage: string) => void {
  let lastAt = 0;
  let lastStage = '';
  return (fraction, stage) => {
    const now = performance.now();
    if (stage === lastStage && now - lastAt < 1000) return;
    lastAt = now;
    lastStage = stage;
    dependencies.queue
      .progress(dependencies.settings.workerId, task.id, fraction, stage)
      .catch((error) => dependencies.log.warn({ err: error, ...namesOf(task) }, 'progress was not written'));
  };
}

/** By which a task is found in logs, from the request to the callback. */
function namesOf(task: Task): { task_id: string; request_id: string | undefined } {
  return { task_id: task.id, request_id: task.requestId };
}
