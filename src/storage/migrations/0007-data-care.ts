/** What remains of deleted tasks (their count and price), blobs that wait for their removal, and indexes by age. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const dataCareMigration: Migration = {
  name: '0007-data-care',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table past_tasks (
     id bigint generated always as identity primary key,
     account_id text not null references accounts on delete cascade,
     key_id text,
     operation text not null,
     model text not null,
     status text not null,
     created_at timestamptz not null,
     price_usd double precision not null)`,
  `create index on past_tasks (account_id, created_at)`,
  `create table stale_blobs (
     key text primary key,
     due_at timestamptz not null)`,
  `create index on stale_blobs (due_at)`,
  `create index tasks_by_end on tasks (completed_at) where completed_at is not null`,
  `create index messages_by_age on messages (created_at)`,
  `create index delivery_attempts_by_age on delivery_attempts (started_at)`,
  `create index music_by_age on music (created_at)`,
  // Deleting music asks who refers to it.
  `create index dataset_songs_by_music on dataset_songs (music_id) where music_id is not null`,
  `create index melody_songs_by_music on melody_songs (music_id)`,
];
