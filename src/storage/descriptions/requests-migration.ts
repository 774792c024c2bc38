/** Creates the queue of music that waits for its description. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const descriptionRequestsMigration: Migration = {
  name: '0006-description-requests',
  async up(db) {
    await sql`create table description_requests (
      music_id text primary key references music (id) on delete cascade,
      engine integer not null,
      attempts integer not null default 0,
      run_after timestamptz not null default now(),
      failure text,
      requested_at timestamptz not null default now())`.execute(db);
    // What failed for good stays in the table and out of the way.
    await sql`create index description_requests_due on description_requests (run_after)
      where failure is null`.execute(db);
  },
};
