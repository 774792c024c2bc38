/**
 * Whether the engine still holds the postings that it confirmed: a server that crashed can lose what was written a moment before, or
 * bring back what was deleted. Runs between two batches of the process that fills, so that the engine does not change meanwhile.
 */
import { type Kysely, sql } from 'kysely';
import type { Connection } from '../fingerprint/segments.js';
import type { Database } from '../schema.js';
import { catalogueOf } from './changes.js';
import type { SearchEngine } from './ports.js';

export interface Differences {
  /** Accounts whose postings are not those of their songs. */
  readonly accounts: string[];
  /** Catalogues with postings that are no account's. */
  readonly unknown: bigint[];
}

export async function differingPostings(db: Kysely<Database>, engine: SearchEngine): Promise<Differences> {
  // Accounts that come meanwhile are not in the engine, and what changes meanwhile is among the changes.
  const known = await sql<{ account_id: string }>`select account_id from fingerprint_catalogues
    union select account_id from search_changes union select account_id from search_backlog`.execute(db);
  const catalogues = known.rows.map(({ account_id }) => catalogueOf(account_id));
  const held = await engine.held(catalogues);
  const unknown = await engine.others(catalogues);
  const { rows } = await sql<{ account_id: string; postings: number; pending: boolean; copying: boolean }>`
    with pending as (select distinct account_id, start_position, is_removal from search_changes),
      known as (select account_id from fingerprint_catalogues union select account_id from pending)
    select account_id,
      exists (select from pending p where p.account_id = known.account_id) as pending,
      exists (select from search_backlog b where b.account_id = known.account_id) as copying,
      coalesce((select sum(s.postings) from fingerprint_songs s where s.account_id = known.account_id
        and not exists (select from pending p where p.account_id = s.account_id
          and p.start_position = s.start_position and not p.is_removal)), 0)::float8 as postings
    from known`.execute(db);
  const accounts: string[] = [];
  for (const { account_id, postings, pending, copying } of rows) {
    const there = held.get(catalogueOf(account_id));
    if (copying || there === undefined) continue;
    // Songs that wait to be removed are still there, and some of those that wait to be added may be.
    if (pending ? there < postings : there !== postings) accounts.push(account_id);
  }
  return { accounts, unknown };
}

/** Has an account copied again from the beginning, and its searches answered by the database until then. */
export async function copyAgain(transaction: Connection, accountId: string): Promise<void> {
  await sql`insert into search_backlog (account_id, end_position)
    select account_id, next_position from fingerprint_catalogues where account_id = ${accountId}
    on conflict do nothing`.execute(transaction);
  // Their songs are copied with the others: whoever applies them afterwards deletes first.
  await sql`update search_changes set is_attempted = true
    where account_id = ${accountId} and not is_attempted`.execute(transaction);
}
