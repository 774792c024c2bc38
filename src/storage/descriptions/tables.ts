/** The tables of song descriptions, as Kysely types. */
import type { Generated } from 'kysely';

/** One row a piece of music; gone with it. */
export interface MusicDescriptionsTable {
  music_id: string;
  /** Which describer wrote it. */
  engine: number;
  description: Uint8Array;
  described_at: Generated<Date>;
}

export interface DescriptionsTables {
  music_descriptions: MusicDescriptionsTable;
}
