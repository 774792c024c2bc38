/**
 * A real instance of the built program for whole-service tests: a process of its own, a throw-away data folder, a
 * port that the system picks. Call `stop()` in `afterAll`; what is left over is killed with the test process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { furnishDatabase } from '../../src/storage/test-support/migrated-database.js';
import { cleanEnvironment, programPath, projectRoot } from './run-cli.js';

export interface InstanceOptions {
  /** Settings beside the data folder and the port; in short rounds uploads are described only when asked for. */
  readonly env?: Readonly<Record<string, string>>;
  /** An existing data folder, which `stop` leaves in place. */
  readonly dataDir?: string;
  /** Without a database: the instance makes its own, as a person's first start does. A copy of one ready where false. */
  readonly isFirstStart?: boolean;
}

export interface TestAccount {
  readonly accountId: string;
  readonly apiKey: string;
  readonly signingSecret: string;
}

export type Plan = 'free' | 'pro' | 'enterprise';

interface InstanceFile {
  url: string;
  socket: string;
  pid: number;
}

/** As the service does by default: every upload is described, seconds of work that most tests never look at. */
export const describingUploads = { CONTRAFACT_DESCRIBE_UPLOADS: 'true' };
const usually =
  process.env.CONTRAFACT_TEST_ROUNDS === 'all' ? describingUploads : { CONTRAFACT_DESCRIBE_UPLOADS: 'false' };

const startTimeoutMs = 150_000;
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) killGroup(child);
});

/** The whole service at once: the process and everything it started. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Starts `contrafact serve` and resolves when `/readyz` answers 200. */
export async function startInstance(options: InstanceOptions = {}): Promise<Instance> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'contrafact-test-'));
  const isEmbedded = options.env?.CONTRAFACT_DATABASE_URL === undefined;
  if (isEmbedded && options.isFirstStart !== true) furnishDatabase(dataDir);
  const instance = new Instance(dataDir, options.dataDir === undefined, options.env ?? {});
  await instance.start();
  return instance;
}

export class Instance {
  private child: ChildProcess | null = null;
  private file: InstanceFile | null = null;
  private output = '';

  constructor(
    readonly dataDir: string,
    private readonly ownsDataDir: boolean,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** `http://127.0.0.1:port`, without a slash at the end. It changes with a restart. */
  get url(): string {
    return this.running().url;
  }

  /** False once it was ended, or ended by itself. */
  get isRunning(): boolean {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  get pid(): number {
    return this.running().pid;
  }

  /** Everything that all processes of this instance have printed. */
  get logs(): string {
    return this.output;
  }

  /** The environment by which commands find this instance. */
  get env(): Record<string, string> {
    return { CONTRAFACT_DATA_DIR: this.dataDir, ...this.settings };
  }

  async start(): Promise<void> {
    rmSync(join(this.dataDir, 'instance.json'), { force: true });
    const child = spawn(process.execPath, [programPath, 'serve'], {
      cwd: projectRoot,
      env: cleanEnvironment({ CONTRAFACT_PORT: '0', ...usually, ...this.env }),
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that kill9 takes the compute processes with it.
      detached: true,
    });
    this.child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    const deadline = Date.now() + startTimeoutMs;
    while (!(await this.isReady(child.pid))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error(`the instance ended with ${child.exitCode ?? child.signalCode}:\n${this.output}`);
      }
      if (Date.now() > deadline) throw new Error(`the instance does not get ready:\n${this.output}`);
      await sleep(50);
    }
  }

  /** Runs an administration command in the instance, as the command line does. */
  async command<Answer>(name: string, given: object): Promise<Answer> {
    const client = new Client('http://localhost', { socketPath: this.running().socket });
    try {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: `/internal/v1/commands/${name}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ arguments: given }),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${name}: ${statusCode} ${text}`);
      return (JSON.parse(text) as { answer: Answer }).answer;
    } finally {
      await client.destroy();
    }
  }

  /** Path of the socket for commands of this machine. */
  get socket(): string {
    return this.running().socket;
  }

  async account(plan: Plan = 'enterprise'): Promise<TestAccount> {
    const created = await this.command<{ account_id: string; api_key: string; signing_secret: string }>(
      'createAccount',
      { name: `A test's ${plan} account`, plan },
    );
    return {
      accountId: created.account_id,
      apiKey: created.api_key,
      signingSecret: created.signing_secret,
    };
  }

  /** Ends it in order and returns the exit code; removes the data folder if it made it. */
  async stop(): Promise<number | null> {
    const code = await this.end('SIGTERM');
    // Compute processes that were told to end may still be writing.
    if (this.ownsDataDir)
      rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    return code;
  }

  /** Ends it in order and keeps the data. */
  halt(signal: 'SIGTERM' | 'SIGHUP' = 'SIGTERM'): Promise<number | null> {
    return this.end(signal);
  }

  /** The whole service at once, compute processes too: it is gone when this resolves. */
  async kill9(): Promise<void> {
    await this.end('SIGKILL');
  }

  async restart(): Promise<void> {
    if (this.child) await this.end('SIGTERM');
    await this.start();
  }

  private running(): InstanceFile {
    if (!this.file) throw new Error('the instance is not running');
    return this.file;
  }

  private async isReady(pid: number | undefined): Promise<boolean> {
    try {
      const file = JSON.parse(readFileSync(join(this.dataDir, 'instance.json'), 'utf8')) as InstanceFile;
      if (file.pid !== pid) return false;
      this.file = file;
      return (await fetch(`${file.url}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  private end(signal: NodeJS.Signals): Promise<number | null> {
    const { child } = this;
    this.child = null;
    this.file = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve(null);
    return new Promise((resolve) => {
      child.once('exit', (code) => resolve(code));
      if (signal === 'SIGKILL') killGroup(child);
      else child.kill(signal);
    });
  }
}
