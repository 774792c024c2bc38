/** Leases on Idempotency-Keys, and the queue's virtual time by account. Only adds: version 1.0.0 runs beside it. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const queueMigration: Migration = {
  name: '0011-queue',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  // Null in rows that version 1.0.0 wrote.
  `alter table idempotency_keys add column lease_owner text, add column lease_expires_at timestamptz`,
  // A row of its own: the turn is indexed, and accounts have other indexes that each change would write.
  `create table queue_clocks (
     account_id text primary key references accounts on delete cascade,
     started_turn double precision not null)`,
  `create index queue_clocks_by_turn on queue_clocks (started_turn)`,
  // How many tasks a worker has of an account.
  `create index tasks_of_worker on tasks (lease_owner, account_id) where status = 'processing'`,
];
