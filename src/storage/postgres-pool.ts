import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { storageFailure } from './failures.js';
import type { PostgresAddress } from './postgres/first-connection.js';
import type { DatabaseLimits } from './postgres/limits.js';

const int8Oid = 20;

/** Connections of the pool, and statements that wait for one. */
export interface ConnectionStats {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
  readonly max: number;
}

type Query = (text: string, parameters: readonly unknown[]) => Promise<PostgresQueryResult<unknown>>;

/**
 * A connection pool that reads bigint as number, as PGlite does: nothing stored here nears 2^53.
 * A query waits for a connection and for locks as long as `limits` allow, then fails; whoever asked tries again. Where
 * the server is unavailable, both reject with StorageUnavailableError.
 */
export function postgresPool(
  address: PostgresAddress,
  limits: DatabaseLimits,
): PostgresPool & { stats(): ConnectionStats } {
  const pool = new pg.Pool({
    connectionString: address.connectionString,
    max: limits.connections,
    connectionTimeoutMillis: limits.waitMs,
    // A peer that vanished without a word is noticed, also by a connection that only waits.
    keepAlive: true,
    application_name: 'contrafact',
    types: {
      getTypeParser: (oid, format) => (oid === int8Oid ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // A connection that the server closes is replaced at the next query. Without listeners it is a crash: the pool
  // reports idle connections only, and one that is cut between two statements of a transaction reports by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw new StorageUnavailableError(error);
      });
      const plain = withKnownFailures(client);
      const query = address.perTransaction === '' ? plain : withSettings(plain, address.perTransaction);
      // The interface also has cursors, which nothing here asks for. A broken connection goes back to the pool as one.
      return { query, release: () => client.release() } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
    stats: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: limits.connections,
    }),
  };
}

function withKnownFailures(client: pg.PoolClient): Query {
  return async (text, parameters) => {
    try {
      // The driver's rows are untyped; Kysely gives them the statement's type.
      return (await client.query(text, [...parameters])) as unknown as PostgresQueryResult<unknown>;
    } catch (error) {
      throw storageFailure(error);
    }
  };
}

/**
 * Behind a pooler each transaction may have another connection of the server: the limits are set with each transaction,
 * and a statement that stands alone becomes one.
 */
function withSettings(query: Query, settings: string): Query {
  let isOpen = false;
  const end = (statement: string): Promise<unknown> => query(statement, []).catch(() => {});
  return async (text, parameters) => {
    if (/^(begin|start transaction)\b/i.test(text)) {
      const result = await query(`${text}; ${settings}`, []);
      isOpen = true;
      return result;
    }
    if (/^(commit|rollback)$/i.test(text)) isOpen = false;
    if (isOpen || /^(commit|rollback)$/i.test(text)) return query(text, parameters);
    await query(`begin; ${settings}`, []);
    let result: PostgresQueryResult<unknown>;
    try {
      result = await query(text, parameters);
    } catch (error) {
      await end('rollback');
      throw error;
    }
    await query('commit', []);
    return result;
  };
}
