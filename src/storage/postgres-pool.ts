import type { PostgresPool } from 'kysely';
import pg from 'pg';

const int8Oid = 20;

/**
 * A connection pool that reads bigint as number, as PGlite does: nothing stored here nears 2^53.
 * A query waits up to 15 s for a connection, then fails; whoever asked tries again.
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
  return pool as unknown as PostgresPool;
}
