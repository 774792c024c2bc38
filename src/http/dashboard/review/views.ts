/** Reviews, audit entries and share links as the dashboard's pages get them. */
import type { AuditActor } from '../../../domain/review.js';
import type { User } from '../ports.js';
import type { ListedAuditEntry, Review, ReviewNote, ShareLink } from './ports.js';

export const actorOf = ({ id, email }: User): AuditActor => ({ userId: id, name: email });

export const reviewView = (review: Review | undefined): object => ({
  state: review?.state ?? null,
  assignee: review?.assignee ?? null,
  notes: review?.notes ?? 0,
  updated_at: review?.updatedAt ?? null,
});

export const noteView = ({ id, text, author, createdAt }: ReviewNote): object => ({
  id,
  text,
  author,
  created_at: createdAt,
});

export const auditView = (entry: ListedAuditEntry): object => ({
  sequence: entry.sequence,
  at: entry.at,
  actor: entry.actor.name,
  action: entry.action,
  subject: entry.subject,
  detail: entry.detail,
  hash: entry.hash,
  previous_hash: entry.previousHash,
  about: entry.about && {
    operation: entry.about.operation,
    model: entry.about.model,
    subject: entry.about.subject,
    other_subject: entry.about.otherSubject,
  },
});

export const shareLinkView = (link: ShareLink): object => ({
  id: link.id,
  task_ids: link.taskIds,
  created_by: link.createdBy,
  created_at: link.createdAt,
  expires_at: link.expiresAt,
  revoked_at: link.revokedAt,
  opened: link.opened,
  last_opened_at: link.lastOpenedAt,
});
