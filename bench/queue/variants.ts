/** The two ways of claiming that are compared, and the plans they are tried with. */
import type { Kysely } from 'kysely';
import type { Plan } from '../../src/domain/plans.js';
import type { Database } from '../../src/storage/schema.js';
import { claimNext, type FairShare } from '../../src/storage/tasks/claim.js';
import type { ClaimedTask } from '../../src/tasks/ports.js';
import { claimBySharedRow } from './shared-row-claim.js';

export const variants = ['1.0.0', 'now'] as const;
export type Variant = (typeof variants)[number];

type Claim = (
  db: Kysely<Database>,
  fairShare: FairShare,
  workerId: string,
  leaseSeconds: number,
) => Promise<{ task: ClaimedTask; sentMessage: boolean } | null>;

export const claimOf: Readonly<Record<Variant, Claim>> = { '1.0.0': claimBySharedRow, now: claimNext };

const everyPlan = (value: number): Readonly<Record<Plan, number>> => ({
  free: value,
  pro: value,
  enterprise: value,
});

/** No account is kept from a free slot: what is measured is the queue. */
export const fairShare: FairShare = { weightByPlan: everyPlan(1), concurrencyByPlan: everyPlan(1_000) };
