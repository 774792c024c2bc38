/**
 * Which versions may work on a database: its newest schema names the oldest. With it processes of the version before
 * go on, and start again, beside those of a new one during an upgrade.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { DatabaseStartError } from '../domain/database-start-error.js';
import type { Database } from './schema.js';

/** Before any migration that raises it. */
const firstRelease = '1.0.0';

/**
 * Returns the oldest version that may work on this database. Throws DatabaseStartError where `version` is older, or
 * where the database does not say: `unknown` are the migrations of it that this version does not have.
 */
export async function requireCompatible(
  db: Kysely<Database>,
  version: string | null,
  unknown: readonly string[],
): Promise<string> {
  const oldest = await oldestVersion(db);
  const newest = unknown.at(-1);
  if (oldest === null) {
    throw new DatabaseStartError(
      `This database was written by a newer version of Contrafact (it has ${newest}). Install that version, or restore a backup of the older database.`,
    );
  }
  if (version !== null && isOlder(version, oldest)) {
    throw new DatabaseStartError(
      `This database was written by a newer version of Contrafact (it has ${newest}) and needs version ${oldest} or newer; this is ${version}. Install version ${oldest} or newer, or restore a backup of the older database.`,
    );
  }
  return oldest;
}

/** Raises the oldest version to what `migration` needs; in its transaction. */
export async function recordCompatibility(
  transaction: Transaction<Database>,
  { oldestVersion: needed = firstRelease }: { readonly oldestVersion?: string },
): Promise<void> {
  const present = await oldestVersion(transaction);
  if (present === null || !isOlder(present, needed)) return;
  await sql`update schema_compatibility set oldest_version = ${needed}`.execute(transaction);
}

/** Null where no migration has made the table yet. */
async function oldestVersion(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ available: boolean }>`
    select to_regclass('schema_compatibility') is not null as available`.execute(db);
  if (!rows[0]!.available) return null;
  const found = await sql<{
    oldest_version: string;
  }>`select oldest_version from schema_compatibility`.execute(db);
  return found.rows[0]?.oldest_version ?? null;
}

/** By the three numbers of a version: 1.2.0 is older than 1.10.0. What follows a dash does not count. */
function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('-', 1)[0]!.split('.').map(Number));
  for (let place = 0; place < 3; place++) {
    const difference = (a![place] ?? 0) - (b![place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
