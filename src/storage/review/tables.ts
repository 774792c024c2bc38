/** The tables of reviews, the audit log, links to case files, tags and sample data, as Kysely types. */
import type { Generated } from 'kysely';
import type { AuditAction, ReviewState } from '../../domain/review.js';

export interface ReviewsTable {
  task_id: string;
  account_id: string;
  /** Null: only someone was assigned. */
  state: ReviewState | null;
  assignee_id: string | null;
  updated_at: Generated<Date>;
}

export interface ReviewNotesTable {
  id: string;
  task_id: string;
  account_id: string;
  /** Null once the member left. */
  author_id: string | null;
  text: string;
  created_at: Generated<Date>;
}

/** Triggers refuse UPDATE, DELETE and TRUNCATE; rows go with their account. */
export interface AuditEntriesTable {
  account_id: string;
  sequence: number;
  at: Date;
  actor_id: string | null;
  actor: string;
  action: AuditAction;
  subject: string;
  /** JSON as it was hashed. */
  detail: string;
  previous_hash: string;
  hash: string;
}

export interface ShareLinksTable {
  id: string;
  account_id: string;
  token_hash: string;
  task_ids: string[];
  created_by: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  opened: Generated<number>;
  last_opened_at: Date | null;
}

export interface MusicTagsTable {
  music_id: string;
  account_id: string;
  tag: string;
}

/** What "load sample data" made and "remove sample data" removes. */
export interface SampleItemsTable {
  account_id: string;
  kind: 'dataset' | 'music' | 'task';
  id: string;
}

export interface ReviewTables {
  reviews: ReviewsTable;
  review_notes: ReviewNotesTable;
  audit_entries: AuditEntriesTable;
  share_links: ShareLinksTable;
  music_tags: MusicTagsTable;
  sample_items: SampleItemsTable;
}
