/** What there is to say to the members of an account: one digest of everything since the last one. */
import type { BatchCounts } from './batch.js';
import type { OperationName } from './operations.js';

/** Which findings someone wants to hear of; `possible` includes what was found. */
export const wantedFindings = ['none', 'found', 'possible'] as const;
export type WantedFindings = (typeof wantedFindings)[number];

/** Why a member's e-mail did not go out. */
export const notConfirmed = 'The address is not confirmed.';

export interface NoticeWishes {
  /** When a batch ends. */
  readonly batches: boolean;
  readonly findings: WantedFindings;
}

/** A batch that ended. Its name is read when the notice is written down: it may have been deleted since. */
export interface NoticeBatch extends BatchCounts {
  readonly id: string;
}

/** A result with a finding. What it is about is read likewise: nothing of a deleted song stays in a notice. */
export interface NoticeFinding {
  readonly taskId: string;
  readonly operation: OperationName;
  readonly finding: 'found' | 'possible';
}

export interface NoticeBody {
  readonly batches: readonly NoticeBatch[];
  /** The first ones, what was found before what is possible: a digest names some and counts all. */
  readonly findings: readonly NoticeFinding[];
}

/** A notice as it is written down. */
export interface Notice extends NoticeCounts {
  readonly id: string;
  readonly sequence: number;
  readonly createdAt: Date;
  /** `name`: null where the batch was deleted. */
  readonly named: ReadonlyArray<NoticeBatch & { readonly name: string | null }>;
  /** `subject`: name of the file or title of the lyrics; null where the result was deleted. */
  readonly results: ReadonlyArray<NoticeFinding & { readonly subject: string | null }>;
}

/** How many batches and results a notice names. */
export const maxNamedInNotice = 10;

/** How much there is of what is wished for; findings of batches are counted in `found` and `possible`, too. */
export interface NoticeCounts {
  readonly batches: number;
  readonly found: number;
  readonly possible: number;
}

/** Whether a notice says anything that is wished for. */
export function isWanted({ batches, found, possible }: NoticeCounts, wishes: NoticeWishes): boolean {
  if (wishes.batches && batches > 0) return true;
  if (wishes.findings === 'none') return false;
  return found > 0 || (wishes.findings === 'possible' && possible > 0);
}
