/** Reviews of results, the audit log, and read-only links to case files, as the dashboard uses them. */
import type { OperationName } from '../../../domain/operations.js';
import type { AuditActor, AuditEntry, AuditEvent, ReviewState } from '../../../domain/review.js';
import type { Page, PageRequest } from '../../../storage/ports.js';

export interface Review {
  readonly taskId: string;
  /** Null: nobody decided, and nothing was found that asks for it. */
  readonly state: ReviewState | null;
  readonly assignee: { readonly id: string; readonly email: string } | null;
  readonly notes: number;
  readonly updatedAt: Date | null;
}

export interface ReviewNote {
  readonly id: string;
  readonly text: string;
  /** E-mail address; null once its author left. */
  readonly author: string | null;
  readonly createdAt: Date;
}

export interface ReviewChange {
  readonly state?: ReviewState | undefined;
  /** A member's id; null: nobody. */
  readonly assigneeId?: string | null | undefined;
}

export interface ReviewStore {
  /** Of those tasks that the account has. */
  of(accountId: string, taskIds: readonly string[]): Promise<Review[]>;
  /** Writes the audit log in the same transaction. */
  change(
    actor: AuditActor,
    accountId: string,
    taskId: string,
    change: ReviewChange,
  ): Promise<'changed' | 'not-found' | 'not-final' | 'no-such-member'>;
  notes(accountId: string, taskId: string): Promise<ReviewNote[]>;
  /** Notes are neither edited nor deleted: a correction is another note. */
  addNote(
    actor: AuditActor,
    accountId: string,
    taskId: string,
    text: string,
  ): Promise<'added' | 'not-found' | 'too-many'>;
}

export interface AuditPageRequest extends PageRequest {
  /** Entries about this task, recording, link or member. */
  readonly subject?: string | undefined;
}

/** What an entry is about, as it is named today; an entry about what was deleted, or about a member, has none. */
export interface AuditSubject {
  /** Null of a recording. */
  readonly operation: OperationName | null;
  readonly model: string;
  /** The recording's file or title, or the title of lyrics. */
  readonly subject: string | null;
  /** The second song or lyric of a comparison. */
  readonly otherSubject: string | null;
}

export type ListedAuditEntry = AuditEntry & { readonly about: AuditSubject | null };

export interface AuditVerification {
  readonly entries: number;
  /** Of the newest entry: kept elsewhere, it shows later whether entries were cut off. Null without entries. */
  readonly headHash: string | null;
  /** The first entry that is not what was written; null where all are. */
  readonly brokenAt: number | null;
}

export interface AuditLog {
  append(actor: AuditActor, accountId: string, event: AuditEvent): Promise<void>;
  /** Newest first; the cursor is the sequence number of the last. */
  list(accountId: string, page: AuditPageRequest): Promise<Page<ListedAuditEntry>>;
  verify(accountId: string): Promise<AuditVerification>;
}

export interface ShareLink {
  readonly id: string;
  readonly taskIds: readonly string[];
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly opened: number;
  readonly lastOpenedAt: Date | null;
}

export interface ShareLinkStore {
  /** Returns the token of the link, which is stored as a hash alone; null where a task is not the account's. */
  create(
    actor: AuditActor,
    accountId: string,
    link: { taskIds: readonly string[]; lifetimeSeconds: number },
  ): Promise<{ id: string; token: string } | 'not-found' | 'too-many'>;
  /** Newest first; those that hold `taskId` where given. */
  list(accountId: string, taskId?: string): Promise<ShareLink[]>;
  revoke(actor: AuditActor, accountId: string, linkId: string): Promise<boolean>;
  /** What a token opens. Counts an opening. */
  open(
    token: string,
  ): Promise<
    | { state: 'open'; accountId: string; taskIds: readonly string[]; expiresAt: Date }
    | { state: 'expired' | 'revoked' | 'unknown' }
  >;
}
