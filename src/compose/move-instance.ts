/**
 * Copies an embedded instance to PostgreSQL, and its uploads to another store where one is given. Cut off at any moment,
 * the same call goes on where it stopped. The source is only read.
 */
import { type Kysely, sql } from 'kysely';
import { pino } from 'pino';
import type { Config } from '../config.js';
import type { ReportProgress } from '../domain/compute.js';
import { readTable } from '../storage/copy/read-table.js';
import {
  describeTables,
  inSnapshot,
  readMigrations,
  readSequences,
  sumTable,
  type TableSum,
} from '../storage/copy/tables.js';
import { CopyRefusedError, type CopyTarget, differences, openCopyTarget } from '../storage/copy/target.js';
import { type OpenDatabase, openDatabase } from '../storage/database.js';
import { migrations } from '../storage/migrations/all.js';
import type { BlobStore } from '../storage/ports.js';
import type { Database } from '../storage/schema.js';
import { openBlobs } from './blobs.js';
import { putVerified } from './copy-blobs.js';
import { openInstance } from './instance.js';

export interface MoveOptions {
  /** The embedded instance. */
  readonly source: Config;
  /** The same settings with the new database, and the new blobs where they move too. */
  readonly target: Config;
  readonly movesBlobs: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

export interface MoveReport {
  readonly tables: ReadonlyArray<{ readonly table: string } & TableSum>;
  /** Files copied now; those of an earlier, interrupted call are not among them. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Throws InstanceLockedError while the source runs, and CopyRefusedError where the target holds anything else or the
 * copy does not match.
 */
export async function moveInstance(options: MoveOptions): Promise<MoveReport> {
  const { source, target } = options;
  const from = await openInstance(source, pino({ level: 'silent' }));
  try {
    const to = await openTarget(target.databaseUrl);
    try {
      return await inSnapshot(from.db, (snapshot) => copyAll(snapshot, to.db, options));
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

async function copyAll(
  from: Kysely<Database>,
  to: Kysely<Database>,
  options: MoveOptions,
): Promise<MoveReport> {
  const { signal, onProgress } = options;
  const { identity } = await readMigrations(from);
  const target = await openCopyTarget(to, identity, { resumes: true });
  const shapes = await describeTables(from);
  const sums = new Map<string, TableSum>();
  for (const shape of shapes) sums.set(shape.name, await sumTable(from, shape));
  const rows = [...sums.values()].reduce((sum, table) => sum + table.rows, 0);
  let copied = 0;
  for (const shape of shapes) {
    for await (const page of readTable(from, shape, await target.progress(shape.name))) {
      signal.throwIfAborted();
      await target.insert(shape, page.json, page.lastKey);
      copied += page.rows;
      onProgress(copied / Math.max(1, rows), `rows of ${shape.name}`);
    }
  }
  await target.setSequences(await readSequences(from));
  const files = options.movesBlobs ? await copyBlobs(from, target, options) : { files: 0, bytes: 0 };
  onProgress(1, 'comparing');
  const wrong = differences(sums, await target.sums(shapes));
  if (wrong.length > 0) {
    throw new CopyRefusedError(
      `The copy differs from its source (${wrong.join('; ')}). The source was changed in between, or the target was used. Empty the target and begin anew.`,
    );
  }
  await target.finish();
  return { tables: [...sums].map(([table, sum]) => ({ table, ...sum })), ...files };
}

async function copyBlobs(
  from: Kysely<Database>,
  target: CopyTarget,
  { source, target: config, signal, onProgress }: MoveOptions,
): Promise<{ files: number; bytes: number }> {
  const [old, fresh] = [await openBlobs(source), await openBlobs(config)];
  try {
    await fresh.check();
    return await copyEach(from, target, { old, fresh, signal, onProgress });
  } finally {
    await old.close();
    await fresh.close();
  }
}

async function copyEach(
  from: Kysely<Database>,
  target: CopyTarget,
  stores: { old: BlobStore; fresh: BlobStore; signal: AbortSignal; onProgress: ReportProgress },
): Promise<{ files: number; bytes: number }> {
  const total = await sql<{
    bytes: number;
  }>`select coalesce(sum(bytes), 0)::float8 as bytes from music`.execute(from);
  const report = { files: 0, bytes: 0 };
  for (let after = (await target.progress('blobs')) ?? ''; ; ) {
    const { rows } = await sql<{ key: string; sha256: string; bytes: number }>`
      select blob_key as key, sha256, bytes from music where blob_key collate "C" > ${after}
      order by blob_key collate "C" limit 100`.execute(from);
    if (rows.length === 0) return report;
    for (const { key, sha256, bytes } of rows) {
      stores.signal.throwIfAborted();
      const content = (await stores.old.open(key)) as AsyncIterable<Uint8Array>;
      await putVerified(stores.fresh, key, content, sha256);
      await target.note('blobs', key);
      report.files += 1;
      report.bytes += bytes;
      stores.onProgress(report.bytes / Math.max(1, total.rows[0]!.bytes), 'files');
      after = key;
    }
  }
}
