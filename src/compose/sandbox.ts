/** The sandbox of compute and decoding processes, with the folders of this instance. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whySandboxFails } from '../compute/try-sandbox.js';
import type { Config } from '../config.js';
import { ConfigError } from '../domain/config-error.js';
import { makeFolder } from '../make-folder.js';
import { sandboxCandidates, thisMachine } from '../sandbox/candidates.js';
import { chooseSandbox, type SandboxChoice, unmetRequirement } from '../sandbox/choose.js';
import { protection, type SandboxFolders } from '../sandbox/plan.js';
import { keepFolder, removeLeftBehind } from './kept-folder.js';

export interface Sandbox extends SandboxChoice {
  readonly folders: SandboxFolders;
  /** Removes the folder that the service shares with compute processes. */
  close(): Promise<void>;
}

/** Another than that of 1.0.0, whose processes do not keep theirs. */
const scratchPrefix = 'contrafact-work-';

/** The part of a pino logger that is used. */
interface SandboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/**
 * Opens the strongest sandbox that works. Files between the service and compute processes lie in a folder of their
 * own from now on, which is this process's temporary folder.
 * @throws ConfigError where CONTRAFACT_SANDBOX requires what does not work here
 */
export async function openSandbox(config: Config, log: SandboxLog): Promise<Sandbox> {
  const { dataDir, modelsDir, computeMemoryMb: memoryMb } = config;
  await removeLeftBehind(tmpdir(), scratchPrefix);
  const scratchDir = await mkdtemp(join(tmpdir(), scratchPrefix));
  const folders = await foldersOf(config, scratchDir);
  const candidates = config.sandbox === 'off' ? [] : sandboxCandidates(thisMachine());
  const choice = await chooseSandbox(candidates, (plan) =>
    whySandboxFails(plan, { folders, dataDir, scratchDir, modelsDir, memoryMb }),
  );
  const unmet = config.sandbox === 'require' ? unmetRequirement(choice) : null;
  if (unmet !== null) {
    await rm(scratchDir, { recursive: true, force: true });
    throw new ConfigError([unmet]);
  }
  const { plan, rejected } = choice;
  const fields = { sandbox: plan.level, protection: protection[plan.level] };
  if (plan.level === 'namespaces' || config.sandbox === 'off') log.info(fields, 'sandbox in force');
  else log.warn({ ...fields, rejected }, 'a weaker sandbox is in force: see docs/security.md');
  const stopKeeping = keepFolder(scratchDir);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = scratchDir;
  return {
    ...choice,
    folders,
    async close() {
      stopKeeping();
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      await rm(scratchDir, { recursive: true, force: true });
    },
  };
}

async function foldersOf({ dataDir, blobs, modelsDir }: Config, scratchDir: string): Promise<SandboxFolders> {
  const readable = [join(dataDir, 'cache'), modelsDir, ...(blobs.kind === 'disk' ? [blobs.folder] : [])];
  for (const folder of readable) {
    try {
      makeFolder(folder);
    } catch {
      // A models folder may be another's, and absent: it then stays out of sight until the next start.
    }
  }
  return {
    readable: readable.filter((folder) => existsSync(folder)),
    writable: [scratchDir],
    hidden: [dataDir],
  };
}
