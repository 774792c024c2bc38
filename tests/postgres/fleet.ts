/** Several processes of the built program on one PostgreSQL database and one folder of blobs. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describingUploads, type Instance, startInstance } from '../support/instance.js';
import { cleanEnvironment, programPath, projectRoot } from '../support/run-cli.js';

export interface WorkerProcess {
  readonly pid: number;
  /** Where it answers health checks. */
  readonly url: string;
  /** Everything it has printed. */
  readonly output: string;
  /** Stops the process and its compute processes in the middle of what they do, until `resume`. */
  pause(): void;
  resume(): void;
  /** The process and its compute processes, at once. */
  kill9(): Promise<void>;
  stop(): Promise<number | null>;
}

export interface Fleet {
  readonly api: Instance;
  readonly workers: readonly WorkerProcess[];
  /** One more worker, with settings of its own besides those of all. */
  addWorker(more?: Readonly<Record<string, string>>): Promise<WorkerProcess>;
  stop(): Promise<void>;
}

/** Starts one `api` and `workers` processes of the role `worker`, each with one slot unless `env` says otherwise. */
export async function startFleet(
  databaseUrl: string,
  workers: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-fleet-'));
  const shared = {
    CONTRAFACT_WORKERS: '1',
    CONTRAFACT_BLOBS: join(folder, 'blobs'),
    ...describingUploads,
    ...env,
    CONTRAFACT_DATABASE_URL: databaseUrl,
  };
  const dataDir = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const running: WorkerProcess[] = [];
  const fleet = {
    workers: running,
    async addWorker(more: Readonly<Record<string, string>> = {}) {
      const worker = await startWorker({
        ...shared,
        ...more,
        CONTRAFACT_DATA_DIR: dataDir(`worker-${running.length}`),
      });
      running.push(worker);
      return worker;
    },
  };
  // All at once: also the migration is theirs to agree about.
  const [api] = await Promise.all([
    startInstance({ dataDir: dataDir('api'), env: { ...shared, CONTRAFACT_ROLE: 'api' } }),
    ...Array.from({ length: workers }, () => fleet.addWorker()),
  ]);
  return {
    ...fleet,
    api: api as Instance,
    async stop() {
      await Promise.all([(api as Instance).stop(), ...running.map((worker) => worker.stop())]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) signalGroup(child, 'SIGKILL');
});

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

async function startWorker(settings: Readonly<Record<string, string>>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [programPath, 'serve', '--json'], {
    cwd: projectRoot,
    env: cleanEnvironment({ ...settings, CONTRAFACT_PORT: '0', CONTRAFACT_ROLE: 'worker' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  started.add(child);
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.once('exit', () => started.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const deadline = Date.now() + 120_000;
  let url: string | undefined;
  while (!url) {
    url = /^\{"url":"([^"]+)"/m.exec(output)?.[1];
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`no worker:\n${output}`);
    await sleep(50);
  }
  return {
    pid: child.pid!,
    url,
    get output() {
      return output;
    },
    pause: () => signalGroup(child, 'SIGSTOP'),
    resume: () => signalGroup(child, 'SIGCONT'),
    async kill9() {
      signalGroup(child, 'SIGKILL');
      await exited;
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return exited;
    },
  };
}
