/**
 * Blocks in ClickHouse: what one of the database's immutable pieces holds, known by a number alone. A block is begun, filled, then
 * confirmed with the number of its rows, so that one that was cut off or lost rows is noticed.
 */
import type { StatementClient } from './clickhouse-client.js';
import type { Blocks } from './ports.js';

/** That one statement counts. */
const blocksAStatement = 100;

export interface BlockTables {
  /** Of what was confirmed. */
  readonly notes: string;
  /** Of rows, by a column `block`. */
  readonly rows: readonly string[];
}

export const createNotes = (notes: string): string =>
  `CREATE TABLE IF NOT EXISTS ${notes} (block UInt64, rows UInt64)
  ENGINE = ReplacingMergeTree(rows) ORDER BY block`;

export const numberList = (values: Iterable<bigint | number>): string => [...new Set(values)].join(',');

export function blockNotes({ read, command, insert }: StatementClient, { notes, rows }: BlockTables): Blocks {
  const among = (blocks?: readonly bigint[]): string =>
    blocks ? `WHERE block IN (${numberList(blocks)})` : '';
  const note = (block: bigint, count: number): Promise<void> => {
    const row = Buffer.alloc(16);
    row.writeBigUInt64LE(block);
    row.writeBigUInt64LE(BigInt(count), 8);
    return insert(notes, row);
  };
  async function pairs(query: string, signal?: AbortSignal): Promise<Map<bigint, number>> {
    const answer = await read(`${query} FORMAT RowBinary`, signal);
    const found = new Map<bigint, number>();
    for (let at = 0; at < answer.length; at += 16)
      found.set(answer.readBigUInt64LE(at), Number(answer.readBigUInt64LE(at + 8)));
    return found;
  }
  return {
    begin: (block) => note(block, 0),
    // A block may have no rows: what is noted is one more.
    confirm: (block, count) => note(block, count + 1),

    async confirmed(blocks, signal) {
      if (blocks?.length === 0) return new Map();
      const noted = await pairs(
        `SELECT block, max(rows) FROM ${notes} ${among(blocks)} GROUP BY block`,
        signal,
      );
      return new Map([...noted].map(([block, count]) => [block, count === 0 ? null : count - 1]));
    },

    async counts(blocks, signal) {
      const sums = new Map<bigint, number>();
      const add = (found: ReadonlyMap<bigint, number>): void => {
        for (const [block, count] of found) if (count > 0) sums.set(block, (sums.get(block) ?? 0) + count);
      };
      for (const table of rows) {
        if (!blocks) add(await pairs(`SELECT block, count() FROM ${table} GROUP BY block`, signal));
        for (let from = 0; from < (blocks?.length ?? 0); from += blocksAStatement) {
          // One by one they are counted from the table's index alone; grouped, every row would be read.
          const each = blocks!
            .slice(from, from + blocksAStatement)
            .map((block) => `SELECT toUInt64(${block}), count() FROM ${table} WHERE block = ${block}`);
          add(await pairs(each.join(' UNION ALL '), signal));
        }
      }
      return sums;
    },

    async blocksWithRows() {
      const found = new Set<bigint>();
      for (const table of rows) {
        const answer = await read(`SELECT DISTINCT block FROM ${table} FORMAT RowBinary`);
        for (let at = 0; at < answer.length; at += 8) found.add(answer.readBigUInt64LE(at));
      }
      return [...found];
    },

    async remove(blocks) {
      if (blocks.length === 0) return;
      // What was confirmed goes last: until then it names what is to be removed.
      for (const table of [...rows, notes]) await command(`DELETE FROM ${table} ${among(blocks)}`);
    },

    async erase() {
      for (const table of [...rows, notes])
        await command(`ALTER TABLE ${table} APPLY DELETED MASK SETTINGS mutations_sync = 1`);
    },

    async drop() {
      for (const table of [notes, ...rows]) await command(`DROP TABLE IF EXISTS ${table} SYNC`);
    },
  };
}
