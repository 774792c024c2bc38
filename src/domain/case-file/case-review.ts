/** What people decided about a result, as its case file has it. */
import type { AuditEntry, ReviewState } from '../review.js';

export interface CaseReview {
  /** Null: nobody decided. */
  readonly state: ReviewState | null;
  readonly assignee: string | null;
  readonly notes: ReadonlyArray<{ readonly at: Date; readonly author: string | null; readonly text: string }>;
  /** Of the audit log: what concerns this result, oldest first. */
  readonly history: readonly AuditEntry[];
}
