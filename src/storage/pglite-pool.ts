/**
 * Lets Kysely's PostgreSQL dialect run on PGlite. PGlite is one connection, so a "pool" is a queue for it:
 * whoever holds it runs alone, which makes transactions as isolated as they can be.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';

/** Waiting longer than this means that a transaction waits for itself: better an error than a hang. */
const acquireTimeoutMs = 60_000;

export function pglitePool(pglite: PGlite): PostgresPool {
  const waiting: Array<() => void> = [];
  let busy = false;

  function release(): void {
    const next = waiting.shift();
    // Not at once: promises alone would run the whole line of queries before any socket is looked at again.
    if (next) setImmediate(next);
    else busy = false;
  }

  async function acquire(): Promise<void> {
    if (!busy) {
      busy = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new StorageUnavailableError('it was busy for 60 s; the query was given up'));
      }, acquireTimeoutMs);
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });
  }

  async function query(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<unknown>> {
    const result = await pglite.query(text, parameters as unknown[]);
    return {
      command: text.trimStart().slice(0, 6).toUpperCase() as 'SELECT',
      rowCount: result.affectedRows || result.rows.length,
      rows: result.rows,
    };
  }

  // The interface also has cursors, which nothing here asks for.
  const client = { query, release } as unknown as PostgresPoolClient;

  return {
    async connect() {
      await acquire();
      return client;
    },
    async end() {
      await pglite.close();
    },
  };
}
