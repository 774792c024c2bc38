/** A whole instance in one file, and back: the same for the embedded engine and PostgreSQL, for folders and object stores. */

import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Config } from '../config.js';
import type { ReportProgress } from '../domain/compute.js';
import {
  BackupFileError,
  type BackupWriter,
  backupFormat,
  backupVersion,
  createBackup,
  readBackup,
} from '../storage/copy/backup-file.js';
import { readTable } from '../storage/copy/read-table.js';
import {
  describeTables,
  inSnapshot,
  readMigrations,
  readSequences,
  sumTable,
  type TableShape,
  type TableSum,
} from '../storage/copy/tables.js';
import { CopyRefusedError, type CopyTarget, differences, openCopyTarget } from '../storage/copy/target.js';
import { openDatabase } from '../storage/database.js';
import { lockInstance } from '../storage/instance-lock.js';
import { migrate } from '../storage/migrate.js';
import { migrations } from '../storage/migrations/all.js';
import type { BlobStore } from '../storage/ports.js';
import { openBlobs } from './blobs.js';
import { putVerified } from './copy-blobs.js';
import { openInstance } from './instance.js';

export interface BackupReport {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  /** Files of songs that were deleted while the backup was written. */
  readonly missing: number;
}

export interface BackupWork {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

/**
 * Writes the instance of `config` to `path`. The embedded engine must not be running (InstanceLockedError); PostgreSQL
 * may: the file holds one moment of it.
 */
export async function backupInstance(config: Config, path: string, work: BackupWork): Promise<BackupReport> {
  const instance = await openInstance(config, pino({ level: 'silent' }));
  const blobs = await openBlobs(config).catch(async (error: unknown) => {
    await instance.close();
    throw error;
  });
  const file = createBackup(path);
  try {
    const report = await inSnapshot(instance.db, (db) => writeAll(db, blobs, file, work));
    await file.finish();
    return report;
  } catch (error) {
    await file.abandon();
    throw error;
  } finally {
    await blobs.close();
    await instance.close();
  }
}

async function writeAll(
  db: Parameters<typeof describeTables>[0],
  blobs: BlobStore,
  file: BackupWriter,
  { signal, onProgress }: BackupWork,
): Promise<BackupReport> {
  const { names } = await readMigrations(db);
  const header = {
    format: backupFormat,
    version: backupVersion,
    createdAt: new Date().toISOString(),
  } as const;
  await file.write({ type: 'header', ...header, migrations: names });
  const tables: Record<string, TableSum> = {};
  const shapes = await describeTables(db);
  for (const [index, shape] of shapes.entries()) {
    tables[shape.name] = await sumTable(db, shape);
    for await (const { json, rows } of readTable(db, shape, null)) {
      signal.throwIfAborted();
      onProgress(index / shapes.length / 2, `rows of ${shape.name}`);
      const content = Buffer.from(json);
      await file.write({ type: 'rows', table: shape.name, rows, bytes: content.length }, content);
    }
  }
  const songs = await sql<{ key: string; sha256: string; bytes: number }>`
    select blob_key as key, sha256, bytes from music order by blob_key`.execute(db);
  let bytesWritten = 0;
  let missing = 0;
  for (const [index, { key, sha256, bytes }] of songs.rows.entries()) {
    signal.throwIfAborted();
    onProgress(0.5 + index / songs.rows.length / 2, 'files');
    const content = await blobs.open(key).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (content === null) {
      missing += 1;
      continue;
    }
    await file.write({ type: 'blob', key, sha256, bytes }, content as AsyncIterable<Uint8Array>);
    bytesWritten += bytes;
  }
  await file.write({ type: 'end', tables, sequences: await readSequences(db), sha256: file.sha256() });
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, files: songs.rows.length - missing, bytes: bytesWritten, missing };
}

/**
 * Puts a backup into the empty instance of `config`, then brings it to this version's schema. Throws BackupFileError
 * for a damaged file, CopyRefusedError for an instance that is not empty. What a call that failed left is begun anew.
 */
export async function restoreInstance(config: Config, path: string, work: BackupWork): Promise<BackupReport> {
  const lock = config.databaseUrl === null ? lockInstance(config.dataDir) : null;
  try {
    const blobs = await openBlobs(config);
    try {
      return await restoreInto(config, blobs, path, work);
    } finally {
      await blobs.close();
    }
  } finally {
    lock?.release();
  }
}

async function restoreInto(
  config: Config,
  blobs: BlobStore,
  path: string,
  { signal, onProgress }: BackupWork,
): Promise<BackupReport> {
  const report = { rows: 0, files: 0, bytes: 0, missing: 0 };
  let open: { db: Parameters<typeof describeTables>[0]; close(): Promise<void> } | null = null;
  let target: CopyTarget | null = null;
  let shapes = new Map<string, TableShape>();
  try {
    for await (const { record, content } of readBackup(path)) {
      signal.throwIfAborted();
      if (record.type === 'header') {
        open = await openDatabase(
          { url: config.databaseUrl, folder: `${config.dataDir}/db` },
          migrationsOf(record.migrations),
        );
        target = await openCopyTarget(open.db, path, { resumes: false });
        shapes = new Map((await describeTables(open.db)).map((shape) => [shape.name, shape]));
      } else if (record.type === 'rows') {
        const shape = shapes.get(record.table);
        if (!shape)
          throw new BackupFileError(`The file has rows of a table ${record.table} that its schema has not.`);
        await target!.insert(shape, (await buffer(content())).toString('utf8'), '');
        report.rows += record.rows;
        onProgress(0.5, `rows of ${record.table}`);
      } else if (record.type === 'blob') {
        await putVerified(blobs, record.key, content(), record.sha256);
        report.files += 1;
        report.bytes += record.bytes;
        onProgress(0.75, `${report.files} files`);
      } else {
        await target!.setSequences(record.sequences);
        const wrong = differences(
          new Map(Object.entries(record.tables)),
          await target!.sums([...shapes.values()]),
        );
        if (wrong.length > 0)
          throw new CopyRefusedError(`What was restored differs from the backup: ${wrong.join('; ')}.`);
        await target!.finish();
        await migrate(open!.db, migrations);
      }
    }
    return report;
  } finally {
    await open?.close();
  }
}

/** This version's migrations up to those of the file: its rows fit no other schema. */
function migrationsOf(names: readonly string[]): typeof migrations {
  const known = migrations.slice(0, names.length);
  if (known.length < names.length || known.some(({ name }) => !names.includes(name))) {
    throw new BackupFileError(
      'The backup is of a newer version of Contrafact. Restore it with that version.',
    );
  }
  return known;
}
