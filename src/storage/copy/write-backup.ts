/** Writes a whole instance into one file: the same for the embedded engine and PostgreSQL, for folders and object stores. */
import type { Kysely } from 'kysely';
import type { BlobStore } from '../ports.js';
import type { Database } from '../schema.js';
import { type BackupWriter, backupFormat, backupVersion } from './backup-file.js';
import type { BackupReport, CopyWork } from './ports.js';
import { readTable } from './read-table.js';
import { listStoredFiles } from './stored-files.js';
import { describeTables, readMigrations, readSequences, sumTable, type TableSum } from './tables.js';

/** `db` is one moment of the database (inSnapshot). The file is the caller's to finish or to abandon. */
export async function writeBackup(
  db: Kysely<Database>,
  blobs: BlobStore,
  file: BackupWriter,
  { signal, onProgress }: CopyWork,
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
  const files = await listStoredFiles(db);
  let bytesWritten = 0;
  let missing = 0;
  for (const [index, { key, sha256, bytes }] of files.entries()) {
    signal.throwIfAborted();
    onProgress(0.5 + index / files.length / 2, 'files');
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
  return { rows, files: files.length - missing, bytes: bytesWritten, missing };
}
