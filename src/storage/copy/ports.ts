/** What copies and backups of a whole instance are given, and report. */
import type { ReportProgress } from '../../domain/compute.js';
import type { TableSum } from './tables.js';

export interface CopyWork {
  readonly signal: AbortSignal;
  readonly onProgress: ReportProgress;
}

export interface CopyReport {
  readonly tables: ReadonlyArray<{ readonly table: string } & TableSum>;
  /** Files copied now; those of an earlier, interrupted call are not among them. */
  readonly files: number;
  readonly bytes: number;
}

export interface BackupReport {
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  /** Files of songs that were deleted while the backup was written. */
  readonly missing: number;
}
