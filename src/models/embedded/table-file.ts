/** Tables of numbers as data: models/embedded/<id>/tables.json. */
import { z } from 'zod';
import { loadModel, requireNames } from './load-model.js';

export const tableFile = 'tables.json';
export const tableFormat = 'contrafact-number-tables';

export const tableFileSchema = z.strictObject({
  format: z.literal(tableFormat),
  formatVersion: z.literal(1),
  id: z.string().min(1),
  version: z.string().min(1).max(80),
  tables: z
    .array(
      z
        .strictObject({
          name: z.string(),
          unit: z.string(),
          columns: z.array(z.string()).min(1),
          rows: z.array(z.strictObject({ name: z.string(), values: z.array(z.number().finite()) })).min(1),
        })
        .refine(({ columns, rows }) => rows.every(({ values }) => values.length === columns.length), {
          message: 'each row must have a value for every column',
        }),
    )
    .min(1),
});

/** Rows and columns that a table must have, in order. */
export interface TableShape {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
}

/**
 * Reads, hashes and checks models/embedded/<id>/tables.json. Gives the rows of each table, in the order of `shapes`.
 * @throws Error naming what is wrong: hash, shape, or tables, rows and columns in another order than the program's
 */
export function loadTables<Name extends string>(
  id: string,
  shapes: Readonly<Record<Name, TableShape>>,
  folder?: string,
): Readonly<Record<Name, readonly (readonly number[])[]>> {
  const names = Object.keys(shapes) as Name[];
  const { content } = loadModel(id, tableFile, tableFileSchema, names, folder);
  requireNames(
    `The tables of ${id}`,
    content.tables.map(({ name }) => name),
    names,
  );
  const loaded: Partial<Record<Name, number[][]>> = {};
  for (const [at, { name, rows, columns }] of content.tables.entries()) {
    const shape = shapes[names[at]!];
    requireNames(`The table ${id}/${name}`, columns, shape.columns);
    requireNames(
      `The table ${id}/${name}, rows`,
      rows.map((row) => row.name),
      shape.rows,
    );
    loaded[names[at]!] = rows.map(({ values }) => values);
  }
  // All names were set: the file has exactly these.
  return loaded as Record<Name, number[][]>;
}
