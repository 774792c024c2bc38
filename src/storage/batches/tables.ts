/** The tables of batches, as Kysely types. */
import type { ColumnType, Generated } from 'kysely';
import type { BatchAnalysis, BatchFileState } from '../../domain/batch.js';

export interface BatchesTable {
  id: string;
  account_id: string;
  name: string;
  analyses: ColumnType<BatchAnalysis[], string, string>;
  /** Null once the member left. */
  started_by: string | null;
  created_at: Generated<Date>;
  /** When a file came to something last. */
  active_at: Generated<Date>;
  /** Nothing more is sent. */
  closed_at: Date | null;
  /** Nothing more is sent, and every analysis has ended. */
  ended_at: Date | null;
  /** When its end became part of a notice. */
  noticed_at: Date | null;
}

export interface BatchFilesTable {
  batch_id: string;
  /** From 0, in the order chosen. */
  position: number;
  /** Below the folder that was chosen. */
  name: string;
  bytes: number;
  state: BatchFileState;
  /** Null before it arrived. A recording that is deleted takes its row with it. */
  music_id: string | null;
  /** Where the same bytes were before. */
  known: 'library' | 'batch' | null;
  /** Why it was rejected. */
  detail: string | null;
}

export interface BatchTasksTable {
  batch_id: string;
  position: number;
  operation: string;
  task_id: string;
}

export interface BatchTables {
  batches: BatchesTable;
  batch_files: BatchFilesTable;
  batch_tasks: BatchTasksTable;
}
