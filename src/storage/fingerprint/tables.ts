/** The tables of the fingerprint index, as Kysely types. */
import type { Generated } from 'kysely';

/** One row an account: where the next song begins on the account's time line, and who compacts. */
export interface FingerprintCataloguesTable {
  account_id: string;
  next_position: number;
  songs: Generated<number>;
  /** A worker that merges segments holds this until then. */
  merging_until: Date | null;
}

export interface FingerprintSongsTable {
  account_id: string;
  music_id: string;
  engine: number;
  title: string;
  artist: string;
  duration_seconds: number;
  /** First position on the account's time line, and how many positions are the song's. */
  start_position: number;
  length_units: number;
  postings: number;
  /** What its postings took when they were written. */
  posting_bytes: number;
  peaks: Uint8Array;
  added_at: Generated<Date>;
}

/** An immutable run of sorted postings (O'Neil et al. 1996, the log-structured merge tree). */
export interface FingerprintSegmentsTable {
  id: Generated<number>;
  account_id: string;
  /** 0: one song; each level holds about eight times the one below. */
  level: number;
  base_position: number;
  end_position: number;
  postings: number;
  bytes: number;
  /** A key's block is key >>> shift. */
  shift: number;
  /** False while a merge writes it. */
  is_live: boolean;
}

export interface FingerprintBlocksTable {
  segment_id: number;
  bucket: number;
  bytes: Uint8Array;
}

export interface FingerprintTables {
  fingerprint_catalogues: FingerprintCataloguesTable;
  fingerprint_songs: FingerprintSongsTable;
  fingerprint_segments: FingerprintSegmentsTable;
  fingerprint_blocks: FingerprintBlocksTable;
}
