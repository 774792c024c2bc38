/**
 * E-mail addresses of notifications: which one a member chose, which one was confirmed, and the messages that ask for it.
 * Addresses from before are not confirmed: nobody proved that they are the member's. Only adds: processes of the version
 * before know nothing of it, and go on sending to members' own addresses until they are replaced.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const emailConfirmationsMigration: Migration = {
  name: '0024-email-confirmations',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Null: the address that the member signs in with.
  `alter table notification_settings add column address text`,
  `alter table notification_settings add column confirmed_address text`,
  `alter table notification_settings add column confirmed_at timestamptz`,
  `create table email_confirmations (
     id text primary key,
     account_id text not null references accounts on delete cascade,
     user_id text not null references users on delete cascade,
     address text not null,
     status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
     attempts integer not null default 0,
     next_attempt_at timestamptz not null default now(),
     lease_owner text,
     lease_expires_at timestamptz,
     error text,
     created_at timestamptz not null default clock_timestamp(),
     sent_at timestamptz,
     expires_at timestamptz,
     used_at timestamptz)`,
  `create index email_confirmations_by_user on email_confirmations (user_id, created_at desc)`,
  `create index email_confirmations_by_account on email_confirmations (account_id)`,
  `create index email_confirmations_due on email_confirmations (next_attempt_at) where status = 'pending'`,
  // One for each attempt to send: an attempt that seemed to fail may have arrived.
  `create table email_confirmation_tokens (
     token_hash text primary key,
     confirmation_id text not null references email_confirmations on delete cascade)`,
  `create index email_confirmation_tokens_by_confirmation on email_confirmation_tokens (confirmation_id)`,
];
