/** Review states and audit entries in words, and the badge of a state. */
import { Badge } from '@mantine/core';
import type { JSX } from 'react';
import type { AuditEntry } from '../api/review.js';
import type { ReviewState } from '../api/types.js';
import { t } from '../i18n/t.js';
import { roleName } from './roles.js';

export const reviewStates: ReadonlyArray<{ value: ReviewState; label: string; color: string }> = [
  { value: 'open', label: t('Open'), color: 'yellow' },
  { value: 'cleared', label: t('Cleared'), color: 'green' },
  { value: 'disputed', label: t('Disputed'), color: 'red' },
  { value: 'escalated', label: t('Escalated'), color: 'red' },
];

const roleOf = (role: unknown): string => roleName(String(role));

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
  reviewStates.find((state) => state.value === value)?.label ?? t('No decision');

/** What an entry of the audit log records; ids of members by their e-mail addresses where they are known. */
export function auditWords({ action, detail }: AuditEntry, emails: ReadonlyMap<string, string>): string {
  const member = (id: unknown): string =>
    id === null || id === undefined ? t('Nobody') : (emails.get(String(id)) ?? t('a former member'));
  switch (action) {
    case 'review.state_changed':
      return t('Review: {{from}} → {{to}}', { from: stateLabel(detail.from), to: stateLabel(detail.to) });
    case 'review.assigned':
      return t('Assigned to {{member}}', { member: member(detail.to) });
    case 'review.note_added':
      return t('Note added');
    case 'review.deleted':
      return t('Reviewed result deleted');
    case 'result.deleted':
      return t('Result deleted');
    case 'share_link.created':
      return t('Share link created');
    case 'share_link.revoked':
      return t('Share link revoked');
    case 'recording.deleted':
      return t('Recording deleted');
    case 'recording.renamed':
      return t('Title or artist corrected');
    case 'member.invited':
      return t('Invitation as {{role}}', { role: roleOf(detail.role) });
    case 'member.joined':
      return t('Joined as {{role}}', { role: roleOf(detail.role) });
    case 'member.role_changed':
      return t('Role changed to {{role}}', { role: roleOf(detail.role) });
    case 'member.removed':
      return t('Member removed');
    case 'member.password_renewed':
      return t('Password renewed by the operator');
    case 'notifications.webhook_set':
      return t('Webhook of notifications set');
    case 'notifications.webhook_removed':
      return t('Webhook of notifications removed');
    default:
      return action;
  }
}
