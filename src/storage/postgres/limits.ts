import { sql, type Transaction } from 'kysely';
import type { Database } from '../schema.js';

/** How long a statement may wait or run on a PostgreSQL server, and how many may at once. */
export interface DatabaseLimits {
  /** Of the pool; the listener and the health check have one each beside it. */
  readonly connections: number;
  /** For a free connection of the pool. */
  readonly waitMs: number;
  /** For a lock, 0 for ever. */
  readonly lockMs: number;
  /** For one statement, 0 for ever. */
  readonly statementMs: number;
  /** Between two statements of one transaction, 0 for ever. */
  readonly idleTransactionMs: number;
}

/** For a transaction that may take as long as it takes, as the deletion of a whole account. Locks keep their limit. */
export async function liftStatementLimits(transaction: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
}

/** For commands (backup, move, administration) and tests: one person's work, which may take as long as it takes. */
export const patientLimits: DatabaseLimits = {
  connections: 10,
  waitMs: 15_000,
  lockMs: 0,
  statementMs: 0,
  idleTransactionMs: 0,
};

/** The server's settings for these limits; none for those that are 0, so that a role's own settings apply. */
export function limitSettings(limits: DatabaseLimits): ReadonlyArray<readonly [name: string, ms: number]> {
  const settings = [
    ['lock_timeout', limits.lockMs],
    ['statement_timeout', limits.statementMs],
    ['idle_in_transaction_session_timeout', limits.idleTransactionMs],
  ] as const;
  return settings.filter(([, ms]) => ms > 0);
}
