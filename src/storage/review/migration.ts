/**
 * Reviews, notes, the audit log, links to case files, tags, and which rows are sample data; and the role `viewer`.
 * Only adds: the checks of roles become wider. The audit log can be written and read, and nothing else: an entry goes
 * with its account alone.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const caseReviewMigration: Migration = {
  name: '0018-case-review',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const roles = `check (role in ('owner', 'member', 'viewer'))`;

const statements = [
  `alter table users drop constraint users_role_check, add constraint users_role_check ${roles}`,
  `alter table invitations drop constraint invitations_role_check, add constraint invitations_role_check ${roles}`,
  `create table reviews (
     task_id text primary key references tasks on delete cascade,
     account_id text not null references accounts on delete cascade,
     state text check (state in ('open', 'cleared', 'disputed', 'escalated')),
     assignee_id text references users on delete set null,
     updated_at timestamptz not null default now())`,
  `create index reviews_by_state on reviews (account_id, state)`,
  `create index reviews_by_assignee on reviews (assignee_id) where assignee_id is not null`,
  `create table review_notes (
     id text primary key,
     task_id text not null references tasks on delete cascade,
     account_id text not null references accounts on delete cascade,
     author_id text references users on delete set null,
     text text not null,
     created_at timestamptz not null default now())`,
  `create index review_notes_by_task on review_notes (task_id, created_at)`,
  `create index review_notes_by_author on review_notes (author_id) where author_id is not null`,
  `create table audit_entries (
     account_id text not null references accounts on delete cascade,
     sequence integer not null check (sequence > 0),
     at timestamptz not null,
     actor_id text,
     actor text not null,
     action text not null,
     subject text not null,
     detail text not null,
     previous_hash text not null,
     hash text not null,
     primary key (account_id, sequence))`,
  `create index audit_entries_by_subject on audit_entries (account_id, subject, sequence)`,
  // The account's row is gone by the time that its deletion comes to these rows.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
     begin
       if tg_op = 'DELETE' and not exists (select 1 from accounts where id = old.account_id) then
         return old;
       end if;
       raise exception 'The audit log can be added to, not changed.' using errcode = '42501';
     end $$`,
  // A copy that was begun anew empties its tables first; no service starts on such a database.
  `create function refuse_audit_truncate() returns trigger language plpgsql as $$
     begin
       if to_regclass('public.copy_progress') is not null then return null; end if;
       raise exception 'The audit log can be added to, not changed.' using errcode = '42501';
     end $$`,
  `create trigger audit_entries_append_only before update or delete on audit_entries
     for each row execute function refuse_audit_change()`,
  `create trigger audit_entries_no_truncate before truncate on audit_entries
     for each statement execute function refuse_audit_truncate()`,
  `create table share_links (
     id text primary key,
     account_id text not null references accounts on delete cascade,
     token_hash text not null unique,
     task_ids text[] not null,
     created_by text references users on delete set null,
     created_at timestamptz not null default now(),
     expires_at timestamptz not null,
     revoked_at timestamptz,
     opened integer not null default 0,
     last_opened_at timestamptz)`,
  `create index share_links_by_account on share_links (account_id, created_at)`,
  `create index share_links_by_creator on share_links (created_by) where created_by is not null`,
  `create table music_tags (
     music_id text not null references music on delete cascade,
     account_id text not null references accounts on delete cascade,
     tag text not null,
     primary key (music_id, tag))`,
  `create index music_tags_by_tag on music_tags (account_id, tag)`,
  `create table sample_items (
     account_id text not null references accounts on delete cascade,
     kind text not null check (kind in ('dataset', 'music', 'task')),
     id text not null,
     primary key (account_id, kind, id))`,
];
