/**
 * The queue as its users see it. Terms:
 *
 * - *enqueue*: insert the task's row, which is its place in the queue.
 * - *claim*: take the next due task under a *lease*: a time until which no other worker may take it.
 * - *renew*: move the lease's end while the work goes on. A lease that ends unrenewed is *lost*.
 * - *rescue*: put tasks whose lease was lost back to pending, or fail them after too many attempts.
 * - *finish*: final state, result, the analysis's own writes and the outgoing callback in one transaction.
 */
import type { AnalysisOutcome, Transaction } from '../analyses/analysis.js';
import type { Finding } from '../domain/finding.js';
import type { OperationName, RequestVariant } from '../domain/operations.js';
import type { ReviewState } from '../domain/review.js';
import type { JsonObject, Task, TaskStatus } from '../domain/task.js';

export interface NewTask {
  readonly accountId: string;
  readonly keyId: string | null;
  readonly operation: OperationName;
  readonly model: string;
  readonly variant: RequestVariant;
  readonly musicId: string | null;
  readonly filepath: string | null;
  readonly filename: string | null;
  readonly parameters: JsonObject;
}

/** Which request makes a task: what logs and traces are followed by. */
export interface TaskOrigin {
  readonly requestId: string;
  readonly traceParent: string | null;
}

export interface TaskFilter {
  readonly limit: number;
  /** From an earlier page's `nextCursor`. */
  readonly cursor?: string;
  readonly status?: TaskStatus;
  readonly operation?: OperationName;
  readonly musicId?: string;
  readonly finding?: Finding;
  /** `open` without a decision too, where something was found. */
  readonly review?: ReviewState;
  /** Of recordings with this tag. */
  readonly tag?: string;
  /** Results that this member is to look at. */
  readonly assigneeId?: string;
  /** In the file's name, the title of lyrics, the matched song or the task's id. */
  readonly search?: string;
  readonly oldestFirst?: boolean;
}

/** What was found of one song by the latest task of an operation that has a verdict. */
export interface MusicFinding {
  readonly musicId: string;
  readonly taskId: string;
  readonly operation: OperationName;
  readonly finding: Finding;
}

export interface TaskPage {
  readonly tasks: Task[];
  readonly nextCursor: string | null;
}

/** Writes what must be committed together with `created`. What it throws undoes the creation as well. */
export type WriteWith<Created> = (transaction: Transaction, created: Created) => Promise<void>;

/** What request handlers do with tasks. Every call names the account: no other account's task is ever touched. */
export interface TaskService {
  /** Throws QueueFullError when the account already waits for as many tasks as its plan allows. */
  enqueue(task: NewTask, writeWith?: WriteWith<Task>): Promise<Task>;
  get(accountId: string, taskId: string): Promise<Task | null>;
  list(accountId: string, filter: TaskFilter): Promise<TaskPage>;
  /** What each task is about, for people: the title of its recording or lyrics, else the file; by the task's id. */
  names(accountId: string, taskIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  findings(accountId: string, musicIds: readonly string[]): Promise<MusicFinding[]>;
  /** Deletes the result of a task that has ended, with its callbacks; usage still counts it. */
  remove(accountId: string, taskId: string): Promise<'removed' | 'not-found' | 'not-final'>;
  /** Only a pending task can be cancelled. */
  cancel(accountId: string, taskId: string): Promise<'cancelled' | 'not-found' | 'not-pending'>;
  /** A new task with the same request as a finished one; null where the task is unknown. */
  rerun(
    accountId: string,
    taskId: string,
    keyId: string | null,
    writeWith?: WriteWith<Task>,
  ): Promise<Task | 'not-final' | null>;
}

export class QueueFullError extends Error {
  constructor(readonly limit: number) {
    super(
      `This account already has ${limit} tasks waiting, as many as its plan allows. Wait until some have ended.`,
    );
    this.name = 'QueueFullError';
  }
}

export interface ClaimedTask extends Task {
  /** Earlier attempts that failed; those that a worker's end cut off are not among them. */
  readonly failures: number;
}

/** What a worker does with the queue. */
export interface TaskQueue {
  /** The next task by fair share among accounts, its lease held by `workerId`; null when nothing is due. */
  claim(workerId: string, leaseSeconds: number): Promise<ClaimedTask | null>;
  /** Renews and returns the ids still held; a missing id's lease was lost. */
  renew(workerId: string, taskIds: readonly string[], leaseSeconds: number): Promise<string[]>;
  progress(workerId: string, taskId: string, fraction: number, stage: string): Promise<void>;
  /** False when the lease was lost meanwhile: nothing was written. */
  finish(workerId: string, task: Task, ending: TaskEnding): Promise<boolean>;
  /** Back to pending after a failure that may pass. */
  retryLater(workerId: string, taskId: string, delaySeconds: number): Promise<void>;
  /** Back to pending for a reason that is not the task's: an interruption, not a failure. */
  interrupt(workerId: string, taskId: string, delaySeconds: number): Promise<void>;
  /** Back to pending at once because the worker ends: an interruption, not a failure. */
  handBack(workerId: string, taskId: string): Promise<void>;
  /**
   * Puts tasks whose lease was lost back to pending, or fails them after `maxInterruptions`: a task that takes its
   * worker down every time must end some day. Returns how many of each. `leaseSeconds` is the same in all processes.
   */
  rescue(maxInterruptions: number, leaseSeconds: number): Promise<{ putBack: number; failed: number }>;
}

/** `retried`: the task is pending again. `lost`: the lease was, and nothing was written. */
export type AttemptEnd = TaskEnding['status'] | 'retried' | 'lost';
/** Called with every finished attempt. */
export type OnAttemptFinished = (task: Task, end: AttemptEnd, seconds: number) => void;
/** Runs around each attempt. `work` never rejects. */
export type AroundAttempt = <Result>(task: Task, work: () => Promise<Result>) => Promise<Result>;

export type TaskEnding =
  | { readonly status: 'success'; readonly outcome: AnalysisOutcome }
  | { readonly status: 'failure'; readonly error: string; readonly detail?: JsonObject };
