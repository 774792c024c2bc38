import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

/** The lyric index; see tables.ts. */
export const lyricsMigration: Migration = {
  name: '0003-lyrics',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table lyric_segments (
     id bigint generated always as identity primary key,
     dataset_id text not null references datasets on delete cascade,
     encoder text not null,
     songs integer not null,
     lines integer not null,
     bytes integer not null,
     content bytea not null,
     created_at timestamptz not null default now())`,
  // Codes and vectors do not compress; trying to would only cost time.
  `alter table lyric_segments alter column content set storage external`,
  `create index on lyric_segments (dataset_id, encoder)`,
  `create table lyric_segment_songs (
     encoder text not null,
     song_id text not null references dataset_songs on delete cascade,
     segment_id bigint not null references lyric_segments on delete cascade,
     ordinal integer not null,
     primary key (encoder, song_id))`,
  `create index on lyric_segment_songs (segment_id, ordinal)`,
  `create index on lyric_segment_songs (song_id)`,
];
