/** Many files that are given the same analyses: what is kept of them, so that the table survives the page that made it. */
import type { Finding } from './finding.js';
import type { OperationName } from './operations.js';
import type { TaskStatus } from './task.js';

/** Files of one batch: what a table on one page can show. */
export const maxBatchFiles = 500;

/** One of the analyses that every file is given. */
export interface BatchAnalysis {
  readonly operation: OperationName;
  readonly model: string;
  /** What is compared with; null: the operation's own default. */
  readonly datasetId: string | null;
}

/** `waiting`: not sent yet. */
export type BatchFileState = 'waiting' | 'accepted' | 'rejected';

/** `open`: files are still to be sent; `running`: analyses go on; `ended`: neither. */
export type BatchState = 'open' | 'running' | 'ended';

export interface BatchTask {
  readonly operation: OperationName;
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly progress: number;
  readonly finding: Finding | null;
  readonly error: string | null;
}

export interface BatchFile {
  readonly position: number;
  readonly name: string;
  readonly bytes: number;
  readonly state: BatchFileState;
  readonly musicId: string | null;
  /** The same bytes were in the library before, or under another name in this batch; null: neither. */
  readonly known: 'library' | 'batch' | null;
  /** Why it was rejected. */
  readonly detail: string | null;
}

export interface Batch {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly analyses: readonly BatchAnalysis[];
  readonly state: BatchState;
  /** Nothing more is sent. */
  readonly isClosed: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly counts: BatchCounts;
}

export interface BatchCounts {
  readonly files: number;
  readonly waiting: number;
  readonly rejected: number;
  /** Analyses of all files, and of them those that have ended, that failed, and by what they found. */
  readonly tasks: number;
  readonly ended: number;
  readonly failed: number;
  readonly found: number;
  readonly possible: number;
}

export function batchStateOf({ waiting, tasks, ended }: BatchCounts, isClosed: boolean): BatchState {
  if (waiting > 0 && !isClosed) return 'open';
  return ended < tasks ? 'running' : 'ended';
}
