/** Opens the database, embedded or PostgreSQL, brings its schema up to date and hands out Kysely. */
import { Kysely, PostgresDialect } from 'kysely';
import { openEmbedded } from './embedded.js';
import { type Migration, migrate } from './migrate.js';
import { pglitePool } from './pglite-pool.js';
import { postgresPool } from './postgres-pool.js';
import type { Database } from './schema.js';
import { createWakeUps, type WakeUps } from './wake-ups.js';

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly engine: 'embedded' | 'postgres';
  readonly wakeUps: WakeUps;
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** postgres://…; the embedded database in `folder` where null. */
  readonly url: string | null;
  readonly folder: string;
}

export async function openDatabase(
  location: DatabaseLocation,
  migrations: readonly Migration[],
): Promise<OpenDatabase> {
  const pool =
    location.url === null ? pglitePool(await openEmbedded(location.folder)) : postgresPool(location.url);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, migrations);
    const wakeUps = await createWakeUps(location.url);
    return {
      db,
      engine: location.url === null ? 'embedded' : 'postgres',
      wakeUps,
      async close() {
        await wakeUps.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
