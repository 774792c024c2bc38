/**
 * The finding of a task beside its state, for lists that are filtered by it. Only adds: version 1.0.0 runs beside it
 * and leaves it null.
 */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const reviewMigration: Migration = {
  name: '0017-review',
  async up(db) {
    await sql`alter table tasks add column finding text`.execute(db);
    await sql`create index tasks_by_finding on tasks (account_id, finding, created_at desc, id desc)
      where finding is not null`.execute(db);
  },
};
