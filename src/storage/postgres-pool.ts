import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';

const int8Oid = 20;

/**
 * A connection pool that reads bigint as number, as PGlite does: nothing stored here nears 2^53.
 * A query waits up to 15 s for a connection, then fails; whoever asked tries again. Where the server cannot be had,
 * both reject with StorageUnavailableError.
 */
export function postgresPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 15_000,
    // A peer that vanished without a word is noticed, also by a connection that only waits.
    keepAlive: true,
    application_name: 'contrafact',
    types: {
      getTypeParser: (oid, format) => (oid === int8Oid ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // A connection that the server closes is replaced at the next query. Without listeners it is a crash: the pool
  // tells of idle connections only, and one that is cut between two statements of a transaction tells by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw new StorageUnavailableError(error);
      });
      return withKnownFailures(client);
    },
    end: () => pool.end(),
  };
}

function withKnownFailures(client: pg.PoolClient): PostgresPoolClient {
  async function query(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    try {
      return (await client.query(text, [...parameters])) as unknown as PostgresQueryResult<unknown>;
    } catch (error) {
      throw isAway(error) ? new StorageUnavailableError(error) : error;
    }
  }
  // The interface also has cursors, which nothing here asks for. A broken connection goes back to the pool as one.
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}

/**
 * Whether the server went away or has no room, by the class of its error (PostgreSQL manual, appendix A): connection
 * exception, insufficient resources, operator intervention, system error. Without a class the connection itself broke.
 */
function isAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return true;
  return ['08', '53', '57', '58'].includes(code.slice(0, 2));
}
