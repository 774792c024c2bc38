import { pathToFileURL } from 'node:url';
import { type DecodeLimits, defaultDecodeLimits } from '../audio/limits.js';
import { type Compute, ComputeError, type ComputeOptions } from '../domain/compute.js';
import { childEntry } from '../sandbox/child-entry.js';
import { nestedPlan, sandboxedCompute } from '../sandbox/command.js';
import { noFolders, noSandbox, type SandboxFolders, type SandboxPlan } from '../sandbox/plan.js';
import type { ComputeSettings } from './protocol.js';
import { type Owned, type OwnerShare, Turns } from './turns.js';
import { Worker } from './worker.js';

export interface ComputePoolOptions {
  /** Compute processes at most. They are started when first needed and kept. */
  readonly size: number;
  /** Where the operator's optional models are. */
  readonly modelsDir: string;
  /** Wall-clock limit of a call that names none, from when it starts to run. */
  readonly timeoutSeconds: number;
  /** Resident memory at which a compute process is killed. Its decoding process has a limit of its own. */
  readonly memoryMb: number;
  /** For the decoding processes; absent ones take the defaults. */
  readonly decodeLimits?: Partial<DecodeLimits>;
  /** What one owner of calls may have at a time; first come, first served where absent. */
  readonly ownerShare?: OwnerShare;
  readonly logger?: ComputeLogger;
  /** Around the compute processes and their decoders; none where absent. */
  readonly sandbox?: { readonly plan: SandboxPlan; readonly folders: SandboxFolders };
  /** Module that exports `kernels`; the service's own where absent. */
  readonly kernelsUrl?: URL;
}

/** The part of a pino logger that the pool uses. */
export interface ComputeLogger {
  warn(fields: object, message: string): void;
}

export interface ComputePoolStats {
  readonly size: number;
  readonly processes: number;
  readonly busy: number;
  readonly queued: number;
  readonly completed: number;
  readonly failed: number;
  /** Processes that were killed or crashed. */
  readonly lost: number;
}

export interface ComputePool extends Compute {
  stats(): ComputePoolStats;
  /** Kills all work and settles when all processes are gone; calls fail with `aborted`. */
  close(): Promise<void>;
}

interface Call extends Owned {
  readonly kernel: string;
  readonly input: unknown;
  readonly options: ComputeOptions;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

const aborted = (): ComputeError => new ComputeError('aborted', 'The computation was stopped.');
const kernels = childEntry(import.meta.url, './kernels');

/**
 * Runs kernels in a few processes of their own, first come, first served, or by turns of their owners. What hangs, swells or crashes costs one
 * process and one call: the next call gets a fresh process.
 * @throws RangeError for a size or limit that is not positive
 */
export function createComputePool(options: ComputePoolOptions): ComputePool {
  const { size, timeoutSeconds, memoryMb, logger } = options;
  for (const [name, value] of Object.entries({ size, timeoutSeconds, memoryMb })) {
    if (!(value > 0)) throw new RangeError(`${name} must be a positive number.`);
  }
  const { plan, folders } = options.sandbox ?? { plan: noSandbox, folders: noFolders };
  const node = sandboxedCompute(plan, folders);
  const settings: ComputeSettings = {
    modelsDir: options.modelsDir,
    decodeLimits: { ...defaultDecodeLimits, ...options.decodeLimits },
    memoryMb,
    parentPid: node.endsWithParent ? null : process.pid,
    sandbox: nestedPlan(plan),
    hiddenFolders: folders.hidden,
    kernelsUrl: (options.kernelsUrl ?? pathToFileURL(kernels.file)).href,
  };
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const queue = new Turns<Call>(options.ownerShare ?? null);
  const counts = { completed: 0, failed: 0, lost: 0 };
  let isClosed = false;

  function startWorker(): Worker {
    const worker = new Worker(settings, node);
    all.add(worker);
    void worker.ended.then(() => {
      all.delete(worker);
      const index = idle.indexOf(worker);
      if (index >= 0) idle.splice(index, 1);
      if (!isClosed) counts.lost += 1;
      dispatch();
    });
    return worker;
  }

  function dispatch(): void {
    while (queue.length > 0 && !isClosed) {
      if (idle.length === 0 && all.size >= size) return;
      const call = queue.take();
      // All that wait belong to owners that have their share.
      if (call === undefined) return;
      void execute(idle.pop() ?? startWorker(), call);
    }
  }

  async function execute(worker: Worker, call: Call): Promise<void> {
    const { signal } = call.options;
    const seconds = call.options.timeoutSeconds ?? timeoutSeconds;
    const onAbort = (): void => worker.kill(aborted());
    const timer = setTimeout(
      () => worker.kill(new ComputeError('timeout', `The computation took longer than ${seconds} seconds.`)),
      seconds * 1000,
    );
    signal?.addEventListener('abort', onAbort);
    try {
      const message = { type: 'run', kernel: call.kernel, input: call.input } as const;
      const output = await worker.run(message, call.options);
      counts.completed += 1;
      call.resolve(output);
    } catch (error) {
      counts.failed += 1;
      const failure = error instanceof ComputeError ? error.failure : null;
      if (worker.hasEnded && failure !== 'aborted') {
        logger?.warn({ kernel: call.kernel, failure }, 'lost a compute process');
      }
      call.reject(error);
    } finally {
      queue.ended(call);
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
    // A kill that came too late for its call has still ended the process: `ended` then calls dispatch.
    if (!worker.hasEnded && !worker.isKilled) idle.push(worker);
    dispatch();
  }

  return {
    run<Output>(kernel: string, input: unknown, callOptions: ComputeOptions = {}): Promise<Output> {
      return new Promise<Output>((resolve, reject) => {
        const { signal } = callOptions;
        if (isClosed || signal?.aborted) {
          reject(aborted());
          return;
        }
        const leaveQueue = (): void => {
          if (queue.remove(call)) reject(aborted());
        };
        const call: Call = {
          owner: callOptions.owner ?? '',
          kernel,
          input,
          options: callOptions,
          resolve: (output) => {
            signal?.removeEventListener('abort', leaveQueue);
            resolve(output as Output);
          },
          reject: (error) => {
            signal?.removeEventListener('abort', leaveQueue);
            reject(error);
          },
        };
        try {
          queue.push(call);
        } catch (error) {
          reject(error);
          return;
        }
        signal?.addEventListener('abort', leaveQueue, { once: true });
        dispatch();
      });
    },
    stats: () => ({
      size,
      processes: all.size,
      busy: all.size - idle.length,
      queued: queue.length,
      ...counts,
    }),
    async close() {
      isClosed = true;
      for (const call of queue.clear()) call.reject(aborted());
      const ended = [...all].map((worker) => {
        worker.kill(aborted());
        return worker.ended;
      });
      await Promise.all(ended);
    },
  };
}
