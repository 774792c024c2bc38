/** Reads a table page by page as JSON text that the database itself writes and reads: nothing is converted on the way. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.js';
import { columnList, type TableShape } from './tables.js';

export interface TablePage {
  /** A JSON array of rows. */
  readonly json: string;
  readonly rows: number;
  /** The primary key of the last row as a JSON object: where to go on. */
  readonly lastKey: string;
}

/** Pages aim at this much text; a single row may be larger. */
const pageCharacters = 4_000_000;
const maxRows = 5_000;

/** From the row behind `after`, or the first where null, in the order of the primary key. Run it in a snapshot. */
export async function* readTable(
  db: Kysely<Database>,
  shape: TableShape,
  after: string | null,
): AsyncGenerator<TablePage> {
  const table = sql.table(shape.name);
  const key = columnList(shape.key);
  const backwards = sql.join(shape.key.map((column) => sql`${sql.ref(column)} desc`));
  let limit = 16;
  for (let from = after; ; ) {
    const behind =
      from === null
        ? sql`true`
        : sql`(${key}) > (select ${key} from json_populate_record(null::${table}, ${from}::json))`;
    const { rows } = await sql<{ json: string | null; rows: number; last_key: string }>`
      with page as (select * from ${table} where ${behind} order by ${key} limit ${limit})
      select json_agg(row_to_json(page))::text as json, count(*)::float8 as rows,
        (select row_to_json(k)::text from (select ${key} from page order by ${backwards} limit 1) k) as last_key
      from page`.execute(db);
    const page = rows[0]!;
    if (page.json === null) return;
    yield { json: page.json, rows: page.rows, lastKey: page.last_key };
    if (page.rows < limit) return;
    from = page.last_key;
    const fitting = Math.floor((limit * pageCharacters) / page.json.length);
    limit = Math.max(1, Math.min(maxRows, limit * 4, fitting));
  }
}
