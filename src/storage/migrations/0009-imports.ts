/** Imports as jobs, and the index by which a row of a file is recognised as a song that is there. Only adds. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const importsMigration: Migration = {
  name: '0009-imports',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table imports (
     id text primary key,
     account_id text not null references accounts on delete cascade,
     dataset_id text not null references datasets on delete cascade,
     name text not null,
     format text not null check (format in ('csv', 'jsonl')),
     bytes bigint not null,
     blob_key text not null,
     status text not null check (status in ('pending', 'processing', 'success', 'failure', 'cancelled')),
     bytes_read bigint not null default 0,
     rows integer not null default 0,
     added integer not null default 0,
     present integer not null default 0,
     rejected integer not null default 0,
     error text,
     attempts integer not null default 0,
     run_after timestamptz not null default now(),
     lease_owner text,
     lease_expires_at timestamptz,
     created_at timestamptz not null default now(),
     started_at timestamptz,
     completed_at timestamptz)`,
  // One at a time an account.
  `create unique index imports_open on imports (account_id) where status in ('pending', 'processing')`,
  `create index on imports (account_id, created_at desc, id)`,
  `create index on imports (dataset_id)`,
  `create index imports_by_end on imports (completed_at) where completed_at is not null`,
  `create table import_batches (
     import_id text not null references imports on delete cascade,
     first_row integer not null,
     song_ids text[] not null,
     rejections text not null,
     primary key (import_id, first_row))`,
  // The expression of imports/song-identity.ts, over rows of version 1.0.0 too.
  `create index dataset_songs_by_identity on dataset_songs (dataset_id,
     (md5(md5(title) || md5(artist) || coalesce(music_id, '') || md5(coalesce(lyrics, '')))))`,
];
