/** Brings a database to this version's schema: forward only, once, under a lock that other processes wait for. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { DatabaseStartError } from '../domain/database-start-error.js';
import { StorageUnavailableError } from '../domain/storage-unavailable.js';
import { recordCompatibility, requireCompatible } from './compatibility.js';
import type { Database } from './schema.js';

export interface Migration {
  /** `NNNN-what`; applied in this order and never renamed after a release. */
  readonly name: string;
  /**
   * The oldest release that works on the database once this has run, and so may run beside it during an upgrade. 1.0.0
   * where left out: a migration that only adds. See CONTRIBUTING.md, "A migration".
   */
  readonly oldestVersion?: string;
  up(db: Transaction<Database>): Promise<void>;
}

export interface MigrationOptions {
  /** Of this program; null, as in tests, counts as newer than all. */
  readonly version?: string | null;
  /** What an operator should know. */
  onNotice?(message: string, fields: object): void;
  /** How long a migration waits for a lock before it lets the others pass. */
  readonly lockMs?: number;
  /** How long it tries again. */
  readonly patienceMs?: number;
}

const migrationLock = 7_205_811;

/**
 * Applies what is missing of `migrations`, each in its own transaction, and returns the names applied.
 * Throws DatabaseStartError where the database holds a newer schema that this version cannot work on.
 */
export async function migrate(
  db: Kysely<Database>,
  migrations: readonly Migration[],
  options: MigrationOptions = {},
): Promise<string[]> {
  const { version = null, onNotice, lockMs = 3000, patienceMs = 300_000 } = options;
  await db.transaction().execute(async (transaction) => {
    await takeTurn(transaction);
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(transaction);
  });
  // Before anything is changed: a version that cannot work on this database must leave it alone.
  const present = await appliedMigrations(db);
  const names = new Set(migrations.map((migration) => migration.name));
  const unknown = present.filter((name) => !names.has(name));
  if (unknown.length > 0) {
    const oldest = await requireCompatible(db, version, unknown);
    onNotice?.('the database has a newer schema that this version can work on', { newer: unknown, oldest });
  }
  const applied: string[] = [];
  const deadline = performance.now() + patienceMs;
  // What is there stays: only what is missing must wait for its turn and look again.
  const missing = migrations.filter(({ name }) => !present.includes(name));
  for (const migration of missing) {
    for (;;) {
      try {
        if (await apply(db, migration, lockMs)) applied.push(migration.name);
        break;
      } catch (error) {
        if (!(error instanceof StorageUnavailableError) || error.reason !== 'busy') throw error;
        if (performance.now() > deadline) throw stillLocked(migration);
        onNotice?.('a migration waits for a lock and tries again', { migration: migration.name });
        await sleep(lockMs / 2 + Math.random() * lockMs);
      }
    }
  }
  return applied;
}

/** One process at a time; the others wait for it as long as it takes. */
async function takeTurn(transaction: Transaction<Database>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  await sql`set local lock_timeout = 0`.execute(transaction);
  // Also this takes the lock: `if not exists` of two processes at once fails for one of them.
  await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
}

function apply(db: Kysely<Database>, migration: Migration, lockMs: number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await takeTurn(transaction);
    const known = await sql`select 1 from schema_migrations where name = ${migration.name}`.execute(
      transaction,
    );
    if (known.rows.length > 0) return false;
    // Whoever waits for a lock on a table holds up all who come after: the processes of the version before.
    await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(transaction);
    await migration.up(transaction);
    await sql`insert into schema_migrations (name) values (${migration.name})`.execute(transaction);
    await recordCompatibility(transaction, migration);
    return true;
  });
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}

function stillLocked({ name }: Migration): DatabaseStartError {
  return new DatabaseStartError(
    `The migration ${name} found its tables locked for five minutes. See who holds the lock (select * from pg_locks join pg_stat_activity using (pid)), end it, and start again; nothing was changed.`,
  );
}
