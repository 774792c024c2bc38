/**
 * The database that a copy goes into. How far the copy is stands in a table of its own, written with the rows, so that
 * a copy that was cut off goes on where it stopped; while the table is there, no service starts on this database.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';
import {
  columnList,
  describeTables,
  inSnapshot,
  sumTable,
  type TableShape,
  type TableSum,
} from './tables.js';

/** The target cannot take the copy; the message says why and what to do. */
export class CopyRefusedError extends Error {
  override readonly name = 'CopyRefusedError';
}

export interface CopyTarget {
  /** Where the copy of `part` (a table, or `blobs`) goes on; null at its beginning. */
  progress(part: string): Promise<string | null>;
  insert(shape: TableShape, json: string, lastKey: string): Promise<void>;
  note(part: string, lastKey: string): Promise<void>;
  setSequences(values: Readonly<Record<string, string>>): Promise<void>;
  sums(shapes: readonly TableShape[]): Promise<Map<string, TableSum>>;
  /** The copy is whole: a service may start. */
  finish(): Promise<void>;
}

/**
 * Takes the database for a copy of `source`, or takes up an earlier copy of the same source where `resumes`; otherwise
 * an unfinished copy is begun anew. Throws CopyRefusedError where it holds anything else.
 */
export async function openCopyTarget(
  db: Kysely<Database>,
  source: string,
  { resumes }: { resumes: boolean },
): Promise<CopyTarget> {
  const shapes = await describeTables(db);
  const earlier = await unfinishedCopyOf(db);
  if (earlier === null) await requireEmpty(db, shapes);
  if (earlier !== null && resumes && earlier !== source) {
    throw new CopyRefusedError(
      'The target holds an unfinished copy of another instance, or of this one before it was changed. Empty it and begin anew.',
    );
  }
  if (earlier === null || !resumes) await begin(db, shapes, source);

  async function note(on: Kysely<Database>, part: string, lastKey: string): Promise<void> {
    await sql`insert into copy_progress (part, last_key) values (${part}, ${lastKey})
      on conflict (part) do update set last_key = excluded.last_key`.execute(on);
  }

  return {
    async progress(part) {
      const { rows } = await sql<{ last_key: string }>`
        select last_key from copy_progress where part = ${part}`.execute(db);
      return rows[0]?.last_key ?? null;
    },

    insert: (shape, json, lastKey) =>
      db.transaction().execute(async (transaction) => {
        const columns = columnList(shape.columns);
        const table = sql.table(shape.name);
        await sql`insert into ${table} (${columns}) overriding system value
          select ${columns} from json_populate_recordset(null::${table}, ${json}::json)`.execute(transaction);
        await note(transaction, shape.name, lastKey);
      }),

    note: (part, lastKey) => note(db, part, lastKey),

    async setSequences(values) {
      for (const [name, value] of Object.entries(values)) {
        await sql`select setval(${name}::regclass, ${value}::bigint)`.execute(db);
      }
    },

    sums: (wanted) =>
      inSnapshot(db, async (snapshot) => {
        const sums = new Map<string, TableSum>();
        for (const shape of wanted) sums.set(shape.name, await sumTable(snapshot, shape));
        return sums;
      }),

    async finish() {
      await sql`drop table copy_progress`.execute(db);
    },
  };
}

/** The source of the copy that this database is being made from; null where it is no copy or a whole one. */
export async function unfinishedCopyOf(db: Kysely<Database>): Promise<string | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('public.copy_progress') is not null as there`.execute(db);
  if (!rows[0]!.there) return null;
  const source = await sql<{ last_key: string }>`select last_key from copy_progress where part = ''`.execute(
    db,
  );
  return source.rows[0]?.last_key ?? '';
}

/** What a database that never served anybody holds: its own settings, and the dataset that every instance has. */
async function requireEmpty(db: Kysely<Database>, shapes: readonly TableShape[]): Promise<void> {
  for (const { name } of shapes) {
    if (name === 'instance_settings') continue;
    const { rows } = await sql<{ any: boolean }>`select exists (select 1 from ${sql.table(name)}
      ${name === 'datasets' ? sql`where id <> 'default'` : sql``}) as any`.execute(db);
    if (rows[0]!.any) {
      throw new CopyRefusedError(
        `The target is not empty: its table ${name} has rows. Give an empty database.`,
      );
    }
  }
}

async function begin(db: Kysely<Database>, shapes: readonly TableShape[], source: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create table if not exists copy_progress (part text primary key, last_key text not null)`.execute(
      transaction,
    );
    const tables = sql.join([...shapes.map(({ name }) => sql.table(name)), sql.table('copy_progress')]);
    await sql`truncate ${tables}`.execute(transaction);
    await sql`insert into copy_progress (part, last_key) values ('', ${source})`.execute(transaction);
  });
}

/** Names the tables that differ; [] where the copy is whole. */
export function differences(
  source: ReadonlyMap<string, TableSum>,
  target: ReadonlyMap<string, TableSum>,
): string[] {
  return [...source].flatMap(([name, { rows, checksum }]) => {
    const copy = target.get(name);
    if (copy?.rows === rows && copy.checksum === checksum) return [];
    return [
      `${name}: ${rows} rows here, ${copy?.rows ?? 0} in the copy${copy?.rows === rows ? ', of other content' : ''}`,
    ];
  });
}
