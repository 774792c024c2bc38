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

/** Music that waits for its description, or whose description failed; the row goes when it is described. */
export interface DescriptionRequestsTable {
  music_id: string;
  /** Which describer was asked. */
  engine: number;
  attempts: Generated<number>;
  /** Not to be claimed before: the end of the lease of whoever describes it, or of the pause after a failure. */
  run_after: Generated<Date>;
  /** Why it failed for good; null while it waits. */
  failure: string | null;
  requested_at: Generated<Date>;
}

export interface DescriptionsTables {
  music_descriptions: MusicDescriptionsTable;
  description_requests: DescriptionRequestsTable;
}
