/**
 * The customer's side of a fault test: every task that was accepted, and what came of it. The service promises that
 * each accepted task ends, that its final callback arrives, and that repeats of a callback carry one `webhook-id`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './api.js';
import type { TestReceiver } from './receiver.js';

export interface LedgerCount {
  readonly accepted: number;
  /** Accepted tasks that are unknown afterwards, or did not end in `success`. */
  readonly tasksLost: readonly string[];
  /** Ended tasks whose final callback never arrived. */
  readonly callbacksLost: readonly string[];
  /** Callbacks that arrived more than once, under one webhook-id as promised. */
  readonly callbacksRepeated: number;
  /** Repeats under another webhook-id: a receiver could not tell them from new ones. */
  readonly callbacksDoubled: number;
  /** Tasks that were interrupted: they ran more than once. */
  readonly tasksRunAgain: number;
}

const settleTimeoutMs = 300_000;

export class Ledger {
  readonly accepted: string[] = [];

  constructor(
    private readonly api: Api,
    private readonly receiver: TestReceiver,
  ) {}

  /** Starts a task, and throws where it is not accepted. */
  async start(path: string, body: object): Promise<string> {
    const answer = await this.api.post(path, body);
    if (answer.status !== 202) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    const taskId = String(answer.body.taskId ?? answer.body.task_id);
    this.accepted.push(taskId);
    return taskId;
  }

  /** Accepted tasks whose final callback has not come. */
  get open(): number {
    const ended = this.ended();
    return this.accepted.filter((taskId) => !ended.has(taskId)).length;
  }

  /** Waits until at most `most` accepted tasks are open, or until five minutes have passed. */
  async drainTo(most: number): Promise<void> {
    const deadline = Date.now() + settleTimeoutMs;
    while (this.open > most && Date.now() < deadline) await sleep(100);
  }

  /** Waits for the end of everything, then holds the tasks' records against what arrived. */
  async count(): Promise<LedgerCount> {
    await this.drainTo(0);
    // Repeats of what was in flight at the last fault come at once if they come.
    await sleep(1000);
    const tasksLost: string[] = [];
    let tasksRunAgain = 0;
    for (const taskId of this.accepted) {
      const { status, body } = await this.api.get(`/tasks/${taskId}`);
      if (status !== 200 || (body.status !== 'success' && body.status !== 'completed')) {
        const state = `${body.status ?? status} after ${body.attempts} attempts`;
        tasksLost.push(`${taskId}: ${state}: ${body.error ?? ''}`);
      }
      if (Number(body.attempts) > 1) tasksRunAgain += 1;
    }
    const ended = this.ended();
    const ids = new Map<unknown, Set<unknown>>();
    const finals = this.finals();
    for (const { body, headers } of finals) {
      ids.set(body.task_id, (ids.get(body.task_id) ?? new Set()).add(headers['webhook-id']));
    }
    const distinct = [...ids.values()].reduce((sum, set) => sum + set.size, 0);
    return {
      accepted: this.accepted.length,
      tasksLost,
      callbacksLost: this.accepted.filter((taskId) => !ended.has(taskId)),
      callbacksRepeated: finals.length - distinct,
      callbacksDoubled: distinct - ids.size,
      tasksRunAgain,
    };
  }

  private finals(): TestReceiver['received'] {
    return this.receiver.received.filter(({ body }) => body.status !== 'processing');
  }

  private ended(): Set<unknown> {
    return new Set(this.finals().map(({ body }) => body.task_id));
  }
}
