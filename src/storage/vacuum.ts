import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.js';

/** The embedded engine has nobody else to free the room of deleted rows. Table by table: others get their turn. */
export async function vacuumAll(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of rows) await sql`vacuum ${sql.raw(name)}`.execute(db);
}
