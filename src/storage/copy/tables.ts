/** The tables of a database as its catalogue lists them, for copying them whole without naming any. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.js';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Of the primary key, in its order. */
  readonly key: readonly string[];
}

/**
 * Which migrations ran, how far a copy is and what a search engine holds is each database's own; unlogged tables hold
 * nothing that must last.
 */
const notCopied = [
  'schema_migrations',
  'schema_compatibility',
  'copy_progress',
  'search_engine',
  'search_changes',
  'search_backlog',
];

/** Every table that is copied, those first that others refer to. Throws where a table has no primary key. */
export async function describeTables(db: Kysely<Database>): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string; columns: string[]; key: string[]; needs: string[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select array_agg(a.attname::text order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key,
      coalesce((select array_agg(distinct r.relname::text) from pg_constraint f
        join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid), '{}') as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p'
      and not (c.relname = any(${notCopied}))
    order by c.relname`.execute(db);
  const ordered: TableShape[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const ready = [...left.values()].find((row) => row.needs.every((name) => !left.has(name)));
    if (!ready) throw new Error(`tables refer to each other in a circle: ${[...left.keys()].join(', ')}`);
    if (!ready.key) throw new Error(`the table ${ready.name} has no primary key`);
    left.delete(ready.name);
    ordered.push({ name: ready.name, columns: ready.columns, key: ready.key });
  }
  return ordered;
}

export interface TableSum {
  readonly rows: number;
  /** The sum of a hash of each row: the same in whatever order rows lie. */
  readonly checksum: string;
}

/** Counts and hashes the rows of a table as text. The same on both engines; run it `inUtc`. */
export async function sumTable(db: Kysely<Database>, { name }: TableShape): Promise<TableSum> {
  const { rows } = await sql<TableSum>`
    select count(*)::float8 as rows,
      coalesce(sum(('x' || substr(md5(row_to_json(t)::text), 1, 15))::bit(60)::bigint::numeric), 0)::text as checksum
    from ${sql.table(name)} t`.execute(db);
  return rows[0]!;
}

/** The state of every sequence, identity columns' too. */
export async function readSequences(db: Kysely<Database>): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The migrations that ran, in order, and a name for this very database: when each of them ran. */
export async function readMigrations(db: Kysely<Database>): Promise<{ names: string[]; identity: string }> {
  const { rows } = await sql<{ names: string[]; identity: string }>`
    select array_agg(name order by name) as names, md5(string_agg(name || applied_at::text, ',' order by name)) as identity
    from schema_migrations`.execute(db);
  return rows[0]!;
}

export function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

/** Runs `work` on one state of the database, with times written in UTC. */
export function inSnapshot<Result>(
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await sql`set local timezone = 'UTC'`.execute(transaction);
      return work(transaction);
    });
}
