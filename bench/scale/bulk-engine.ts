/** An engine filled with random rows by its own statements, and what its process spends. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseServer } from '../../tests/support/clickhouse.js';
import { showProgress } from '../fingerprint/report.js';

const postings = 'contrafact_fingerprint_postings';
const settleSeconds = 120;

/** Of the engine's process. `rows` and `bytes`: read, uncompressed. */
export interface Spent {
  readonly cpuMs: number;
  readonly ms: number;
  readonly rows: number;
  readonly bytes: number;
  readonly peakBytes: number;
  /** What its statements took, each by its own account: their mean. */
  readonly statementBytes: number;
}

export interface FillPlan {
  readonly total: number;
  readonly fromPosition: number;
  readonly positions: number;
  readonly rowsPerInsert: number;
}

export interface BulkEngine {
  /** `total` postings under the keys of the pool, each as often as it is there, at positions that rise from batch to batch, as songs come. */
  fill(pool: Uint32Array, plan: FillPlan): Promise<void>;
  /** Both kinds' codes of 128 random bits of a block's lines. */
  fillLines(block: bigint, lines: number, linesASong: number): Promise<void>;
  /** On the disk. */
  bytesOf(table: string): Promise<number>;
  /** Waits until background merges are done, two minutes at most. */
  settle(): Promise<void>;
  /** Rows of each part. */
  parts(): Promise<number[]>;
  /** `peakBytes`: the most that the process held meanwhile. */
  spent(work: () => Promise<void>): Promise<Spent>;
}

export function bulkEngine(server: ClickHouseServer): BulkEngine {
  async function query(statement: string, body?: Uint8Array): Promise<string> {
    const url = body ? `${server.url}/?query=${encodeURIComponent(statement)}` : server.url;
    const answer = await fetch(url, { method: 'POST', body: body ? Buffer.from(body) : statement });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.trim();
  }

  const event = async (name: string): Promise<number> =>
    Number(await query(`SELECT sum(value) FROM system.events WHERE event = '${name}'`));
  const peakBytes = (): number =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024;

  return {
    async fill(pool, { total, fromPosition, positions, rowsPerInsert }) {
      await query('CREATE TABLE pool (key UInt32) ENGINE = MergeTree ORDER BY key');
      await query(
        'INSERT INTO pool FORMAT RowBinary',
        new Uint8Array(pool.buffer, pool.byteOffset, pool.byteLength),
      );
      const batches = Math.ceil(total / rowsPerInsert);
      for (let batch = 0; batch < batches; batch++) {
        const rows = Math.round(((batch + 1) * total) / batches) - Math.round((batch * total) / batches);
        // Each key of the pool `rows / pool` times, the rest by chance.
        const share = rows / pool.length;
        const from = fromPosition + Math.round((batch * positions) / batches);
        const width = Math.ceil(positions / batches);
        await query(`INSERT INTO ${postings} SELECT 1, key, ${from} + rand64(${batch} + r) % ${width}
          FROM (SELECT key, arrayJoin(range(toUInt32(${Math.floor(share)}
            + (rand(${batch}) < ${share % 1} * 4294967296)))) AS r FROM pool)
          SETTINGS min_insert_block_size_rows = ${rowsPerInsert}, min_insert_block_size_bytes = 0, max_insert_threads = 1,
            max_threads = 1`);
        showProgress(batch + 1, batches, 'filling the engine');
      }
      await query('DROP TABLE pool SYNC');
    },

    async fillLines(block, lines, linesASong) {
      for (const kind of [0, 1])
        await query(`INSERT INTO contrafact_lyric_lines (block, kind, line, song, w0, w1)
          SELECT ${block}, ${kind}, number, intDiv(number, ${linesASong}), rand64(1), rand64(2) FROM numbers(${lines})`);
    },

    bytesOf: async (table) =>
      Number(await query(`SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND table = '${table}'`)),

    async settle() {
      const end = Date.now() + settleSeconds * 1000;
      while (Date.now() < end && (await query('SELECT count() FROM system.merges')) !== '0')
        await sleep(1000);
    },

    parts: async () =>
      (await query(`SELECT rows FROM system.parts WHERE active AND table = '${postings}' ORDER BY rows DESC`))
        .split('\n')
        .map(Number),

    async spent(work) {
      const before = { cpuMs: cpuMsOf(server.pid), ms: performance.now() };
      const [rows, bytes] = [await event('SelectedRows'), await event('SelectedBytes')];
      // The kernel's highest mark begins anew.
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5');
      const statements = await statementBytes(server.url, work);
      const after = { cpuMs: cpuMsOf(server.pid), ms: performance.now() };
      return {
        cpuMs: after.cpuMs - before.cpuMs,
        ms: after.ms - before.ms,
        rows: (await event('SelectedRows')) - rows,
        bytes: (await event('SelectedBytes')) - bytes,
        peakBytes: peakBytes(),
        statementBytes: statements,
      };
    },
  };
}

/** User and system time of a process and its threads, from the kernel, which counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** What an engine says in its answers' headers of the memory of each statement; of all answers with a result, the mean. */
async function statementBytes(url: string, work: () => Promise<void>): Promise<number> {
  const port = new URL(url).port;
  const taken: number[] = [];
  const note = (message: unknown): void => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
    const summary = response.headers['x-clickhouse-summary'];
    if (typeof summary !== 'string' || !String(request.getHeader('host')).endsWith(`:${port}`)) return;
    taken.push(Number((JSON.parse(summary) as { memory_usage?: string }).memory_usage));
  };
  subscribe('http.client.response.finish', note);
  try {
    await work();
  } finally {
    unsubscribe('http.client.response.finish', note);
  }
  return taken.reduce((sum, bytes) => sum + bytes, 0) / Math.max(1, taken.length);
}
