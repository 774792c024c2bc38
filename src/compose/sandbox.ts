/** Chooses the sandbox of compute and decoding processes by trying each in turn, with the folders of this instance. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createComputePool } from '../compute/pool.js';
import type { SandboxCheckInput } from '../compute/sandbox-kernel.js';
import { type Config, ConfigError } from '../config.js';
import { processTarget } from '../sandbox/access.js';
import { noSandbox, type SandboxFolders, type SandboxLevel, type SandboxPlan } from '../sandbox/plan.js';
import { wavHeader } from '../signal/wav.js';

export interface Sandbox {
  readonly plan: SandboxPlan;
  readonly folders: SandboxFolders;
  /** Stronger ones that did not work here, and why. */
  readonly rejected: readonly { readonly level: SandboxLevel; readonly reason: string }[];
  /** Removes the folder that the service shares with compute processes. */
  close(): Promise<void>;
}

/** The part of a pino logger that is used. */
interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const checkSeconds = 60;
/** "nobody" */
const decoderUser = 65_534;

/** What each level keeps a decoder that was taken over from. */
export const protection: Readonly<Record<SandboxLevel, string>> = {
  namespaces:
    'compute and decoding processes have no network, see no other process, and no file but the program and, for computing, uploads, caches and models',
  'other-user':
    "decoding processes run as another user: the service's settings, data folder and memory are closed to them; the network is not",
  process:
    "compute and decoding processes have limits of time and memory, but the service's user: they can read its files and access the network",
};

/**
 * Opens the strongest sandbox that works. Files between the service and compute processes lie in a folder of their
 * own from now on, which is this process's temporary folder.
 * @throws ConfigError where CONTRAFACT_SANDBOX requires what does not work here
 */
export async function openSandbox(config: Config, log: SandboxLog): Promise<Sandbox> {
  const scratch = await mkdtemp(join(tmpdir(), 'contrafact-scratch-'));
  const folders = await foldersOf(config, scratch);
  const rejected: { level: SandboxLevel; reason: string }[] = [];
  let plan = noSandbox;
  for (const candidate of config.sandbox === 'off' ? [] : candidates()) {
    const reason = await whyNot(candidate, folders, config, scratch);
    if (reason === null) {
      plan = candidate;
      break;
    }
    rejected.push({ level: candidate.level, reason });
  }
  if (config.sandbox === 'require' && plan.level !== 'namespaces') {
    await rm(scratch, { recursive: true, force: true });
    const reasons = rejected.map(({ reason }) => reason).join('; ') || 'bubblewrap is not installed';
    throw new ConfigError([`CONTRAFACT_SANDBOX: require, but no namespaces can be had here: ${reasons}`]);
  }
  const fields = { sandbox: plan.level, protection: protection[plan.level] };
  if (plan.level === 'namespaces' || config.sandbox === 'off') log.info(fields, 'sandbox in force');
  else log.warn({ ...fields, rejected }, 'a weaker sandbox is in force: see docs/security.md');
  const before = process.env.TMPDIR;
  process.env.TMPDIR = scratch;
  return {
    plan,
    folders,
    rejected,
    async close() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function foldersOf({ dataDir, blobs, modelsDir }: Config, scratch: string): Promise<SandboxFolders> {
  const readable = [join(dataDir, 'cache'), modelsDir, ...(blobs.kind === 'disk' ? [blobs.folder] : [])];
  for (const folder of readable) await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  // A models folder may be another's, and absent: it then stays out of sight until the next start.
  return {
    readable: readable.filter((folder) => existsSync(folder)),
    writable: [scratch],
    hidden: [dataDir],
  };
}

function candidates(): SandboxPlan[] {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const bubblewrap = findBubblewrap();
  const namespaces = { ...noSandbox, level: 'namespaces', bubblewrap } as const;
  return [
    ...(bubblewrap === null ? [] : [{ ...namespaces, proc: 'own' } as const]),
    // Root owns the kernel's settings in /proc, also without capabilities: it must not see the outer one writable.
    ...(bubblewrap === null || isRoot ? [] : [{ ...namespaces, proc: 'outer' } as const]),
    ...(isRoot ? [{ ...noSandbox, level: 'other-user', decoderUser } as const] : []),
  ];
}

function findBubblewrap(): string | null {
  const folders = ['/usr/bin', '/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(':')];
  return folders.map((folder) => join(folder, 'bwrap')).find((path) => existsSync(path)) ?? null;
}

/** Null where the plan works and keeps what it promises; else what is wrong. */
async function whyNot(
  plan: SandboxPlan,
  folders: SandboxFolders,
  config: Config,
  scratch: string,
): Promise<string | null> {
  const soundPath = join(scratch, 'check.wav');
  const secretPath = join(config.dataDir, `.sandbox-check-${process.pid}`);
  const listener = createServer((socket) => socket.destroy());
  const pool = createComputePool({
    size: 1,
    modelsDir: config.modelsDir,
    timeoutSeconds: checkSeconds,
    memoryMb: config.computeMemoryMb,
    sandbox: { plan, folders },
  });
  try {
    await writeFile(soundPath, secondOfSilence(), { mode: 0o644 });
    await writeFile(secretPath, 'secret', { mode: 0o600 });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const input: SandboxCheckInput = {
      soundPath,
      from: 'decoder',
      targets: {
        processes: [processTarget(process.pid)],
        files: [secretPath],
        ports: plan.level === 'namespaces' ? [port] : [],
        sockets: [],
      },
    };
    const { opened } = await pool.run('sandbox.check', input);
    return opened.length === 0 ? null : `accessible from a decoder: ${opened.join(', ')}`;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? 'it does not start';
  } finally {
    listener.close();
    await Promise.all([pool.close(), rm(secretPath, { force: true }), rm(soundPath, { force: true })]);
  }
}

function secondOfSilence(): Buffer {
  const sampleRateHz = 8000;
  const samples = new Uint8Array(2 * sampleRateHz);
  return Buffer.concat([wavHeader(samples.length, sampleRateHz), samples]);
}
