/** The tables by which a search engine is filled, as Kysely types. */
import type { Generated } from 'kysely';

/** One row while an engine is registered, none otherwise. */
export interface SearchEngineTable {
  name: string;
  /** Names this filling of the engine; the engine holds it too. */
  epoch: string;
  /** Batches that the engine confirmed. */
  sequence: Generated<number>;
  /** The process that fills holds this until then. */
  filling_until: Date | null;
  /** Whether rows were deleted from the engine whose bytes may still lie there. */
  has_erased: Generated<boolean>;
  erased_at: Generated<Date>;
  started_at: Generated<Date>;
}

/** A song of the fingerprint catalogue that came or went, which the engine has not confirmed. */
export interface SearchChangesTable {
  id: Generated<number>;
  account_id: string;
  start_position: number;
  length_units: number;
  is_removal: boolean;
  /** The engine may hold some of it already. */
  is_attempted: Generated<boolean>;
  changed_at: Generated<Date>;
}

/** Accounts whose songs of before the engine are not all in it. */
export interface SearchBacklogTable {
  account_id: string;
  /** Songs from here on are among the changes. */
  end_position: number;
  /** Where the copying goes on: this segment, from this block. */
  segment_id: number | null;
  next_bucket: Generated<number>;
}

export interface SearchTables {
  search_engine: SearchEngineTable;
  search_changes: SearchChangesTable;
  search_backlog: SearchBacklogTable;
}
