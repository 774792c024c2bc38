/** The outbox and the endpoints in memory, with the rules that ports.ts sets: for tests of what stands on them. */
import { isDeliverable } from '../endpoint.js';
import type {
  AttemptOutcome,
  AttemptRecord,
  ClaimedMessage,
  ClaimRequest,
  Endpoint,
  EndpointStore,
  NextState,
  OutboxStore,
} from '../ports.js';

export interface StoredMessage {
  readonly id: string;
  readonly accountId: string;
  readonly taskId: string;
  readonly body: string;
  state: NextState['state'];
  dueAt: Date;
  attempts: number;
  lease: { token: string; until: Date } | null;
}

export class MemoryOutbox implements OutboxStore, EndpointStore {
  readonly messages = new Map<string, StoredMessage>();
  readonly records: (AttemptRecord & { readonly messageId: string })[] = [];
  readonly endpoints = new Map<string, Endpoint & { failingSince: Date | null }>();
  private leases = 0;

  constructor(private readonly clock: () => Date) {}

  enqueue(id: string, accountId: string, dueAt = new Date(0)): void {
    const taskId = `task_${id}`;
    const body = JSON.stringify({ task_id: taskId, status: 'success' });
    this.messages.set(id, { id, accountId, taskId, body, state: 'pending', dueAt, attempts: 0, lease: null });
  }

  setEndpoint(endpoint: Endpoint): void {
    this.endpoints.set(endpoint.accountId, { ...endpoint, failingSince: null });
  }

  async get(accountId: string): Promise<Endpoint | null> {
    return this.endpoints.get(accountId) ?? null;
  }

  async claimQueued(request: ClaimRequest): Promise<ClaimedMessage[]> {
    const { limit, perAccountLimit, leaseSeconds } = request;
    const now = this.clock();
    const all = [...this.messages.values()];
    const isLeased = ({ lease }: StoredMessage): boolean => lease !== null && lease.until > now;
    const due = all
      .filter((message) => message.state === 'pending' && message.dueAt <= now && !isLeased(message))
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
    const claimed: ClaimedMessage[] = [];
    for (const message of due) {
      if (claimed.length === limit) break;
      const leased = all.filter((other) => other.accountId === message.accountId && isLeased(other)).length;
      if (leased >= perAccountLimit) continue;
      this.leases += 1;
      message.lease = { token: `lease ${this.leases}`, until: new Date(now.getTime() + leaseSeconds * 1000) };
      const { id, accountId, taskId, body, attempts } = message;
      claimed.push({ id, accountId, taskId, body, attempts, lease: message.lease.token });
    }
    return claimed;
  }

  async recordAttempt(outcome: AttemptOutcome): Promise<{ endpointDisabled: boolean }> {
    const { attempt, next } = outcome;
    const message = this.leased(outcome.message);
    if (message === null) return { endpointDisabled: false };
    this.records.push({ ...attempt, messageId: message.id });
    message.attempts += 1;
    message.state = next.state;
    message.lease = null;
    if (next.state === 'pending') {
      message.dueAt = new Date(this.clock().getTime() + next.waitSeconds * 1000);
    }
    const endpointDisabled = this.judge(outcome);
    if (next.state === 'held' && this.hasDeliverable(message.accountId)) message.state = 'pending';
    return { endpointDisabled };
  }

  async hold(claimed: ClaimedMessage): Promise<void> {
    const message = this.leased(claimed);
    if (message === null) return;
    message.lease = null;
    if (!this.hasDeliverable(message.accountId)) message.state = 'held';
  }

  async handBack(messages: readonly ClaimedMessage[]): Promise<void> {
    for (const claimed of messages) {
      const message = this.leased(claimed);
      if (message !== null) message.lease = null;
    }
  }

  async releaseWaiting(accountId: string): Promise<number> {
    const held = [...this.messages.values()].filter((m) => m.accountId === accountId && m.state === 'held');
    const dueAt = this.clock();
    for (const message of held) Object.assign(message, { state: 'pending', attempts: 0, dueAt });
    return held.length;
  }

  private leased(claimed: ClaimedMessage): StoredMessage | null {
    const message = this.messages.get(claimed.id);
    return message?.lease?.token === claimed.lease ? message : null;
  }

  private hasDeliverable(accountId: string): boolean {
    const endpoint = this.endpoints.get(accountId);
    return endpoint !== undefined && isDeliverable(endpoint);
  }

  private judge({
    message,
    attempt,
    endpoint: verdict,
    disableAfterFailingSeconds,
  }: AttemptOutcome): boolean {
    const endpoint = this.endpoints.get(message.accountId);
    if (!endpoint || endpoint.url !== attempt.url || endpoint.disabledAt !== null) return false;
    const failingSince = verdict === 'working' ? null : (endpoint.failingSince ?? attempt.at);
    const failedSeconds = failingSince === null ? 0 : (attempt.at.getTime() - failingSince.getTime()) / 1000;
    const disable =
      verdict === 'gone' || (verdict === 'failing' && failedSeconds >= disableAfterFailingSeconds);
    this.endpoints.set(message.accountId, {
      ...endpoint,
      failingSince,
      disabledAt: disable ? attempt.at : null,
    });
    return disable;
  }
}
