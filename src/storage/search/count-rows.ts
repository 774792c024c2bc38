/** How many rows of a table hold each of the given numbers in one of its columns, on all servers together. */
import type { SearchServers } from './clickhouse-servers.js';
import { readPairs } from './number-rows.js';

/** Numbers that one statement counts. */
const valuesAStatement = 100;

/** By number; 0 where no row holds it. Rejects where a server does not answer. */
export async function countRows(
  servers: SearchServers,
  { table, column }: { readonly table: string; readonly column: string },
  values: readonly bigint[],
  signal?: AbortSignal,
): Promise<Map<bigint, number>> {
  const sums = new Map<bigint, number>();
  for (let from = 0; from < values.length; from += valuesAStatement) {
    // One by one they are counted from the table's index alone; grouped, every row would be read.
    const each = values
      .slice(from, from + valuesAStatement)
      .map((value) => `SELECT toUInt64(${value}), count() FROM ${table} WHERE ${column} = ${value}`);
    addPairs(sums, await servers.readEach(`${each.join(' UNION ALL ')} FORMAT RowBinary`, signal));
  }
  return sums;
}

/** The same for every number that the column holds. Reads every row. */
export async function countAllRows(
  servers: SearchServers,
  { table, column }: { readonly table: string; readonly column: string },
  signal?: AbortSignal,
): Promise<Map<bigint, number>> {
  const sums = new Map<bigint, number>();
  const query = `SELECT ${column}, count() FROM ${table} GROUP BY ${column} FORMAT RowBinary`;
  addPairs(sums, await servers.readEach(query, signal));
  return sums;
}

function addPairs(sums: Map<bigint, number>, answers: readonly Buffer[]): void {
  for (const answer of answers)
    for (const [value, count] of readPairs(answer)) sums.set(value, (sums.get(value) ?? 0) + count);
}
