/**
 * The ClickHouse servers that hold the search tables: one, or the shards of a cluster that their operator configured. Which row lies where, asking
 * all of them and putting their answers together is ClickHouse's work: each server has the tables, and the first has a
 * `Distributed` table over each of them, which is read and inserted into. Only what ClickHouse refuses there is said to each server:
 * making, deleting, dropping.
 */
import { type ClickHouseOptions, openStatementClient, type StatementClient } from './clickhouse-client.js';

export interface ServersOptions extends ClickHouseOptions {
  /** The cluster on the first server whose shards are the servers; null: there is one server. */
  readonly cluster?: string | null;
}

/** Statements of a `StatementClient` go to the first server. */
export interface SearchServers extends StatementClient {
  readonly cluster: string | null;
  /** First the one that is asked. */
  readonly each: readonly StatementClient[];
  /** The name under which the rows of all servers are read, and inserted. */
  over(table: string): string;
  /** Makes a table on each server and the one over them. Rows of the same `by`, an expression, lie on one server. */
  create(table: string, definition: string, by: string): Promise<void>;
  /** Says it to each server, of its own tables. Throws where one of them failed, when all have answered. */
  everywhere(statement: string): Promise<void>;
  /** Answers of each server, of its own tables. */
  readEach(query: string, signal?: AbortSignal): Promise<Buffer[]>;
  drop(tables: readonly string[]): Promise<void>;
  /** Throws where the cluster is not made of these servers: rows could lie where nothing is ever deleted. */
  checkCluster(): Promise<void>;
  dropCluster(): Promise<void>;
}

const serversTable = 'contrafact_servers';
const overAll = (table: string): string => `${table}_all`;

/** `urls`: one, or several separated by commas. Nothing is asked of them before the first call. */
export function openServers(urls: string, { cluster = null, ...options }: ServersOptions): SearchServers {
  const each = urls.split(',').map((url) => openStatementClient(url.trim(), options));
  const first = each[0]!;
  /** Made by this process: the cluster may have had another name before. */
  let made = new Set<string>();

  async function everywhere(statement: string): Promise<void> {
    const done = await Promise.allSettled(each.map((server) => server.command(statement)));
    for (const one of done) if (one.status === 'rejected') throw one.reason;
  }
  const readEach = (query: string, signal?: AbortSignal): Promise<Buffer[]> =>
    Promise.all(each.map((server) => server.read(query, signal)));
  async function createOver(name: string, columns: string, place: string): Promise<void> {
    const create = made.has(name) ? 'CREATE TABLE IF NOT EXISTS' : 'CREATE OR REPLACE TABLE';
    await first.command(`${create} ${name} ${columns} ENGINE = Distributed('${cluster}', ${place})`);
    made.add(name);
  }

  return {
    ...first,
    cluster,
    each,
    over: (table) => (cluster === null ? table : overAll(table)),

    async create(table, definition, by) {
      if (cluster === null && each.length > 1)
        throw new Error(
          'Several search servers are the shards of a cluster: CONTRAFACT_SEARCH_CLUSTER names it.',
        );
      await everywhere(`CREATE TABLE IF NOT EXISTS ${table} ${definition}`);
      if (cluster !== null)
        await createOver(overAll(table), `AS ${table}`, `currentDatabase(), ${table}, ${by}`);
    },

    everywhere,
    readEach,

    async drop(tables) {
      made = new Set();
      for (const table of tables) {
        // Also where no cluster is named any more.
        await first.command(`DROP TABLE IF EXISTS ${overAll(table)} SYNC`);
        await everywhere(`DROP TABLE IF EXISTS ${table} SYNC`);
      }
    },

    async dropCluster() {
      await first.command(`DROP TABLE IF EXISTS ${serversTable} SYNC`);
    },

    async checkCluster() {
      if (cluster === null) return;
      await createOver(serversTable, '(dummy UInt8)', 'system, one');
      const name = 'SELECT concat(hostName(), toString(tcpPort()), toString(serverUUID()))';
      const shards = (
        await first.read(`${name} AS name FROM ${serversTable} ORDER BY name FORMAT TSV`)
      ).toString();
      const named = (await readEach(`${name} FORMAT TSV`)).map(String).sort().join('');
      if (shards !== named)
        throw new Error(
          `The shards of the cluster ${cluster} are not the ${each.length} servers that CONTRAFACT_SEARCH lists: nothing is filled or deleted.`,
        );
    },

    async close() {
      await Promise.all(each.map((server) => server.close()));
    },
  };
}
