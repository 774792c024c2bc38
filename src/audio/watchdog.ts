/**
 * A watch inside a child process, on a thread of its own, so that it works while the main thread is stuck
 * in native code or a long loop. It ends the process when its parent is gone (nobody would ever read the
 * answer) and when memory passes a limit.
 */
import { Worker } from 'node:worker_threads';

/** The signal a process ends itself with when it passes its memory limit, so that its parent recognises it. */
export const memorySignal: NodeJS.Signals = 'SIGUSR2';

// Plain JavaScript as text: a worker file would need another entry, and tsx in it when run from source.
const source = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (workerData.parentPid !== null && process.ppid !== workerData.parentPid) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > workerData.memoryBytes) process.kill(process.pid, workerData.memorySignal);
}, workerData.intervalMs);
`;

export interface WatchdogOptions {
  /** As the parent gave it: asked here, it might already be the process that adopted us. Null is not watched. */
  readonly parentPid: number | null;
  readonly memoryMb: number;
}

const intervalMs = 50;

/** Starts the watch; it never keeps the process alive. */
export function startWatchdog({ parentPid, memoryMb }: WatchdogOptions): void {
  const worker = new Worker(source, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { parentPid, memoryBytes: memoryMb * 1e6, memorySignal, intervalMs },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  worker.unref();
}
