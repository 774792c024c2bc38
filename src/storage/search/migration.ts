/**
 * What a search engine beside the database needs to be filled: which changes of the fingerprint catalogue it has not
 * got yet. Triggers note them, so that no path misses one (an older version that runs beside this one included), and
 * only while an engine is registered. Only adds.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const searchEngineMigration: Migration = {
  name: '0021-search-engine',
  async up(db) {
    await sql`create table search_engine (
      name text primary key check (name = 'fingerprints'),
      epoch text not null,
      sequence bigint not null default 0,
      filling_until timestamptz,
      has_erased boolean not null default false,
      erased_at timestamptz not null default now(),
      started_at timestamptz not null default now())`.execute(db);
    await sql`create table search_changes (
      id bigint generated always as identity primary key,
      account_id text not null,
      start_position bigint not null,
      length_units integer not null,
      is_removal boolean not null,
      is_attempted boolean not null default false,
      changed_at timestamptz not null default clock_timestamp())`.execute(db);
    await sql`create index search_changes_by_song on search_changes (account_id, start_position)`.execute(db);
    await sql`create table search_backlog (
      account_id text primary key,
      end_position bigint not null,
      segment_id bigint,
      next_bucket integer not null default 0)`.execute(db);
    await sql`create function note_fingerprint_change() returns trigger language plpgsql as $$
      begin
        if exists (select from search_engine) then
          if tg_op = 'DELETE' then
            insert into search_changes (account_id, start_position, length_units, is_removal)
              values (old.account_id, old.start_position, old.length_units, true);
          else
            insert into search_changes (account_id, start_position, length_units, is_removal)
              values (new.account_id, new.start_position, new.length_units, false);
          end if;
        end if;
        return null;
      end $$`.execute(db);
    await sql`create trigger fingerprint_songs_changed after insert or delete on fingerprint_songs
      for each row execute function note_fingerprint_change()`.execute(db);
  },
};
