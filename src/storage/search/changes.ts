/** The songs that a search engine has not got yet, or still has. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Connection } from '../fingerprint/segments.js';
import type { Database } from '../schema.js';

export interface SongChange {
  readonly id: number;
  readonly accountId: string;
  readonly start: number;
  readonly end: number;
  readonly isRemoval: boolean;
  /** The engine may hold some of it already. */
  readonly isAttempted: boolean;
}

/** The engine knows an account by this number alone. */
export function catalogueOf(accountId: string): bigint {
  return createHash('sha256').update(`catalogue ${accountId}`).digest().readBigUInt64LE();
}

/**
 * The oldest changes of accounts that are copied; removals only where the oldest of them has waited for
 * `removalDelaySeconds`: each deletion from the engine reads all of a catalogue, so they go together.
 */
export async function nextChanges(
  db: Kysely<Database>,
  limit: number,
  removalDelaySeconds: number,
): Promise<SongChange[]> {
  const { rows } = await sql<{
    id: number;
    account_id: string;
    start_position: number;
    length_units: number;
    is_removal: boolean;
    is_attempted: boolean;
  }>`select id, account_id, start_position, length_units, is_removal, is_attempted from search_changes
    where account_id not in (select account_id from search_backlog)
      and (not is_removal or exists (select from search_changes where is_removal
        and changed_at <= clock_timestamp() - make_interval(secs => ${removalDelaySeconds})))
    order by id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: Number(row.id),
    accountId: row.account_id,
    start: Number(row.start_position),
    end: Number(row.start_position) + row.length_units,
    isRemoval: row.is_removal,
    isAttempted: row.is_attempted,
  }));
}

/** Before the engine is written to: whoever goes on after a crash deletes first. */
export async function markAttempted(db: Kysely<Database>, changes: readonly SongChange[]): Promise<void> {
  const ids = changes.filter(({ isAttempted }) => !isAttempted).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`update search_changes set is_attempted = true where id = any(${ids}::bigint[])`.execute(db);
}

export async function deleteChanges(transaction: Connection, changes: readonly SongChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await sql`delete from search_changes where id = any(${ids}::bigint[])`.execute(transaction);
}

/** Where the account's songs begin that the engine may not have. */
export async function pendingStarts(db: Connection, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ start_position: number }>`
    select distinct s.start_position from search_changes c
    join fingerprint_songs s on s.account_id = c.account_id and s.start_position = c.start_position
    where c.account_id = ${accountId} and not c.is_removal`.execute(db);
  return rows.map(({ start_position }) => Number(start_position));
}

export interface EngineLag {
  /** Songs that came or went. */
  readonly changes: number;
  readonly oldestSeconds: number;
  /** Accounts whose songs of before the engine are not all in it; their searches ask the database. */
  readonly accountsInBacklog: number;
}

/** Null while no engine is registered. */
export async function readEngineLag(db: Connection): Promise<EngineLag | null> {
  const { rows } = await sql<EngineLag & { registered: boolean }>`
    select exists (select from search_engine) as registered, count(*)::float8 as changes,
      coalesce(extract(epoch from clock_timestamp() - min(changed_at)), 0)::float8 as "oldestSeconds",
      (select count(*)::float8 from search_backlog) as "accountsInBacklog"
    from search_changes`.execute(db);
  const { registered, ...lag } = rows[0]!;
  return registered ? lag : null;
}
