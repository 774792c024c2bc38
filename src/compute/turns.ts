/**
 * Calls that wait for a compute process. Owners take turns, one call each, and none may run more calls at a time, or have
 * more waiting, than its share: one owner's thousand files delay another's single one by one turn.
 */
import { ComputeError } from '../domain/compute.js';

export interface OwnerShare {
  /** Calls of one owner that run at a time. */
  readonly running: number;
  /** Calls of one named owner that wait; more are refused with `busy`. */
  readonly queued: number;
}

export interface Owned {
  readonly owner: string;
}

export class Turns<Call extends Owned> {
  /** Waiting calls by owner, in the order of their owners' turns. */
  private readonly waiting = new Map<string, Call[]>();
  private readonly running = new Map<string, number>();

  /** @param share null: first come, first served */
  constructor(private readonly share: OwnerShare | null) {}

  get length(): number {
    let count = 0;
    for (const calls of this.waiting.values()) count += calls.length;
    return count;
  }

  /** @throws ComputeError `busy` */
  push(call: Call): void {
    const owner = this.ownerOf(call);
    const calls = this.waiting.get(owner) ?? [];
    // The service's own work has no owner and sets its own pace.
    if (this.share && owner !== '' && calls.length >= this.share.queued) {
      throw new ComputeError('busy', `${calls.length} calls of the same owner are waiting already.`);
    }
    calls.push(call);
    this.waiting.set(owner, calls);
  }

  /** The next call that may run, counted as running until `ended`; undefined where there is none. */
  take(): Call | undefined {
    for (const [owner, calls] of this.waiting) {
      const running = this.running.get(owner) ?? 0;
      if (this.share && running >= this.share.running) continue;
      const call = calls.shift()!;
      // Behind all others: its next call waits for theirs.
      this.waiting.delete(owner);
      if (calls.length > 0) this.waiting.set(owner, calls);
      this.running.set(owner, running + 1);
      return call;
    }
    return undefined;
  }

  ended(call: Call): void {
    const owner = this.ownerOf(call);
    const left = (this.running.get(owner) ?? 1) - 1;
    if (left > 0) this.running.set(owner, left);
    else this.running.delete(owner);
  }

  /** Takes a waiting call out; false where it does not wait. */
  remove(call: Call): boolean {
    const owner = this.ownerOf(call);
    const calls = this.waiting.get(owner) ?? [];
    const index = calls.indexOf(call);
    if (index < 0) return false;
    calls.splice(index, 1);
    if (calls.length === 0) this.waiting.delete(owner);
    return true;
  }

  /** Takes out all that wait. */
  clear(): Call[] {
    const calls = [...this.waiting.values()].flat();
    this.waiting.clear();
    return calls;
  }

  private ownerOf(call: Call): string {
    return this.share ? call.owner : '';
  }
}
