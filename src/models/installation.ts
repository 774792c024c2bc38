/**
 * One installation of a model at a time, and how far it is: a file beside the model's own, so that every process that
 * shares the folder sees it, be it a service or the command line.
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '../make-folder.js';

const stateName = 'contrafact-pull.json';
const cancelName = 'contrafact-pull.cancel';
const beatMs = 1000;
/** A process that has not reported for so long is gone. */
const staleMs = 30_000;

const progress = z.object({
  /** Path inside the model's folder; null before the first file. */
  file: z.string().nullable(),
  /** 0-based. */
  fileIndex: z.number(),
  files: z.number(),
  receivedBytes: z.number(),
  /** Of this file; null where the hub does not say. */
  totalBytes: z.number().nullable(),
});

const record = progress.extend({
  token: z.string(),
  state: z.enum(['running', 'failed', 'cancelled']),
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
  startedAt: z.string(),
});

export type InstallationProgress = z.infer<typeof progress>;

export const nothingReceived: InstallationProgress = {
  file: null,
  fileIndex: 0,
  files: 0,
  receivedBytes: 0,
  totalBytes: null,
};

type StoredInstallation = z.infer<typeof record>;

export interface Installation extends Omit<StoredInstallation, 'state'> {
  /** `interrupted`: its process ended without a word; starting anew continues. */
  readonly state: StoredInstallation['state'] | 'interrupted';
}

/** Another process, or another click, installs the same model at this moment. */
export class InstallationRunningError extends Error {
  constructor(id: string) {
    super(`"${id}" is being installed already. Wait until that is done, or cancel it.`);
  }
}

/** Someone cancelled; what was received stays, and the next attempt continues with it. */
export class InstallationCancelledError extends Error {
  constructor(id: string) {
    super(`The installation of "${id}" was cancelled. Starting it again continues where it stopped.`);
  }
}

/** Null where none runs and the last one succeeded. */
export async function readInstallation(folder: string): Promise<Installation | null> {
  const path = join(folder, stateName);
  const [text, stats] = await Promise.all([
    readFile(path, 'utf8').catch(() => null),
    stat(path).catch(() => null),
  ]);
  if (text === null || stats === null) return null;
  const isFresh = Date.now() - stats.mtimeMs < staleMs;
  const parsed = record.safeParse(parsedJson(text));
  // Read in the middle of its first write.
  if (!parsed.success) return isFresh ? { ...beginning(''), state: 'running' } : null;
  const { state } = parsed.data;
  return { ...parsed.data, state: state === 'running' && !isFresh ? 'interrupted' : state };
}

/** Asks the process that installs to stop: within a second or so. False where none does. */
export async function cancelInstallation(folder: string): Promise<boolean> {
  if ((await readInstallation(folder))?.state !== 'running') return false;
  await writeFile(join(folder, cancelName), '');
  return true;
}

/** What an installation is begun with. */
export interface InstallationStart {
  /** The model's own; made where it is missing. */
  readonly folder: string;
  /** The model's. */
  readonly id: string;
  /** Ends it from outside. */
  readonly signal?: AbortSignal | undefined;
  /** By which whoever started it knows its state in the folder again. */
  readonly token?: string | undefined;
}

/**
 * Runs `work` as the only installation in this folder. How it ends is kept there unless it succeeds, or nothing can be
 * written there.
 * @throws InstallationRunningError, InstallationCancelledError, what `work` throws, or an Error that names a folder in
 * which nothing can be written
 */
export async function asInstallation<Result>(
  { folder, id, signal: outer, token = randomUUID() }: InstallationStart,
  work: (signal: AbortSignal, report: (progress: InstallationProgress) => void) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, stateName);
  let now: StoredInstallation = beginning(token);
  try {
    // As Node's default is: another user's service may read it.
    makeFolder(folder, 0o777);
    await claim(path, folder, id, now);
    await rm(join(folder, cancelName), { force: true });
  } catch (error) {
    throw error instanceof InstallationRunningError ? error : unwritable(folder, error);
  }
  const cancel = new AbortController();
  const signal = outer ? AbortSignal.any([outer, cancel.signal]) : cancel.signal;
  let writing: Promise<void> = Promise.resolve();
  const beat = setInterval(() => {
    // A beat that cannot be written, on a full disk or in a folder that is gone, must not end the process.
    writing = writing
      .then(async () => {
        if (await exists(join(folder, cancelName))) cancel.abort(new InstallationCancelledError(id));
        await replace(path, now);
      })
      .catch(ignore);
  }, beatMs);
  const end = async (last: StoredInstallation | null): Promise<void> => {
    clearInterval(beat);
    await writing;
    await (last === null ? rm(path, { force: true }) : replace(path, last)).catch(ignore);
    await rm(join(folder, cancelName), { force: true }).catch(ignore);
  };
  try {
    const result = await work(signal, (progress) => {
      now = { ...now, ...progress };
    });
    await end(null);
    return result;
  } catch (error) {
    if (signal.aborted) {
      await end({ ...now, state: 'cancelled' });
      throw cancel.signal.aborted ? cancel.signal.reason : error;
    }
    await end({ ...now, state: 'failed', error: error instanceof Error ? error.message : String(error) });
    throw error;
  }
}

const ignore = (): void => {};

function beginning(token: string): StoredInstallation {
  return { ...nothingReceived, token, state: 'running', error: null, startedAt: new Date().toISOString() };
}

function unwritable(folder: string, error: unknown): Error {
  const reason = (error as NodeJS.ErrnoException).code ?? String(error);
  return new Error(
    `Nothing can be written in ${folder} (${reason}). Give the service a models folder that it may write, with free space: CONTRAFACT_MODELS_DIR names another one.`,
    { cause: error },
  );
}

/** Of several that try at once one gets it. */
async function claim(path: string, folder: string, id: string, mine: StoredInstallation): Promise<void> {
  for (let tries = 0; tries < 3; tries++) {
    try {
      return await create(path, JSON.stringify(mine));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const other = await readInstallation(folder);
    if (other?.state === 'running') throw new InstallationRunningError(id);
    const moved = `${path}.${mine.token}`;
    try {
      await rename(path, moved);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      continue;
    }
    const text = await readFile(moved, 'utf8');
    // Between the look and the move another may have begun: it gets its place back.
    if (other !== null && record.safeParse(parsedJson(text)).data?.token !== other.token) {
      await rename(moved, path);
      throw new InstallationRunningError(id);
    }
    await rm(moved, { force: true });
  }
  throw new InstallationRunningError(id);
}

/** A file that is new and whole: on a full disk an empty one would pass for an installation that has just begun. */
async function create(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx');
  try {
    await file.writeFile(text);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

async function replace(path: string, value: StoredInstallation): Promise<void> {
  const temporary = `${path}.${value.token}.tmp`;
  try {
    await writeFile(temporary, JSON.stringify(value));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(ignore);
    throw error;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
