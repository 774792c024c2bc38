/** Batches as the dashboard's routes use them. Every call names the account. */
import type { Transaction } from '../../../analyses/analysis.js';
import type { Batch, BatchAnalysis, BatchFile, BatchTask } from '../../../domain/batch.js';
import type { OperationName } from '../../../domain/operations.js';

export interface NewBatch {
  readonly accountId: string;
  readonly userId: string;
  /** '' where files were chosen instead of a folder. */
  readonly name: string;
  readonly analyses: readonly BatchAnalysis[];
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: number }>;
}

/** One file's place. */
export interface BatchPlace {
  readonly accountId: string;
  readonly batchId: string;
  readonly position: number;
}

export type BatchRow = BatchFile & { readonly tasks: readonly BatchTask[] };

/** Another request started the analysis of this file a moment ago. */
export class AlreadyStartedError extends Error {
  override readonly name = 'AlreadyStartedError';
}

export interface BatchStore {
  /** `too-many`: the account has as many batches without `endedAt` as it may. Ended ones make room by themselves. */
  create(batch: NewBatch): Promise<Batch | 'too-many'>;
  /** Those that have not ended and the newest 20, newest first. */
  list(accountId: string): Promise<Batch[]>;
  get(accountId: string, batchId: string): Promise<Batch | null>;
  /** In the order chosen; `position`: that file alone. */
  rows(accountId: string, batchId: string, position?: number): Promise<BatchRow[]>;
  /** The file is this recording, and waits for its analyses. `created`: it was not in the library before. */
  arrive(place: BatchPlace, musicId: string, created: boolean): Promise<void>;
  /** Every analysis of the file was started. */
  accept(place: BatchPlace): Promise<void>;
  reject(place: BatchPlace, detail: string): Promise<void>;
  /** In the transaction that creates the task. Throws AlreadyStartedError where the file has this analysis. */
  addTask(
    transaction: Transaction,
    place: BatchPlace,
    operation: OperationName,
    taskId: string,
  ): Promise<void>;
  /** Nothing more is sent. False where there is no such batch. */
  close(accountId: string, batchId: string): Promise<boolean>;
  /** Recordings and results stay. */
  remove(accountId: string, batchId: string): Promise<boolean>;
}
