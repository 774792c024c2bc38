/** What people decide about a result: a state, an assignee, notes; and the record of who did what. Pure. */

export const reviewStates = ['open', 'cleared', 'disputed', 'escalated'] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Findings that someone has to look at: without a decision their review is `open`. */
export const findingsToReview = ['found', 'possible'] as const;

/** What the audit log names; the first part is what it was done to. */
export const auditActions = [
  'review.state_changed',
  'review.assigned',
  'review.note_added',
  'review.deleted',
  'result.deleted',
  'share_link.created',
  'share_link.revoked',
  'recording.deleted',
  'recording.renamed',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.password_renewed',
  'notifications.webhook_set',
  'notifications.webhook_removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who did it: a member, or the service itself (retention, a deletion through the API). */
export interface AuditActor {
  readonly userId: string | null;
  /** E-mail address at that time, `service` or `operator`. */
  readonly name: string;
}

export const serviceActor: AuditActor = { userId: null, name: 'service' };

/** Whoever runs commands on the machine of the instance. */
export const operatorActor: AuditActor = { userId: null, name: 'operator' };

export interface AuditEvent {
  readonly action: AuditAction;
  /** Id of the task, recording, link or member; never a title, which must be deletable. */
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

export interface AuditEntry extends AuditEvent {
  readonly accountId: string;
  /** 1 for the first of its account. */
  readonly sequence: number;
  readonly at: Date;
  readonly actor: AuditActor;
  /** Of the entry before; 64 zeros in the first. */
  readonly previousHash: string;
  /** SHA-256 of `auditText`, in hex. */
  readonly hash: string;
}

export const firstPreviousHash = '0'.repeat(64);

/** What an entry's hash is made of: all of it, in this order, as JSON. */
export function auditText(entry: Omit<AuditEntry, 'hash' | 'detail'> & { detail: string }): string {
  const { accountId, sequence, at, actor, action, subject, detail, previousHash } = entry;
  return JSON.stringify([
    previousHash,
    accountId,
    sequence,
    at.toISOString(),
    actor.userId,
    actor.name,
    action,
    subject,
    detail,
  ]);
}
