/** An import of songs into a dataset: a file that arrived whole and is worked off in the background. */
import type { TaskStatus } from './task.js';

/**
 * pending → processing → success | failure; pending or processing → cancelled. `success` is said of the file: it was
 * read to its end, whatever became of its rows.
 */
export type ImportStatus = TaskStatus;

export type ImportFormat = 'csv' | 'jsonl';

export interface SongImport {
  readonly id: string;
  readonly accountId: string;
  readonly datasetId: string;
  /** Of the file, as it was chosen; '' where the sender named none. */
  readonly name: string;
  readonly format: ImportFormat;
  readonly bytes: number;
  readonly status: ImportStatus;
  /** Bytes up to the last row that is counted below. */
  readonly bytesRead: number;
  /** Rows read: added + present + rejected. */
  readonly rows: number;
  readonly added: number;
  /** Rows whose song the dataset had already. */
  readonly present: number;
  readonly rejected: number;
  /** Why it failed, for whoever sent it. */
  readonly error: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** A row that was not added, numbered from 1 without the header. */
export interface Rejection {
  readonly row: number;
  readonly detail: string;
}

export function isOpen({ status }: Pick<SongImport, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}
