/** Statements to ClickHouse over its HTTP interface: answered as a whole or as an error, within a time. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

export interface ClickHouseOptions {
  /** How long a search may take. */
  readonly searchTimeoutMs?: number;
  /** How long writing, deleting and erasing may take. */
  readonly writeTimeoutMs?: number;
}

export interface StatementClient {
  read(query: string, signal?: AbortSignal): Promise<Buffer>;
  command(query: string): Promise<void>;
  /** `table`: with its columns in parentheses where they are not all. `rows`: RowBinary. */
  insert(table: string, rows: Buffer): Promise<void>;
  close(): Promise<void>;
}

export function openStatementClient(url: string, options: ClickHouseOptions): StatementClient {
  const { searchTimeoutMs = 10_000, writeTimeoutMs = 600_000 } = options;
  const settings = {
    // A statement lists a query's keys: 24,000 of them take half a megabyte.
    max_query_size: '16777216',
    max_ast_elements: '2000000',
    max_expanded_ast_elements: '2000000',
    // A part that cannot be had is an error, never fewer hits.
    skip_unavailable_shards: 0,
    // Rows stay where they were inserted when shards are added: every one of them is asked.
    optimize_skip_unused_shards: 0,
    distributed_group_by_no_merge: '0',
    // What is confirmed is on its shard by then.
    distributed_foreground_insert: 1,
    // Statements hold the codes of submitted lyrics.
    log_queries: 0,
    // A server's profile may say 'break': a part of the answer would pass for all of it.
    timeout_overflow_mode: 'throw',
    read_overflow_mode: 'throw',
    group_by_overflow_mode: 'throw',
    set_overflow_mode: 'throw',
    result_overflow_mode: 'throw',
    join_overflow_mode: 'throw',
  } as const;
  const client = createClient({
    url,
    application: 'contrafact',
    // What fails is thrown, and logged by whoever asked.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: writeTimeoutMs,
    compression: { request: false, response: false },
    clickhouse_settings: settings,
  });
  return {
    async read(query, signal) {
      const timeout = AbortSignal.timeout(searchTimeoutMs);
      const { stream } = await client.exec({
        query,
        abort_signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        // Answered as a whole or as an error, never cut off in the middle.
        clickhouse_settings: {
          wait_end_of_query: 1,
          max_execution_time: Math.ceil(searchTimeoutMs / 1000),
          max_memory_usage: '4000000000',
          // What nobody waits for any more is ended; only where a statement is known to write nothing.
          cancel_http_readonly_queries_on_client_close: 1,
          readonly: '2',
        },
      });
      return buffer(stream);
    },
    async command(query) {
      await client.command({ query });
    },
    async insert(table, rows) {
      const { stream } = await client.exec({
        query: `INSERT INTO ${table} FORMAT RowBinary`,
        values: Readable.from([rows]),
      });
      await buffer(stream);
    },
    close: () => client.close(),
  };
}
