/** Opens what every role needs: the data folder's lock, the database, and the stores on it. */

import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { ConfigError } from '../domain/config-error.js';
import { packageVersion } from '../package-version.js';
import { accountStore } from '../storage/accounts.js';
import { callbackSettingsStore } from '../storage/callback-settings.js';
import { unfinishedCopyOf } from '../storage/copy/target.js';
import { makeDataFolder } from '../storage/data-folder.js';
import { type OpenDatabase, openDatabase } from '../storage/database.js';
import { lockInstance } from '../storage/instance-lock.js';
import { keyStore } from '../storage/keys.js';
import { migrations } from '../storage/migrations/all.js';
import { type DatabaseLimits, patientLimits } from '../storage/postgres/limits.js';
import type { Database } from '../storage/schema.js';

export interface Instance {
  readonly config: Config;
  readonly log: Logger;
  readonly database: OpenDatabase;
  readonly db: Kysely<Database>;
  readonly accounts: ReturnType<typeof accountStore>;
  readonly keys: ReturnType<typeof keyStore>;
  readonly callbackSettings: ReturnType<typeof callbackSettingsStore>;
  close(): Promise<void>;
}

/** A move or a restore into this database was cut off: what is there is half an instance. */
class UnfinishedCopyError extends ConfigError {
  constructor() {
    super([
      'A move or restore into this database was interrupted. Run the same command again; it ends with a whole instance.',
    ]);
    this.name = 'UnfinishedCopyError';
  }
}

/**
 * Throws InstanceLockedError when another process owns the embedded database. A PostgreSQL server has no owner:
 * any number of processes may open it. `limits` are the service's own; a command takes as long as it takes.
 */
export async function openInstance(
  config: Config,
  log: Logger,
  limits: DatabaseLimits = patientLimits,
): Promise<Instance> {
  // Also on PostgreSQL: caches, and the file by which commands find the service, are here whatever holds the rows.
  makeDataFolder(config.dataDir);
  const lock = config.databaseUrl === null ? lockInstance(config.dataDir) : null;
  try {
    const database = await openDatabase(
      { url: config.databaseUrl, folder: `${config.dataDir}/db`, beginsUnpacked: true, limits },
      migrations,
      { version: packageVersion(), onNotice: (message, fields) => log.warn(fields, message) },
    );
    const { db, wakeUps } = database;
    if ((await unfinishedCopyOf(db)) !== null) {
      await database.close();
      throw new UnfinishedCopyError();
    }
    return {
      config,
      log,
      database,
      db,
      accounts: accountStore(db),
      keys: keyStore(db),
      callbackSettings: callbackSettingsStore(db, () => wakeUps.wake('messages')),
      async close() {
        await database.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}
