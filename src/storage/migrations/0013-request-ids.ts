/** Which request a task came from, for logs and traces. Only adds: version 1.0.0 runs beside it and leaves both null. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const requestIdsMigration: Migration = {
  name: '0013-request-ids',
  async up(db) {
    await sql`alter table tasks add column request_id text, add column trace_parent text`.execute(db);
  },
};
