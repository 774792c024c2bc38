import { ContrafactError } from './error.js';
import { sleep } from './transport.js';
import type { Operation, ResultOf, Task, TaskRecord, TaskReference } from './types.js';

export interface WaitOptions {
  /** Default 30 minutes. */
  timeoutMs?: number;
  onProgress?: (task: Task) => void;
  signal?: AbortSignal;
  /** The first wait between two looks; it grows to ten times this. Default 500. */
  pollMs?: number;
}

/** What a finished analysis returns. */
export interface FinishedAnalysis<O extends Operation> {
  taskId: string;
  result: ResultOf[O];
  task: Task<ResultOf[O]>;
}

/** An analysis that has been asked for. */
export class PendingAnalysis<O extends Operation> {
  constructor(
    /** The service's first answer; rejects with a ContrafactError where the request was refused. */
    readonly started: Promise<TaskRecord | TaskReference>,
    private readonly getTask: (taskId: string, signal?: AbortSignal) => Promise<Task>,
  ) {}

  async taskId(): Promise<string> {
    const answer = await this.started;
    return 'taskId' in answer ? answer.taskId : answer.task_id;
  }

  /**
   * Looks at the task until it is final. Rejects with a ContrafactError: `task_failed`, `task_cancelled`, `timeout`
   * (the task goes on; wait again, or let the callback report), or what the service answered.
   */
  async wait(options: WaitOptions = {}): Promise<FinishedAnalysis<O>> {
    const { timeoutMs = 30 * 60_000, onProgress, signal } = options;
    const endsAt = Date.now() + timeoutMs;
    const firstPollMs = options.pollMs ?? 500;
    const taskId = await this.taskId();
    for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 1.3, firstPollMs * 10)) {
      const task = (await this.getTask(taskId, signal)) as Task<ResultOf[O]>;
      onProgress?.(task);
      if (task.status === 'success' || task.status === 'completed') {
        return { taskId, result: (task.result ?? task.result_json ?? null) as ResultOf[O], task };
      }
      if (task.status === 'failure')
        throw new ContrafactError(0, 'task_failed', task.error ?? 'The analysis failed.');
      if (task.status === 'cancelled')
        throw new ContrafactError(0, 'task_cancelled', `${taskId} was cancelled.`);
      const leftMs = endsAt - Date.now();
      if (leftMs <= 0) {
        const seconds = Math.round(timeoutMs / 1000);
        throw new ContrafactError(0, 'timeout', `${taskId} is still ${task.status} after ${seconds} s.`);
      }
      await sleep(Math.min(pollMs, leftMs), signal);
    }
  }
}
