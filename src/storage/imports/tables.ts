/** The tables of imports, as Kysely types. */
import type { Generated } from 'kysely';
import type { ImportFormat, ImportStatus } from '../../domain/song-import.js';

export interface ImportsTable {
  id: string;
  account_id: string;
  dataset_id: string;
  name: string;
  format: ImportFormat;
  bytes: number;
  blob_key: string;
  status: ImportStatus;
  /** The place up to which rows are committed. */
  bytes_read: Generated<number>;
  rows: Generated<number>;
  added: Generated<number>;
  present: Generated<number>;
  rejected: Generated<number>;
  error: string | null;
  /** Claims since rows were committed last. */
  attempts: Generated<number>;
  /** Not to be claimed before; those that wait longest come first. */
  run_after: Generated<Date>;
  lease_owner: string | null;
  lease_expires_at: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  completed_at: Date | null;
}

/** What some rows of a file came to. */
export interface ImportBatchesTable {
  import_id: string;
  first_row: number;
  song_ids: string[];
  /** JSON: an array of { row, detail }. */
  rejections: string;
}

export interface ImportsTables {
  imports: ImportsTable;
  import_batches: ImportBatchesTable;
}
