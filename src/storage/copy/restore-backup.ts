/** Puts a backup into an empty instance. */
import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { type Migration, migrate } from '../migrate.js';
import { migrations } from '../migrations/all.js';
import type { BlobStore } from '../ports.js';
import type { Database } from '../schema.js';
import { BackupFileError, readBackup } from './backup-file.js';
import type { BackupReport, CopyWork } from './ports.js';
import { putVerified } from './put-verified.js';
import { describeTables, type TableShape } from './tables.js';
import { CopyRefusedError, type CopyTarget, differences, openCopyTarget } from './target.js';

interface EmptyDatabase {
  readonly db: Kysely<Database>;
  close(): Promise<void>;
}

export interface RestoreTarget {
  /** Opens the database with the schema that these migrations make. */
  openEmpty(migrations: readonly Migration[]): Promise<EmptyDatabase>;
  readonly blobs: BlobStore;
}

/**
 * Then brings it to this version's schema. Throws BackupFileError for a damaged file, CopyRefusedError for an instance
 * that is not empty. What a call that failed left is begun anew.
 */
export async function restoreBackup(
  path: string,
  { openEmpty, blobs }: RestoreTarget,
  { signal, onProgress }: CopyWork,
): Promise<BackupReport> {
  const report = { rows: 0, files: 0, bytes: 0, missing: 0 };
  let open: EmptyDatabase | null = null;
  let target: CopyTarget | null = null;
  let shapes = new Map<string, TableShape>();
  try {
    for await (const { record, content } of readBackup(path)) {
      signal.throwIfAborted();
      if (record.type === 'header') {
        open = await openEmpty(migrationsOf(record.migrations));
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
