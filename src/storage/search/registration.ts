/** Whether a search engine is registered, and how far its filling has come. */
import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Connection } from '../fingerprint/segments.js';
import { hasLapsed } from '../lease.js';
import type { Database } from '../schema.js';

export interface Registration {
  readonly epoch: string;
  readonly sequence: number;
  readonly hasErased: boolean;
}

/** One process fills at a time; a lease lapses with its process. */
const leaseSeconds = 120;

export async function readRegistration(db: Connection): Promise<Registration | null> {
  const row = await db
    .selectFrom('search_engine')
    .select(['epoch', 'sequence', 'has_erased'])
    .executeTakeFirst();
  return row ? { epoch: row.epoch, sequence: Number(row.sequence), hasErased: row.has_erased } : null;
}

/** Registers an engine that holds nothing yet: from now on changes are noted, and all that was before is its backlog. */
export async function registerEngine(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // Waits for every transaction that is changing songs, and holds up new ones: none falls between the two lists.
    await sql`lock table fingerprint_songs in share row exclusive mode`.execute(transaction);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('search_engine')
      .values({ name: 'fingerprints', epoch: newEpoch(), filling_until: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return;
    await transaction.deleteFrom('search_changes').execute();
    await transaction.deleteFrom('search_backlog').execute();
    await sql`insert into search_backlog (account_id, end_position)
      select account_id, next_position from fingerprint_catalogues`.execute(transaction);
  });
}

/** From now on no changes are noted, and searches ask the index in the database. */
export async function unregisterEngine(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`lock table fingerprint_songs in share row exclusive mode`.execute(transaction);
    for (const table of ['search_engine', 'search_changes', 'search_backlog'] as const) {
      await transaction.deleteFrom(table).execute();
    }
  });
}

/** The registration where this process may fill for the next two minutes: its lease's end; null while another does. */
export async function takeFillLease(db: Kysely<Database>, mine: string | null): Promise<string | null> {
  const { rows } = await sql<{ ends: string }>`
    update search_engine set filling_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where ${hasLapsed(sql.ref('filling_until'), leaseSeconds)}
      or filling_until = ${mine}::timestamptz
    returning filling_until::text as ends`.execute(db);
  return rows[0]?.ends ?? null;
}

export async function releaseFillLease(db: Kysely<Database>, mine: string): Promise<void> {
  await sql`update search_engine set filling_until = null where filling_until = ${mine}::timestamptz`.execute(
    db,
  );
}

/** Notes in the transaction that the engine confirmed one more batch. Throws where another process did. */
export async function advance(
  transaction: Connection,
  { epoch, sequence }: Registration,
  erasedNow: boolean,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable('search_engine')
    .set({ sequence: sequence + 1, ...(erasedNow ? { has_erased: true } : {}) })
    .where('epoch', '=', epoch)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error('Another process fills the search engine.');
}

/** 63 random bits as a decimal number, as the engine keeps it. */
function newEpoch(): string {
  return (randomBytes(8).readBigUInt64LE() >> 1n).toString();
}
