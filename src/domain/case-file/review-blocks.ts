/** What people decided about a result, as it stands in its case file. */
import type { AuditEntry, ReviewState } from '../review.js';
import type { Block } from './blocks.js';
import type { CaseReview } from './case-review.js';
import { timeText } from './clock.js';

const stateWords: Readonly<Record<ReviewState, string>> = {
  open: 'Open',
  cleared: 'Cleared',
  disputed: 'Disputed',
  escalated: 'Escalated',
};

const actionWords: Readonly<Record<AuditEntry['action'], string>> = {
  'review.state_changed': 'Review state changed',
  'review.assigned': 'Assigned',
  'review.note_added': 'Note added',
  'review.deleted': 'Reviewed result deleted',
  'result.deleted': 'Result deleted',
  'share_link.created': 'Share link created',
  'share_link.revoked': 'Share link revoked',
  'recording.deleted': 'Recording deleted',
  'recording.renamed': 'Recording renamed',
  'member.invited': 'Member invited',
  'member.joined': 'Member joined',
  'member.role_changed': 'Role changed',
  'member.removed': 'Member removed',
  'member.password_renewed': 'Password renewed by the operator',
  'notifications.webhook_set': 'Webhook of notifications set',
  'notifications.webhook_removed': 'Webhook of notifications removed',
};

export function reviewBlocks(review: CaseReview | null): Block[] {
  if (review === null || (review.state === null && review.notes.length + review.history.length === 0))
    return [];
  const { state, assignee, notes, history } = review;
  return [
    { kind: 'heading', text: 'Review' },
    {
      kind: 'facts',
      facts: [
        { name: 'State', text: state === null ? 'No decision' : stateWords[state], style: 'strong' },
        ...(assignee === null ? [] : [{ name: 'Assigned to', text: assignee }]),
      ],
    },
    ...(notes.length === 0
      ? []
      : [
          {
            kind: 'rows',
            heads: ['Time', 'Note', 'By'],
            rows: notes.map(({ at, text, author }) => [timeText(at), text, author ?? 'a former member']),
          } as const,
        ]),
    ...(history.length === 0
      ? []
      : [
          { kind: 'heading', text: 'Audit log' } as const,
          {
            kind: 'rows',
            heads: ['No.', 'Time', 'What', 'By', 'Hash'],
            rows: history.map((entry) => [
              String(entry.sequence),
              timeText(entry.at),
              whatHappened(entry),
              entry.actor.name,
              entry.hash.slice(0, 16),
            ]),
          } as const,
        ]),
  ];
}

function whatHappened({ action, detail }: AuditEntry): string {
  const words = actionWords[action] ?? action;
  if (action !== 'review.state_changed') return words;
  return `${words}: ${detail.from ?? 'no decision'} → ${detail.to}`;
}
