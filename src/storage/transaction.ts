/** Between the opaque transaction that analyses pass on and Kysely's, which only storage may see. */
import type { Transaction as KyselyTransaction } from 'kysely';
import type { Transaction } from '../analyses/analysis.js';
import type { Database } from './schema.js';

export function opaque(transaction: KyselyTransaction<Database>): Transaction {
  // A brand: only this file knows what is behind it.
  return transaction as unknown as Transaction;
}

/** The Kysely transaction behind what an analysis was handed. */
export function kyselyOf(transaction: Transaction): KyselyTransaction<Database> {
  // Every transaction that analyses hold came from `opaque`.
  return transaction as unknown as KyselyTransaction<Database>;
}
