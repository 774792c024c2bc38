/**
 * Lets Kysely's PostgreSQL dialect run on PGlite. PGlite is one connection, so a "pool" is a queue for it:
 * whoever holds it runs alone, which makes transactions as isolated as they can be.
 */
import type { PGlite } from '@electric-sql/pglite';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { hasSqlState, storageFailure } from './failures.js';
import { PgliteStatements } from './pglite-statements.js';

/** Waiting longer than this means that a transaction waits for itself: better an error than a hang. */
const acquireTimeoutMs = 60_000;
/** An engine that cannot start, as with a full disk, costs half a second of this thread each time. */
const reopenPauseMs = 2000;

/**
 * `reopen` starts a new engine on the same folder. An engine that panicked (it cannot write its log) answers the next
 * statements with nonsense or not at all, so it is never asked again; a server's processes would have ended.
 */
export function pglitePool(first: PGlite, reopen?: () => Promise<PGlite>): PostgresPool {
  const waiting: Array<() => void> = [];
  let busy = false;
  let engine: PGlite | null = first;
  let statements = new PgliteStatements(first);
  let lastPanic: unknown = null;
  let reopenedAt = Number.NEGATIVE_INFINITY;

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
        reject(new StorageUnavailableError('it was busy for 60 s; the query was abandoned', 'busy'));
      }, acquireTimeoutMs);
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.push(start);
    });
  }

  /** By whoever holds the queue. */
  async function usable(): Promise<PGlite> {
    if (engine) return engine;
    if (!reopen || performance.now() - reopenedAt < reopenPauseMs) throw storageFailure(lastPanic);
    try {
      engine = await reopen();
      statements = new PgliteStatements(engine);
      return engine;
    } catch {
      // Still for the reason that it panicked.
      throw storageFailure(lastPanic);
    } finally {
      reopenedAt = performance.now();
    }
  }

  async function query(
    on: PGlite,
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> {
    // Another statement of the transaction in which the engine panicked, its rollback among them.
    if (on !== engine) throw storageFailure(lastPanic);
    try {
      const { rows, written } = await statements.ask(text, parameters);
      return {
        command: text.trimStart().slice(0, 6).toUpperCase() as 'SELECT',
        rowCount: written || rows.length,
        rows,
      };
    } catch (error) {
      if (isPanic(error)) {
        engine = null;
        lastPanic = error;
        reopenedAt = performance.now();
      }
      throw hasSqlState(error) || isPanic(error) ? storageFailure(error) : error;
    }
  }

  return {
    async connect() {
      await acquire();
      try {
        const on = await usable();
        // The interface also has cursors, which nothing here asks for.
        return {
          query: (text: string, parameters: readonly unknown[]) => query(on, text, parameters),
          release,
        } as unknown as PostgresPoolClient;
      } catch (error) {
        release();
        throw error;
      }
    },
    async end() {
      await engine?.close();
    },
  };
}

/** The engine's own word for it, or its WebAssembly having stopped. */
function isPanic(error: unknown): boolean {
  const { severity, name } = (error ?? {}) as { severity?: unknown; name?: unknown };
  return severity === 'PANIC' || severity === 'FATAL' || name === 'ExitStatus' || name === 'RuntimeError';
}
