/**
 * Invitations and the setup link in tables of their own, and who made a key. Only adds: version 1.0.0 runs beside it
 * and goes on writing both as instance settings, from where storage/old-settings.ts moves them.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const accountsMigration: Migration = {
  name: '0010-accounts',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table invitations (
     token_hash text primary key,
     account_id text not null references accounts on delete cascade,
     email text not null,
     role text not null check (role in ('owner', 'member')),
     created_at timestamptz not null default now(),
     expires_at timestamptz not null)`,
  `create index on invitations (account_id)`,
  `create index on invitations (expires_at)`,
  // One row at most: the newest link is the only one.
  `create table setup_links (
     id integer primary key check (id = 1),
     token_hash text not null,
     created_at timestamptz not null default now())`,
  // Null where nobody signed in made it, and in what version 1.0.0 makes. No reference: a key outlives its maker.
  `alter table api_keys add column created_by text`,
  `create index api_keys_by_maker on api_keys (created_by) where created_by is not null`,
];
