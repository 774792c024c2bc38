/**
 * A compute process: runs one kernel at a time, sees neither database nor network secrets, and may be killed at
 * any moment. Started by the pool with IPC; ends when the pool is gone.
 */
import { setPriority, tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { type OpenPcmStream, openPcm } from '../audio/decode.js';
import { DecodeError } from '../audio/decode-error.js';
import { startWatchdog } from '../audio/watchdog.js';
import { type AskingTools, ComputeError, type Kernel, type ReportProgress } from '../domain/compute.js';
import { isDiskFull } from '../domain/disk-full.js';
import { setSandbox } from '../sandbox/in-force.js';
import type {
  ComputeSettings,
  FailedMessage,
  MessageFromProcess,
  MessageToProcess,
  RunMessage,
} from './protocol.js';
import { Questions } from './questions.js';

const progressIntervalMs = 100;

const settings = JSON.parse(process.argv[2] ?? '') as ComputeSettings;
type KernelTable = Readonly<Record<string, () => Promise<Kernel>>>;

function send(message: MessageFromProcess): void {
  process.send?.(message);
}

/** Of the kernel that runs: one that ended without waiting for its answer leaves nothing to the next. */
let questions = new Questions(send);

/** Passes on at most ten reports a second: a kernel may report in its inner loop. */
function throttledProgress(): ReportProgress {
  let lastMs = Number.NEGATIVE_INFINITY;
  return (fraction, stage) => {
    const nowMs = performance.now();
    if (nowMs - lastMs < progressIntervalMs && fraction < 1) return;
    lastMs = nowMs;
    send({ type: 'progress', fraction: Math.min(1, Math.max(0, fraction)), stage });
  };
}

function describe(error: unknown): FailedMessage {
  if (error instanceof ComputeError) {
    const code = error instanceof DecodeError ? error.code : null;
    return { type: 'failed', failure: error.failure, code, message: error.message };
  }
  if (isDiskFull(error)) {
    // Kernels keep nothing: what they write is temporary.
    const message = `No room is left for temporary files in ${tmpdir()}. Make room there, or name another folder with TMPDIR.`;
    return { type: 'failed', failure: 'disk-full', code: null, message };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { type: 'failed', failure: 'internal', code: null, message };
}

async function run(kernels: KernelTable, { kernel: name, input }: RunMessage): Promise<void> {
  const streams: OpenPcmStream[] = [];
  questions = new Questions(send);
  const tools: AskingTools<unknown, unknown> = {
    decode: async (path, format) => {
      const stream = await openPcm(path, format, settings.decodeLimits);
      streams.push(stream);
      return stream;
    },
    progress: throttledProgress(),
    ask: (question) => questions.ask(question),
    modelsDir: settings.modelsDir,
  };
  try {
    const load = Object.hasOwn(kernels, name) ? kernels[name] : undefined;
    if (load === undefined) throw new ComputeError('internal', `There is no kernel named ${name}.`);
    const kernel = await load();
    send({ type: 'result', output: await kernel.run(input, tools) });
  } catch (error) {
    send(describe(error));
  } finally {
    // A kernel that fails, or has heard enough, leaves its decoding processes behind.
    for (const stream of streams) stream.close();
  }
}

try {
  setPriority(10); // children inherit it: answering HTTP comes before computing
} catch {
  // Some sandboxes forbid even this; then the system shares the processor evenly.
}
// A terminal's Ctrl-C reaches the whole group; when to stop is the pool's decision.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
process.on('disconnect', () => process.exit(0));
startWatchdog(settings);
setSandbox(settings.sandbox, settings.hiddenFolders);
const { kernels } = (await import(settings.kernelsUrl)) as { kernels: KernelTable };
process.on('message', (message: MessageToProcess) => {
  if (message.type === 'answer') {
    questions.answered(message);
    return;
  }
  // Not in the message's own turn, where an exception would end the process without an answer.
  void setImmediate().then(() => run(kernels, message));
});
send({ type: 'ready' });
