/** Creates the table of song descriptions. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const descriptionsMigration: Migration = {
  name: '0004-descriptions',
  async up(db) {
    await sql`create table music_descriptions (
      music_id text primary key references music (id) on delete cascade,
      engine integer not null,
      description bytea not null,
      described_at timestamptz not null default now())`.execute(db);
    // Variable-length integers do not compress: trying would only cost time.
    await sql`alter table music_descriptions alter column description set storage external`.execute(db);
  },
};
