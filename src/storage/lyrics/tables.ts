/** Tables of the lyric index. */
import type { ColumnType, Generated } from 'kysely';

export interface LyricSegmentsTable {
  id: Generated<number>;
  dataset_id: string;
  encoder: string;
  songs: number;
  lines: number;
  bytes: number;
  content: Uint8Array;
  created_at: ColumnType<Date, never, never>;
}

/** Which songs a segment holds. A song removed from its dataset loses its row and is dead in the segment. */
export interface LyricSegmentSongsTable {
  encoder: string;
  song_id: string;
  segment_id: number;
  ordinal: number;
}

export interface LyricEncodingLeasesTable {
  encoder: string;
  dataset_id: string;
  holder: string;
  leased_until: ColumnType<Date, Date | string, Date | string>;
}

export interface LyricsTables {
  lyric_encoding_leases: LyricEncodingLeasesTable;
  lyric_segments: LyricSegmentsTable;
  lyric_segment_songs: LyricSegmentSongsTable;
}
