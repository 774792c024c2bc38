/** How many processes inspect what arrives, and what one account may have of them. */
import type { OwnerShare } from './turns.js';

/** Calls of one account that wait for an inspection; the gate of uploads lets as many files of one account in. */
const queuedInspections = 32;

/** Accounts take turns, and one place is left by each to the others: one more than the work of one account can use. */
export function inspectionShare(workers: number): { readonly size: number; readonly ownerShare: OwnerShare } {
  const ofOneAccount = Math.max(2, workers);
  return { size: ofOneAccount + 1, ownerShare: { running: ofOneAccount, queued: queuedInspections } };
}
