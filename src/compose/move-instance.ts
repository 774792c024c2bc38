/**
 * Copies an embedded instance to PostgreSQL, and its uploads to another store where one is given. Cut off at any moment,
 * the same call goes on where it stopped. The source is only read.
 */
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { Config } from '../config.js';
import { copyFiles, copyInstance } from '../storage/copy/copy-instance.js';
import { requireEmbeddedSource } from '../storage/copy/embedded-source.js';
import type { CopyReport, CopyWork } from '../storage/copy/ports.js';
import { inSnapshot } from '../storage/copy/tables.js';
import { CopyRefusedError, type CopyTarget } from '../storage/copy/target.js';
import { type OpenDatabase, openDatabase } from '../storage/database.js';
import { migrations } from '../storage/migrations/all.js';
import type { Database } from '../storage/schema.js';
import { openBlobs } from './blobs.js';
import { openInstance } from './instance.js';

export interface MoveOptions extends CopyWork {
  /** The embedded instance. */
  readonly source: Config;
  /** The same settings with the new database, and the new blobs where they move too. */
  readonly target: Config;
  readonly movesBlobs: boolean;
}

/**
 * Throws InstanceLockedError while the source runs, and CopyRefusedError where there is no source, the target holds
 * anything else or the copy does not match.
 */
export async function moveInstance(options: MoveOptions): Promise<CopyReport> {
  const { source, target, movesBlobs } = options;
  requireEmbeddedSource(source.dataDir);
  const from = await openInstance(source, pino({ level: 'silent' }));
  try {
    const to = await openTarget(target.databaseUrl);
    try {
      return await inSnapshot(from.db, (snapshot) => {
        const files = (into: CopyTarget): ReturnType<typeof copyFiles> => moveFiles(snapshot, into, options);
        return copyInstance(snapshot, to.db, movesBlobs ? files : null, options);
      });
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function openTarget(url: string | null): Promise<OpenDatabase> {
  try {
    return await openDatabase({ url, folder: '' }, migrations);
  } catch (error) {
    // A wrong password, a database that is not there: the server's words say which.
    throw new CopyRefusedError(`The new database cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function moveFiles(
  from: Kysely<Database>,
  into: CopyTarget,
  { source, target, ...work }: MoveOptions,
): ReturnType<typeof copyFiles> {
  const [old, fresh] = [await openBlobs(source), await openBlobs(target)];
  try {
    await fresh.check();
    return await copyFiles(from, into, { old, fresh }, work);
  } finally {
    await old.close();
    await fresh.close();
  }
}
