/** Leases on Idempotency-Keys. Only adds: version 1.0.0 runs beside it. */
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
];
