/** Starts an instance of this program in a process of its own, on a data folder that is thrown away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Administration } from '../../accounts/commands.js';
import { CliError } from '../cli-error.js';
import { readInstanceFile } from '../instance-file.js';
import { remoteAdministration } from '../remote-administration.js';
import { peakTreeMemory } from './tree-memory.js';

export interface ThrowAwayInstance {
  readonly url: string;
  readonly administration: Administration;
  /** Most memory that the service and its compute processes held together, so far; null where unknown. */
  peakMemoryBytes(): number | null;
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;
const keptLogCharacters = 4000;

export async function startThrowAwayInstance(dataDir: string): Promise<ThrowAwayInstance> {
  const program = fileURLToPath(new URL('../../../bin/contrafact', import.meta.url));
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CONTRAFACT_'));
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      ...Object.fromEntries(own),
      CONTRAFACT_DATA_DIR: dataDir,
      CONTRAFACT_HOST: '127.0.0.1',
      CONTRAFACT_PORT: '0',
      CONTRAFACT_CALLBACK_HTTP: 'true',
      CONTRAFACT_EGRESS_ALLOW: '127.0.0.0/8:*',
      CONTRAFACT_LOG_LEVEL: 'warn',
    },
    // The channel closes with this process, however it ends: the service stops then.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-keptLogCharacters);
    });
  }
  const killWithUs = (): void => void child.kill('SIGKILL');
  process.once('exit', killWithUs);
  const memory = peakTreeMemory(child.pid ?? 0);
  try {
    const file = await whenReady(child, dataDir, () => log);
    return {
      url: file.url,
      administration: remoteAdministration(file),
      peakMemoryBytes: () => memory.peakBytes(),
      async stop() {
        memory.stop();
        await end(child);
        process.off('exit', killWithUs);
      },
    };
  } catch (error) {
    memory.stop();
    child.kill('SIGKILL');
    throw error;
  }
}

async function whenReady(
  child: ChildProcess,
  dataDir: string,
  log: () => string,
): Promise<NonNullable<ReturnType<typeof readInstanceFile>>> {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new CliError(`The instance ended with ${child.exitCode ?? child.signalCode}:\n${log()}`);
    }
    const file = readInstanceFile(dataDir);
    if (file && (await isReady(file.url))) return file;
    if (performance.now() > deadline) throw new CliError(`The instance does not get ready:\n${log()}`);
    await sleep(100);
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
