/**
 * The lease on merging an account's segments. Whoever holds it knows its end to the microsecond, and that end is the
 * proof: another holder, of version 1.0.0 too, has written another end.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { hasLapsed } from '../lease.js';
import type { Database } from '../schema.js';
import type { Connection } from './segments.js';

const leaseSeconds = 600;

/** Another process merges by now: what this one wrote may be deleted already. */
export class MergeLeaseLostError extends Error {
  override readonly name = 'MergeLeaseLostError';
}

export interface MergeLease {
  /** Throws MergeLeaseLostError. */
  renew(): Promise<void>;
  /** Locks the catalogue, so that the lease stays this holder's to the end of the transaction. False where it is lost. */
  isHeld(transaction: Connection): Promise<boolean>;
  /** Leaves another holder's lease alone. */
  release(): Promise<void>;
}

/** Null while another holder's lease has not lapsed, or where the account has no catalogue. */
export async function takeMergeLease(db: Kysely<Database>, accountId: string): Promise<MergeLease | null> {
  async function extend(mayTake: RawBuilder<boolean>): Promise<string | null> {
    const { rows } = await sql<{ ends: string }>`
      update fingerprint_catalogues
      set merging_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where account_id = ${accountId} and ${mayTake} returning merging_until::text as ends`.execute(db);
    return rows[0]?.ends ?? null;
  }
  const isMine = (ends: string) => sql<boolean>`merging_until = ${ends}::timestamptz`;

  const taken = await extend(hasLapsed(sql.ref('merging_until'), leaseSeconds));
  if (taken === null) return null;
  let ends = taken;
  return {
    async renew() {
      const renewed = await extend(isMine(ends));
      if (renewed === null) throw new MergeLeaseLostError('Another process merges this catalogue.');
      ends = renewed;
    },
    async isHeld(transaction) {
      const { rows } = await sql`select 1 from fingerprint_catalogues
        where account_id = ${accountId} and ${isMine(ends)} for update`.execute(transaction);
      return rows.length > 0;
    },
    async release() {
      await sql`update fingerprint_catalogues set merging_until = null
        where account_id = ${accountId} and ${isMine(ends)}`.execute(db);
    },
  };
}
