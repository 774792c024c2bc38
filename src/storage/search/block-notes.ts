/**
 * Blocks in ClickHouse: what one of the database's immutable pieces holds, known by a number alone. A block is begun, filled, then
 * confirmed with the number of its rows, so that one that was cut off or lost rows is noticed.
 */
import type { SearchServers } from './clickhouse-servers.js';
import { countAllRows, countRows } from './count-rows.js';
import { packNumbers, readNumbers, readPairs } from './number-rows.js';
import type { Blocks } from './ports.js';

export interface BlockTables {
  /** Of what was confirmed. On the first server alone. */
  readonly notes: string;
  /** Of rows, by a column `block`. On every server. */
  readonly rows: readonly string[];
}

export const createNotes = (notes: string): string =>
  `CREATE TABLE IF NOT EXISTS ${notes} (block UInt64, rows UInt64)
  ENGINE = ReplacingMergeTree(rows) ORDER BY block`;

export const numberList = (values: Iterable<bigint | number>): string => [...new Set(values)].join(',');

export function blockNotes(servers: SearchServers, { notes, rows }: BlockTables): Blocks {
  const { read, command, insert } = servers;
  const among = (blocks?: readonly bigint[]): string =>
    blocks ? `WHERE block IN (${numberList(blocks)})` : '';
  const note = (block: bigint, count: number): Promise<void> =>
    insert(notes, packNumbers([block, BigInt(count)]));
  return {
    begin: (block) => note(block, 0),
    // A block may have no rows: what is noted is one more.
    confirm: (block, count) => note(block, count + 1),

    async confirmed(blocks, signal) {
      if (blocks?.length === 0) return new Map();
      const noted = readPairs(
        await read(
          `SELECT block, max(rows) FROM ${notes} ${among(blocks)} GROUP BY block FORMAT RowBinary`,
          signal,
        ),
      );
      return new Map([...noted].map(([block, count]) => [block, count === 0 ? null : count - 1]));
    },

    async counts(blocks, signal) {
      const sums = new Map<bigint, number>();
      for (const table of rows) {
        const where = { table, column: 'block' };
        const counted = blocks
          ? await countRows(servers, where, blocks, signal)
          : await countAllRows(servers, where, signal);
        for (const [block, count] of counted) if (count > 0) sums.set(block, (sums.get(block) ?? 0) + count);
      }
      return sums;
    },

    async blocksWithRows() {
      const found = new Set<bigint>();
      for (const table of rows) {
        for (const answer of await servers.readEach(`SELECT DISTINCT block FROM ${table} FORMAT RowBinary`))
          for (const block of readNumbers(answer)) found.add(block);
      }
      return [...found];
    },

    async remove(blocks) {
      if (blocks.length === 0) return;
      // What was confirmed goes last: until then it names what is to be removed.
      for (const table of rows) await servers.everywhere(`DELETE FROM ${table} ${among(blocks)}`);
      await command(`DELETE FROM ${notes} ${among(blocks)}`);
    },

    async erase() {
      const applied = (table: string): string =>
        `ALTER TABLE ${table} APPLY DELETED MASK SETTINGS mutations_sync = 1`;
      for (const table of rows) await servers.everywhere(applied(table));
      await command(applied(notes));
    },

    drop: () => servers.drop([notes, ...rows]),
  };
}
