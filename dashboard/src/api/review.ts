/** Reviews of results, share links and the audit log, as the dashboard's interface answers them. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.js';
import type { Operation, Review } from './types.js';

export interface AuditEntry {
  sequence: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  detail: Record<string, string | number | null>;
  hash: string;
  previous_hash: string;
  /** What it is about, by the names of today; null of what was deleted, and of members. */
  about: {
    operation: Operation | null;
    model: string;
    subject: string | null;
    other_subject: string | null;
  } | null;
}

export interface WholeReview {
  review: Review;
  notes: Array<{ id: string; text: string; author: string | null; created_at: string }>;
  /** Newest first. */
  history: AuditEntry[];
}

export interface ShareLink {
  id: string;
  task_ids: string[];
  created_by: string | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  opened: number;
  last_opened_at: string | null;
}

export const reviewQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['review', taskId],
    queryFn: () => call<WholeReview>('GET', `/tasks/${taskId}/review`),
  });

export const shareLinksQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['share-links', taskId],
    queryFn: () => call<{ links: ShareLink[] }>('GET', `/share-links?task=${encodeURIComponent(taskId)}`),
  });
