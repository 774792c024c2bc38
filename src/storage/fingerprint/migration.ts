/** Creates the fingerprint index's tables. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const fingerprintMigration: Migration = {
  name: '0002-fingerprint',
  async up(db) {
    await sql`create table fingerprint_catalogues (
      account_id text primary key,
      next_position bigint not null,
      songs integer not null default 0,
      merging_until timestamptz)`.execute(db);
    await sql`create table fingerprint_songs (
      account_id text not null,
      music_id text not null,
      engine integer not null,
      title text not null,
      artist text not null,
      duration_seconds double precision not null,
      start_position bigint not null,
      length_units integer not null,
      postings integer not null,
      posting_bytes integer not null,
      peaks bytea not null,
      added_at timestamptz not null default now(),
      primary key (account_id, music_id))`.execute(db);
    await sql`create unique index fingerprint_songs_by_position
      on fingerprint_songs (account_id, start_position)`.execute(db);
    await sql`create table fingerprint_segments (
      id bigint generated always as identity primary key,
      account_id text not null,
      level integer not null,
      base_position bigint not null,
      end_position bigint not null,
      postings bigint not null,
      bytes bigint not null,
      shift integer not null,
      is_live boolean not null)`.execute(db);
    await sql`create index fingerprint_segments_by_account
      on fingerprint_segments (account_id, is_live, level)`.execute(db);
    await sql`create table fingerprint_blocks (
      segment_id bigint not null references fingerprint_segments (id) on delete cascade,
      bucket integer not null,
      bytes bytea not null,
      primary key (segment_id, bucket)) with (toast_tuple_target = 8160)`.execute(db);
    // Varints do not compress: trying would only cost time.
    await sql`alter table fingerprint_blocks alter column bytes set storage external`.execute(db);
    await sql`alter table fingerprint_songs alter column peaks set storage external`.execute(db);
  },
};
