import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

/** Who encodes the songs of a dataset at the moment; see leases.ts. */
export const lyricLeasesMigration: Migration = {
  name: '0008-lyric-leases',
  async up(db) {
    await sql
      .raw(
        `create table lyric_encoding_leases (
           encoder text not null,
           dataset_id text not null references datasets on delete cascade,
           holder text not null,
           leased_until timestamptz not null,
           primary key (encoder, dataset_id))`,
      )
      .execute(db);
  },
};
