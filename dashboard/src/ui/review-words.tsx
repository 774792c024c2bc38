/** Review states and audit entries in words, and the badge of a state. */
import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { AuditEntry } from '../api/review.js';
import type { ReviewState } from '../api/types.js';

export const reviewStates: ReadonlyArray<{ value: ReviewState; label: string; color: string }> = [
  { value: 'open', label: 'Open', color: 'yellow' },
  { value: 'cleared', label: 'Cleared', color: 'green' },
  { value: 'disputed', label: 'Disputed', color: 'red' },
  { value: 'escalated', label: 'Escalated', color: 'red' },
];

export function ReviewBadge({ state }: { state: ReviewState | null }): JSX.Element {
  const known = reviewStates.find(({ value }) => value === state);
  if (!known) return <>–</>;
  return (
    <Badge
      color={known.color}
      variant="light"
      radius="sm"
      tt="none"
      className={`status status-${known.color}`}
      miw="max-content"
    >
      {known.label}
    </Badge>
  );
}

const stateLabel = (value: unknown): string =>
  reviewStates.find((state) => state.value === value)?.label.toLowerCase() ?? 'no decision';

/** What an entry of the audit log records; ids of members by their e-mail addresses where they are known. */
export function auditWords({ action, detail }: AuditEntry, emails: ReadonlyMap<string, string>): string {
  const member = (id: unknown): string =>
    id === null || id === undefined ? 'nobody' : (emails.get(String(id)) ?? 'a former member');
  switch (action) {
    case 'review.state_changed':
      return `Review: ${stateLabel(detail.from)} → ${stateLabel(detail.to)}`;
    case 'review.assigned':
      return `Assigned to ${member(detail.to)}`;
    case 'review.note_added':
      return 'Note added';
    case 'review.deleted':
      return 'Reviewed result deleted';
    case 'result.deleted':
      return 'Result deleted';
    case 'share_link.created':
      return 'Share link created';
    case 'share_link.revoked':
      return 'Share link revoked';
    case 'recording.deleted':
      return 'Recording deleted';
    case 'recording.renamed':
      return 'Title or artist corrected';
    case 'member.invited':
      return `Invitation as ${detail.role}`;
    case 'member.role_changed':
      return `Role changed to ${detail.role}`;
    case 'member.removed':
      return 'Member removed';
    default:
      return action;
  }
}
