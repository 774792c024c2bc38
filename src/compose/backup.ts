/** A whole instance in one file, and back. */
import { pino } from 'pino';
import type { Config } from '../config.js';
import { createBackup } from '../storage/copy/backup-file.js';
import { requireEmbeddedSource } from '../storage/copy/embedded-source.js';
import type { BackupReport, CopyWork } from '../storage/copy/ports.js';
import { type RestoreTarget, restoreBackup } from '../storage/copy/restore-backup.js';
import { inSnapshot } from '../storage/copy/tables.js';
import { writeBackup } from '../storage/copy/write-backup.js';
import { openDatabase } from '../storage/database.js';
import { lockInstance } from '../storage/instance-lock.js';
import { openBlobs } from './blobs.js';
import { openInstance } from './instance.js';

/**
 * Writes the instance of `config` to `path`. The embedded engine must be there (CopyRefusedError) and not be running
 * (InstanceLockedError); PostgreSQL may: the file holds one moment of it.
 */
export async function backupInstance(config: Config, path: string, work: CopyWork): Promise<BackupReport> {
  if (config.databaseUrl === null) requireEmbeddedSource(config.dataDir);
  const instance = await openInstance(config, pino({ level: 'silent' }));
  const blobs = await openBlobs(config).catch(async (error: unknown) => {
    await instance.close();
    throw error;
  });
  const file = createBackup(path);
  try {
    const report = await inSnapshot(instance.db, (db) => writeBackup(db, blobs, file, work));
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

/**
 * Puts a backup into the empty instance of `config`, then brings it to this version's schema. Throws BackupFileError
 * for a damaged file, CopyRefusedError for an instance that is not empty. What a call that failed left is begun anew.
 */
export async function restoreInstance(config: Config, path: string, work: CopyWork): Promise<BackupReport> {
  const lock = config.databaseUrl === null ? lockInstance(config.dataDir) : null;
  try {
    const blobs = await openBlobs(config);
    try {
      const location = { url: config.databaseUrl, folder: `${config.dataDir}/db` };
      const openEmpty: RestoreTarget['openEmpty'] = (migrations) => openDatabase(location, migrations);
      return await restoreBackup(path, { openEmpty, blobs }, work);
    } finally {
      await blobs.close();
    }
  } finally {
    lock?.release();
  }
}
