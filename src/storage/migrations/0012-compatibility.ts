/** Which version is the oldest that may work on this schema: one row, read before a migration and at every start. */
import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

export const compatibilityMigration: Migration = {
  name: '0012-compatibility',
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table schema_compatibility (
     only_row boolean primary key default true check (only_row),
     oldest_version text not null)`,
  `insert into schema_compatibility (oldest_version) values ('1.0.0')`,
];
