/** The table of the melody index. */
import type { Generated } from 'kysely';

export interface MelodySongsTable {
  song_id: string;
  dataset_id: string;
  engine: number;
  music_id: string;
  /** Where the song stands among all; its chunk is slot / 2048. Kept when the song is replaced. */
  slot: Generated<number>;
  /** Rises with every write, so that a chunk's file is known to be old. */
  revision: Generated<number>;
  codes: Uint8Array;
  sketch: Uint8Array;
}

export interface PlagiarismTables {
  melody_songs: MelodySongsTable;
}
