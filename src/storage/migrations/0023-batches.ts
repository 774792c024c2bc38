/**
 * Batches of files with the analyses that each is given, and notifications: who wants to hear of what, what there was
 * to say, and to whom it was sent; and the language that a member chose. Only adds: version 1.0.0 runs beside it and reports nothing.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const batchesMigration: Migration = {
  name: '0023-batches',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const wanted = `check (findings in ('none', 'found', 'possible'))`;

const statements = [
  // Null: as the browser says.
  `alter table users add column language text`,
  `create table batches (
     id text primary key,
     account_id text not null references accounts on delete cascade,
     name text not null,
     analyses jsonb not null,
     started_by text references users on delete set null,
     created_at timestamptz not null default now(),
     active_at timestamptz not null default now(),
     closed_at timestamptz,
     ended_at timestamptz,
     noticed_at timestamptz)`,
  `create index batches_by_account on batches (account_id, created_at desc, id desc)`,
  `create index batches_by_starter on batches (started_by) where started_by is not null`,
  `create index batches_open on batches (active_at) where ended_at is null`,
  `create index batches_to_notice on batches (account_id) where ended_at is not null and noticed_at is null`,
  `create table batch_files (
     batch_id text not null references batches on delete cascade,
     position integer not null,
     name text not null,
     bytes bigint not null,
     state text not null check (state in ('waiting', 'accepted', 'rejected')),
     music_id text references music on delete cascade,
     known text check (known in ('library', 'batch')),
     detail text,
     primary key (batch_id, position))`,
  `create index batch_files_by_music on batch_files (music_id) where music_id is not null`,
  `create table batch_tasks (
     batch_id text not null,
     position integer not null,
     operation text not null,
     task_id text not null references tasks on delete cascade,
     primary key (batch_id, position, operation),
     foreign key (batch_id, position) references batch_files on delete cascade)`,
  `create index batch_tasks_by_task on batch_tasks (task_id)`,
  `create table notification_settings (
     user_id text primary key references users on delete cascade,
     account_id text not null references accounts on delete cascade,
     by_email boolean not null,
     batches boolean not null,
     findings text not null ${wanted},
     read_sequence bigint not null default 0)`,
  `create index notification_settings_by_account on notification_settings (account_id)`,
  `create table notification_webhooks (
     account_id text primary key references accounts on delete cascade,
     url text not null,
     batches boolean not null,
     findings text not null ${wanted},
     created_at timestamptz not null default now())`,
  // Written with the result, taken by the next notice of the account.
  `create table finding_events (
     task_id text primary key references tasks on delete cascade,
     account_id text not null references accounts on delete cascade,
     finding text not null check (finding in ('found', 'possible')),
     created_at timestamptz not null default now())`,
  `create index finding_events_by_account on finding_events (account_id, created_at)`,
  `create table notices (
     id text primary key,
     sequence bigint generated always as identity unique,
     account_id text not null references accounts on delete cascade,
     batches integer not null,
     found integer not null,
     possible integer not null,
     body jsonb not null,
     created_at timestamptz not null default now())`,
  `create index notices_by_account on notices (account_id, sequence desc)`,
  `create table notice_deliveries (
     id text primary key,
     notice_id text not null references notices on delete cascade,
     account_id text not null references accounts on delete cascade,
     channel text not null check (channel in ('email', 'webhook')),
     user_id text references users on delete cascade,
     status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
     attempts integer not null default 0,
     next_attempt_at timestamptz not null default now(),
     lease_owner text,
     lease_expires_at timestamptz,
     error text,
     created_at timestamptz not null default now(),
     ended_at timestamptz)`,
  `create unique index notice_deliveries_once on notice_deliveries (notice_id, channel, coalesce(user_id, ''))`,
  `create index notice_deliveries_due on notice_deliveries (next_attempt_at) where status = 'pending'`,
  `create index notice_deliveries_by_account on notice_deliveries (account_id, channel, created_at desc)`,
  `create index notice_deliveries_by_user on notice_deliveries (user_id) where user_id is not null`,
];
