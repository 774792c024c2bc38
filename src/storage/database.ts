/** Opens the database, embedded or PostgreSQL, brings its schema up to date and hands out Kysely. */
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { DatabaseStartError } from '../domain/database-start-error.js';
import { openEmbedded } from './embedded.js';
import { embeddedStartFailure } from './embedded-start-failure.js';
import { embeddedProbe, type HealthProbe, postgresProbe } from './health-probe.js';
import { unpackInitialDatabase } from './initial-database.js';
import { type Migration, type MigrationOptions, migrate } from './migrate.js';
import { pglitePool } from './pglite-pool.js';
import { readDatabaseUrl } from './postgres/database-url.js';
import { firstConnection } from './postgres/first-connection.js';
import { type DatabaseLimits, patientLimits } from './postgres/limits.js';
import { isServerFailure, startFailure } from './postgres/start-failure.js';
import { type ConnectionStats, postgresPool } from './postgres-pool.js';
import type { Database } from './schema.js';
import { createWakeUps, type WakeUps } from './wake-ups.js';

export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly engine: 'embedded' | 'postgres';
  readonly wakeUps: WakeUps;
  /** Null for the embedded engine. */
  readonly connections: (() => ConnectionStats) | null;
  /** Rejects where the database cannot be used; never waits behind the pool of a PostgreSQL server. */
  checkHealth(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** postgres://…; the embedded database in `folder` where null. */
  readonly url: string | null;
  readonly folder: string;
  /** What a new embedded database begins with: PGlite's tar file of another. Nothing where left out. */
  readonly initialData?: Blob;
  /** A new embedded database begins with the one that ships (initial-database.ts). */
  readonly beginsUnpacked?: boolean;
  /** Of PostgreSQL alone; none where left out. */
  readonly limits?: DatabaseLimits;
}

/** Throws DatabaseStartError, with what to do, where the database cannot be used. */
export async function openDatabase(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  options: MigrationOptions = {},
): Promise<OpenDatabase> {
  try {
    if (location.url === null && location.beginsUnpacked) unpackInitialDatabase(location.folder);
    return await open(location, migrations, options);
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error;
    if (location.url === null) throw embeddedStartFailure(error, location.folder);
    throw isServerFailure(error) ? startFailure(error, readDatabaseUrl(location.url)) : error;
  }
}

async function open(
  location: DatabaseLocation,
  migrations: readonly Migration[],
  options: MigrationOptions,
): Promise<OpenDatabase> {
  const { pool, probe, connectionString, connections } = await openEngine(location, () => db);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: observed(pool, probe) }) });
  try {
    await migrate(db, migrations, options);
    const wakeUps = await createWakeUps(connectionString);
    return {
      db,
      engine: location.url === null ? 'embedded' : 'postgres',
      wakeUps,
      connections,
      checkHealth: () => probe.check(),
      async close() {
        await wakeUps.close();
        await probe.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await probe.close();
    await db.destroy();
    throw error;
  }
}

interface Engine {
  readonly pool: PostgresPool;
  readonly probe: HealthProbe;
  /** Null for the embedded engine. */
  readonly connectionString: string | null;
  readonly connections: (() => ConnectionStats) | null;
}

async function openEngine(location: DatabaseLocation, db: () => Kysely<Database>): Promise<Engine> {
  const { url, folder, initialData, limits = patientLimits } = location;
  if (url === null) {
    const reopen = (): ReturnType<typeof openEmbedded> => openEmbedded(folder);
    // What is in memory alone is gone with its engine.
    const pool = pglitePool(
      await openEmbedded(folder, initialData),
      folder.startsWith('memory://') ? undefined : reopen,
    );
    return { pool, probe: embeddedProbe(db), connectionString: null, connections: null };
  }
  const address = await firstConnection(url, limits);
  const { connectionString } = address;
  const pool = postgresPool(address, limits);
  return { pool, probe: postgresProbe(connectionString), connectionString, connections: pool.stats };
}

/** The same pool; `probe` learns of every statement that failed. */
function observed(pool: PostgresPool, probe: HealthProbe): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
        try {
          return await client.query(text, parameters);
        } catch (error) {
          probe.note(error);
          throw error;
        }
      };
      // The interface also has cursors, which nothing here asks for.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
}
