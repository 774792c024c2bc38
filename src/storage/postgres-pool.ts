import type { PostgresPool } from 'kysely';
import pg from 'pg';

const int8Oid = 20;

/** A connection pool that reads bigint as number, as PGlite does: nothing stored here nears 2^53. */
export function postgresPool(url: string): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 15_000,
    types: {
      getTypeParser: (oid, format) => (oid === int8Oid ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // An idle connection that the server closes is replaced at the next query; without a listener it is a crash.
  pool.on('error', () => {});
  return pool as unknown as PostgresPool;
}
