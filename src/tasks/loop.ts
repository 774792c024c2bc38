/** A background loop: runs `step` at once, then every `seconds` or when woken; never twice at the same time. */
import { ComputeError } from '../domain/compute.js';

export interface Loop {
  start(): void;
  /** Runs the step soon; a wake-up during a run leads to one more run. */
  wake(): void;
  /** Resolves when the step that runs, if any, has ended. */
  stop(): Promise<void>;
  readonly stopping: boolean;
}

export interface LoopLog {
  error(fields: object, message: string): void;
}

export function createLoop(name: string, seconds: number, step: () => Promise<void>, log: LoopLog): Loop {
  let timer: NodeJS.Timeout | undefined;
  let current: Promise<void> | null = null;
  let again = false;
  let stopping = false;

  async function run(): Promise<void> {
    clearTimeout(timer);
    do {
      again = false;
      try {
        await step();
      } catch (error) {
        // The database may be away for a moment; the next round tries again.
        log.error({ err: error, loop: name }, 'a background step failed');
      }
    } while (again && !stopping);
    current = null;
    if (!stopping) timer = setTimeout(begin, seconds * 1000);
  }

  function begin(): void {
    if (stopping) return;
    if (current) again = true;
    else current = run();
  }

  return {
    start: begin,
    wake: begin,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await current;
    },
    get stopping() {
      return stopping;
    },
  };
}

/** The same where a step can end early: `stop` aborts the signal first, and what a step throws because of that is dropped. */
export function createAbortableLoop(
  name: string,
  seconds: number,
  step: (signal: AbortSignal) => Promise<void>,
  log: LoopLog,
): Loop {
  const abort = new AbortController();
  const { signal } = abort;
  const untilAborted = (): Promise<void> =>
    step(signal).catch((error: unknown) => {
      if (!signal.aborted || !isOfAbort(error, signal)) throw error;
    });
  const loop = createLoop(name, seconds, untilAborted, log);
  return {
    start: loop.start,
    wake: loop.wake,
    stop() {
      abort.abort();
      return loop.stop();
    },
    get stopping() {
      return loop.stopping;
    },
  };
}

/** The signal's own reason, what Node's timers and requests make of it, and what a compute process that was killed for it does. */
const isOfAbort = (error: unknown, signal: AbortSignal): boolean =>
  error === signal.reason ||
  (error instanceof ComputeError
    ? error.failure === 'aborted'
    : error instanceof Error && error.name === 'AbortError');
