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
import { blockNotes, createNotes, numberList } from './block-notes.js';
import type { SearchServers } from './clickhouse-servers.js';
import { packCodes, wordColumns, wordsOf } from './pack-codes.js';
import type { CodeRun, LyricCodes } from './ports.js';

const lines = 'contrafact_lyric_lines';
const blocksTable = 'contrafact_lyric_blocks';
const kindNumbers: Readonly<Record<CodeKind, number>> = { semantic: 0, lexical: 1 };
/** Codes of a query that one pass over the lines compares with: each line is multiplied by this many. */
const codesAPass = 64;
const rowsAPass = 16_384;
const millionths = 1e6;

const columns = `(
    block UInt64 CODEC(ZSTD(1)),
    kind UInt8 CODEC(ZSTD(1)),
    line UInt32 CODEC(Delta(4), ZSTD(1)),
    song UInt32 CODEC(Delta(4), ZSTD(1)),
    ${wordColumns.map((word) => `${word} UInt64 CODEC(LZ4)`).join(', ')}
  ) ENGINE = MergeTree ORDER BY (block, kind, line)`;
/** A song's lines lie together: its nearest line comes from one server. */
const together = 'cityHash64(block, song)';

export function lyricCodes(servers: SearchServers): LyricCodes {
  const { read, command, insert } = servers;
  const all = servers.over(lines);
  return {
    ...blockNotes(servers, { notes: blocksTable, rows: [lines] }),
    async prepare() {
      await servers.create(lines, columns, together);
      await command(createNotes(blocksTable));
    },

    async insert(rows) {
      if (rows.songs.length === 0) return;
      const words = wordColumns.slice(0, wordsOf(rows.bytesPerCode));
      await insert(
        `${all} (block, kind, line, song, ${words.join(', ')})`,
        packCodes(rows, kindNumbers[rows.kind]),
      );
    },

    async histogram(kind, codes, runs, linesARun, signal) {
      const rows = codes.nats.length;
      const histogram = new Uint32Array(rows * 256);
      if (runs.length === 0) return histogram;
      for (let from = 0; from < rows; from += codesAPass) {
        const answer = await read(
          `SELECT toUInt32(q.1), toUInt32(least(${distance(codes.bytes)}, 255)) AS d, toUInt32(count())
          FROM ${all} ARRAY JOIN ${tuples(codes, from, () => '')} AS q
          WHERE kind = ${kindNumbers[kind]} AND block IN (${numberList(runs.map(({ block }) => block))})
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
      const answer = await read(bestQuery(all, blocks, request), signal);
      const [found] = (JSON.parse(answer.toString()) as { data: Found[] }).data;
      const places = (list: Found[number]): SongPlace[] =>
        list.map(([, segment, song]) => ({ segment: Number(segment), song: Number(song) }));
      const [meaning = [], sum = [], single = [], wording = []] = found!.map(places);
      return { meaning, sum, single, wording };
    },
  };
}

/** Four lists of (−score, segment, song). */
type Found = [number | string, number | string, number | string][][];

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
function nearestQuery(table: string, kind: CodeKind, codes: NearCodes, blocks: string): string[] {
  const passes: string[] = [];
  for (let from = 0; from < codes.nats.length; from += codesAPass) {
    passes.push(`SELECT toUInt8(${kindNumbers[kind]}) AS asked, q.1 AS row, block, song,
        toUInt16(min(${distance(codes.bytes)} AS d)) AS nearest
      FROM ${table} ARRAY JOIN ${tuples(codes, from, (row) => `,toUInt16(${codes.thresholds[row]})`)} AS q
      WHERE kind = ${kindNumbers[kind]} AND block IN (${blocks}) AND d <= q.${wordsOf(codes.bytes) + 2}
        AND song != 4294967295
      GROUP BY row, block, song`);
  }
  return passes;
}

function bestQuery(table: string, blocks: readonly (bigint | null)[], request: BestSongsRequest): string {
  const { semantic, lexical, sameFrom, dead, limits } = request;
  const held = blocks.flatMap((block, segment) => (block === null ? [] : [{ block, segment }]));
  const names = numberList(held.map(({ block }) => block));
  const look = (name: string, values: readonly number[] | Float32Array): string =>
    `transform(${name}, [${Array.from(values, (_, i) => i).join(',')}], [${Array.from(values, Number).join(',')}], 0.)`;
  const ofKind = (pick: (codes: NearCodes) => Float32Array, name: string): string =>
    `if(asked = 0, ${look(name, pick(semantic))}, ${look(name, pick(lexical))})`;
  const gone = dead.flatMap(({ segment, song }) =>
    blocks[segment] == null ? [] : [`(${blocks[segment]},${song})`],
  );
  const passes = [
    ...nearestQuery(table, 'semantic', semantic, names),
    ...nearestQuery(table, 'lexical', lexical, names),
  ];
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
