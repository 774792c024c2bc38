/** Brings a database to this version's schema: forward only, once, under a lock that other processes wait for. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from './schema.js';

export interface Migration {
  /** `NNNN-what`; applied in this order and never renamed after a release. */
  readonly name: string;
  up(db: Transaction<Database>): Promise<void>;
}

const migrationLock = 7_205_811;

/**
 * Applies what is missing of `migrations`, each in its own transaction, and returns the names applied.
 * Throws when the database holds a migration that this version does not know: it is from a newer release.
 */
export async function migrate(db: Kysely<Database>, migrations: readonly Migration[]): Promise<string[]> {
  await db.transaction().execute(async (transaction) => {
    // Also this takes the lock: `if not exists` of two processes at once fails for one of them.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await sql`create table if not exists schema_migrations (
      name text primary key, applied_at timestamptz not null default now())`.execute(transaction);
  });
  const applied: string[] = [];
  for (const migration of migrations) {
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
      const known = await sql`select 1 from schema_migrations where name = ${migration.name}`.execute(
        transaction,
      );
      if (known.rows.length > 0) return;
      await migration.up(transaction);
      await sql`insert into schema_migrations (name) values (${migration.name})`.execute(transaction);
      applied.push(migration.name);
    });
  }
  const names = migrations.map((migration) => migration.name);
  const unknown = await sql<{ name: string }>`
    select name from schema_migrations where not (name = any(${names}))`.execute(db);
  if (unknown.rows.length > 0) {
    throw new Error(
      `This database was written by a newer version of Contrafact (it has ${unknown.rows[0]?.name}). ` +
        'Install that version or restore a backup of the older database.',
    );
  }
  return applied;
}
