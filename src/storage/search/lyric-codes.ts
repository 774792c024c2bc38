/**
 * Codes of lyrics' lines in ClickHouse. Distances are counted by its bit functions where the codes lie; what comes back is
 * a histogram, or the best songs. Scores are summed as whole millionths, so that no order of adding decides.
 */
import type {
  BestSongsRequest,
  CodeKind,
  CodesToFind,
  NearCodes,
  SongPlace,
} from '../../analyses/lyric-plagiarism/ports.js';
import type { StatementClient } from './clickhouse-client.js';
import { packCodes, wordColumns, wordsOf } from './pack-codes.js';
import type { CodeRun, LyricCodes } from './ports.js';

const lines = 'contrafact_lyric_lines';
const blocksTable = 'contrafact_lyric_blocks';
const kindNumbers: Readonly<Record<CodeKind, number>> = { semantic: 0, lexical: 1 };
/** Codes of a query that one pass over the lines compares with: each line is multiplied by this many. */
const codesAPass = 64;
const rowsAPass = 16_384;
const millionths = 1e6;

const tables = [
  `CREATE TABLE IF NOT EXISTS ${lines} (
    block UInt64 CODEC(ZSTD(1)),
    kind UInt8 CODEC(ZSTD(1)),
    line UInt32 CODEC(Delta(4), ZSTD(1)),
    song UInt32 CODEC(Delta(4), ZSTD(1)),
    ${wordColumns.map((word) => `${word} UInt64 CODEC(LZ4)`).join(', ')}
  ) ENGINE = MergeTree ORDER BY (block, kind, line)`,
  `CREATE TABLE IF NOT EXISTS ${blocksTable} (block UInt64, rows UInt64)
  ENGINE = ReplacingMergeTree(rows) ORDER BY block`,
];

export function lyricCodes({ read, command, insert }: StatementClient): LyricCodes {
  async function rowsBy(query: string, signal?: AbortSignal): Promise<Map<bigint, number>> {
    const answer = await read(`${query} GROUP BY block FORMAT RowBinary`, signal);
    const rows = new Map<bigint, number>();
    for (let at = 0; at < answer.length; at += 16)
      rows.set(answer.readBigUInt64LE(at), Number(answer.readBigUInt64LE(at + 8)));
    return rows;
  }
  const among = (blocks?: readonly bigint[]): string => (blocks ? `WHERE block IN (${list(blocks)})` : '');
  const note = (block: bigint, rows: number): Promise<void> => {
    const row = Buffer.alloc(16);
    row.writeBigUInt64LE(block);
    row.writeBigUInt64LE(BigInt(rows), 8);
    return insert(blocksTable, row);
  };

  return {
    async prepare() {
      for (const table of tables) await command(table);
    },
    begin: (block) => note(block, 0),
    // A block may have no rows: what is noted is one more.
    confirm: (block, rows) => note(block, rows + 1),

    async insert(rows) {
      if (rows.songs.length === 0) return;
      const words = wordColumns.slice(0, wordsOf(rows.bytesPerCode));
      await insert(
        `${lines} (block, kind, line, song, ${words.join(', ')})`,
        packCodes(rows, kindNumbers[rows.kind]),
      );
    },

    async confirmed(blocks, signal) {
      if (blocks?.length === 0) return new Map();
      const noted = await rowsBy(`SELECT block, max(rows) FROM ${blocksTable} ${among(blocks)}`, signal);
      return new Map([...noted].map(([block, rows]) => [block, rows === 0 ? null : rows - 1]));
    },

    async counts(blocks, signal) {
      if (blocks?.length === 0) return new Map();
      return rowsBy(`SELECT block, count() FROM ${lines} ${among(blocks)}`, signal);
    },

    async blocksWithRows() {
      const answer = await read(`SELECT DISTINCT block FROM ${lines} FORMAT RowBinary`);
      return Array.from({ length: answer.length / 8 }, (_, i) => answer.readBigUInt64LE(i * 8));
    },

    async remove(blocks) {
      if (blocks.length === 0) return;
      // What was confirmed goes last: until then it names what is to be removed.
      for (const table of [lines, blocksTable]) await command(`DELETE FROM ${table} ${among(blocks)}`);
    },

    async histogram(kind, codes, runs, linesARun, signal) {
      const rows = codes.nats.length;
      const histogram = new Uint32Array(rows * 256);
      if (runs.length === 0) return histogram;
      for (let from = 0; from < rows; from += codesAPass) {
        const answer = await read(
          `SELECT toUInt32(q.1), toUInt32(least(${distance(codes.bytes)}, 255)) AS d, toUInt32(count())
          FROM ${lines} ARRAY JOIN ${tuples(codes, from, () => '')} AS q
          WHERE kind = ${kindNumbers[kind]} AND block IN (${list(runs.map(({ block }) => block))})
            AND (block, intDiv(line, ${linesARun})) IN (${runs.map((run) => runName(run, linesARun)).join(',')})
          GROUP BY q.1, d FORMAT RowBinary SETTINGS max_block_size = ${rowsAPass}`,
          signal,
        );
        for (let at = 0; at < answer.length; at += 12) {
          histogram[answer.readUInt32LE(at) * 256 + answer.readUInt32LE(at + 4)] = answer.readUInt32LE(
            at + 8,
          );
        }
      }
      return histogram;
    },

    async best(blocks, request, signal) {
      const answer = await read(bestQuery(blocks, request), signal);
      const [found] = (JSON.parse(answer.toString()) as { data: Found[] }).data;
      const places = (list: Found[number]): SongPlace[] =>
        list.map(([, segment, song]) => ({ segment: Number(segment), song: Number(song) }));
      const [meaning = [], sum = [], single = [], wording = []] = found!.map(places);
      return { meaning, sum, single, wording };
    },

    erase: () => command(`ALTER TABLE ${lines} APPLY DELETED MASK SETTINGS mutations_sync = 1`),

    async drop() {
      for (const table of [blocksTable, lines]) await command(`DROP TABLE IF EXISTS ${table} SYNC`);
    },
  };
}

/** Four lists of (−score, segment, song). */
type Found = [number | string, number | string, number | string][][];

const list = (values: Iterable<bigint | number>): string => [...new Set(values)].join(',');

const runName = ({ block, firstLine }: CodeRun, linesARun: number): string =>
  `(${block},${Math.floor(firstLine / linesARun)})`;

/** Bits in which a line differs from the code q. */
const distance = (bytes: number): string =>
  wordColumns
    .slice(0, wordsOf(bytes))
    .map((word, i) => `bitCount(bitXor(${word}, q.${i + 2}))`)
    .join(' + ');

/** (row, its words …, `more`) of some codes. */
function tuples(codes: CodesToFind, from: number, more: (row: number) => string): string {
  const rows = [];
  for (let row = from; row < Math.min(codes.nats.length, from + codesAPass); row++) {
    const padded = Buffer.alloc(wordsOf(codes.bytes) * 8);
    padded.set(codes.codes.subarray(row * codes.bytes, (row + 1) * codes.bytes));
    const words = Array.from(
      { length: padded.length / 8 },
      (_, i) => `toUInt64(${padded.readBigUInt64LE(i * 8)})`,
    );
    rows.push(`(toUInt32(${row}),${words.join(',')}${more(row)})`);
  }
  return `[${rows.join(',')}]`;
}

/**
 * Nearest lines of each song by kind and code, in passes of `codesAPass` codes. The kind that is asked for has a name of its own: a
 * name given to a result hides the column of that name.
 */
function nearestQuery(kind: CodeKind, codes: NearCodes, blocks: string): string[] {
  const passes: string[] = [];
  for (let from = 0; from < codes.nats.length; from += codesAPass) {
    passes.push(`SELECT toUInt8(${kindNumbers[kind]}) AS asked, q.1 AS row, block, song,
        toUInt16(min(${distance(codes.bytes)} AS d)) AS nearest
      FROM ${lines} ARRAY JOIN ${tuples(codes, from, (row) => `,toUInt16(${codes.thresholds[row]})`)} AS q
      WHERE kind = ${kindNumbers[kind]} AND block IN (${blocks}) AND d <= q.${wordsOf(codes.bytes) + 2}
        AND song != 4294967295
      GROUP BY row, block, song`);
  }
  return passes;
}

function bestQuery(blocks: readonly (bigint | null)[], request: BestSongsRequest): string {
  const { semantic, lexical, sameFrom, dead, limits } = request;
  const held = blocks.flatMap((block, segment) => (block === null ? [] : [{ block, segment }]));
  const names = list(held.map(({ block }) => block));
  const look = (name: string, values: readonly number[] | Float32Array): string =>
    `transform(${name}, [${Array.from(values, (_, i) => i).join(',')}], [${Array.from(values, Number).join(',')}], 0.)`;
  const ofKind = (pick: (codes: NearCodes) => Float32Array, name: string): string =>
    `if(asked = 0, ${look(name, pick(semantic))}, ${look(name, pick(lexical))})`;
  const gone = dead.flatMap(({ segment, song }) =>
    blocks[segment] == null ? [] : [`(${blocks[segment]},${song})`],
  );
  const passes = [...nearestQuery('semantic', semantic, names), ...nearestQuery('lexical', lexical, names)];
  const best = (score: string, limit: number): string =>
    `groupArraySortedIf(${limit})((-${score}, segment, song), ${score} > 0)`;
  return `SELECT ${best('meaning', limits.meaning)}, ${best('total', limits.sum)},
      ${best('single', limits.single)}, ${best('wording', limits.wording)}
    FROM (
      SELECT transform(block, [${held.map(({ block }) => `toUInt64(${block})`).join(',')}],
          [${held.map(({ segment }) => `toUInt32(${segment})`).join(',')}], toUInt32(0)) AS segment, song,
        sumIf(score, asked = 0) AS meaning, sum(score) AS total, max(score) AS single, sum(same) AS wording
      FROM (
        SELECT asked, block, song, similarity, toInt64(floor(similarity * ${ofKind(({ weights }) => weights, 'row')} * ${millionths} + 0.5)) AS score,
          if(asked = 1 AND similarity >= ${sameFrom}, toInt64(floor(similarity * ${look('row', lexical.nats)} * ${millionths} + 0.5)), 0) AS same
        FROM (
          SELECT asked, row, block, song, ${ofKind((codes) => codes.similarity, 'nearest')} AS similarity
          FROM (${passes.join(' UNION ALL ')})
        )
      )
      ${gone.length > 0 ? `WHERE (block, song) NOT IN (${gone.join(',')})` : ''}
      GROUP BY block, song
    ) FORMAT JSONCompact SETTINGS max_block_size = ${rowsAPass}, output_format_json_quote_64bit_integers = 0`;
}
