import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

/** The melody index; see tables.ts. */
export const plagiarismMigration: Migration = {
  name: '0005-plagiarism',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create sequence melody_revisions`,
  `create table melody_songs (
     song_id text primary key references dataset_songs on delete cascade,
     dataset_id text not null,
     engine integer not null,
     music_id text not null,
     slot bigint not null default nextval('melody_revisions'),
     revision bigint not null default nextval('melody_revisions'),
     codes bytea not null,
     sketch bytea not null)`,
  // Codes are hashes and sketches are packed: trying to compress them would only cost time.
  `alter table melody_songs alter column codes set storage external`,
  `alter table melody_songs alter column sketch set storage external`,
  // The chunks' states are read from this index alone.
  `create index on melody_songs (dataset_id, engine, slot, revision)`,
];
