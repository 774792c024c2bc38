/**
 * Codes of melodies and chords in ClickHouse, sorted as they follow each other in their songs. A passage loses a sixteenth a code: its
 * sum at position p is the running sum of weight · (16/15)^position, times (15/16)^p, so that a whole line is summed up by functions of
 * arrays, and only codes of the query are touched. What comes back is the best songs' places; the analysis scores these itself.
 */
import type { BestRequest } from '../../analyses/plagiarism/ports.js';
import { blockNotes, createNotes, numberList } from './block-notes.js';
import type { SearchServers } from './clickhouse-servers.js';
import { packHolders, packMelodyCodes, packSketches } from './pack-melodies.js';
import type { MelodyCodes, MelodyPlace } from './ports.js';

const codesTable = 'contrafact_melody_codes';
const songsTable = 'contrafact_melody_songs';
const holdersTable = 'contrafact_melody_holders';
const notesTable = 'contrafact_melody_blocks';

/** Searched by one statement: its memory grows with them. */
const blocksAStatement = 128;
/**
 * Songs that are asked for beyond the limit: sums are rounded otherwise here than in the scan, by a few thousandths of a bit. Only
 * where more songs than this lie so near to the last one kept could another be left out.
 */
const spareSongs = 100;
const lossACode = Math.log(16 / 15);

/** By name: columns, and which rows lie on one server together. A song is whole on one: passages are summed up there. */
const tables: Readonly<Record<string, { readonly definition: string; readonly together: string }>> = {
  [codesTable]: {
    definition: `(
      block UInt64 CODEC(ZSTD(1)),
      piece UInt32 CODEC(Delta(4), LZ4),
      position UInt16 CODEC(Delta(2), LZ4),
      code UInt16 CODEC(LZ4)
    ) ENGINE = MergeTree ORDER BY (block, piece, position)`,
    together: 'cityHash64(block, intDiv(piece, 32))',
  },
  [songsTable]: {
    definition: `(
      block UInt64 CODEC(ZSTD(1)),
      song UInt32 CODEC(Delta(4), ZSTD(1)),
      sketch Array(Int8) CODEC(LZ4)
    ) ENGINE = MergeTree ORDER BY (block, song)`,
    together: 'cityHash64(block, song)',
  },
  [holdersTable]: {
    definition: `(
      block UInt64 CODEC(ZSTD(1)),
      code UInt16 CODEC(Delta(2), ZSTD(1)),
      holders UInt16 CODEC(ZSTD(1))
    ) ENGINE = MergeTree ORDER BY (block, code)`,
    together: 'cityHash64(code)',
  },
};

export function melodyCodes(servers: SearchServers): MelodyCodes {
  const { read, command, insert, over } = servers;
  async function rowOf(query: string, signal: AbortSignal): Promise<unknown[]> {
    const answer = await read(
      `${query} FORMAT JSONCompact SETTINGS output_format_json_quote_64bit_integers = 0`,
      signal,
    );
    return (JSON.parse(answer.toString()) as { data: unknown[][] }).data[0]!;
  }

  return {
    ...blockNotes(servers, { notes: notesTable, rows: Object.keys(tables) }),

    async prepare() {
      for (const [table, { definition, together }] of Object.entries(tables))
        await servers.create(table, definition, together);
      await command(createNotes(notesTable));
    },

    async insert(block, rows) {
      if (rows.codes.length > 0) await insert(over(codesTable), packMelodyCodes(block, rows));
      if (rows.sketches.length > 0) await insert(over(songsTable), packSketches(block, rows.sketches));
    },

    async insertHolders(block, holders) {
      if (holders.codes.length > 0) await insert(over(holdersTable), packHolders(block, holders));
    },

    async holders(blocks, codes, signal) {
      const sums = new Uint32Array(codes.length);
      if (blocks.length === 0 || codes.length === 0) return sums;
      const answer = await read(
        `SELECT code, toUInt32(sum(holders)) FROM ${over(holdersTable)} PREWHERE code IN (${numberList(codes)})
        WHERE block IN (${numberList(blocks)}) GROUP BY code FORMAT RowBinary`,
        signal,
      );
      const places = new Map(Array.from(codes, (code, i) => [code, i]));
      for (let at = 0; at < answer.length; at += 6)
        sums[places.get(answer.readUInt16LE(at))!] = answer.readUInt32LE(at + 2);
      return sums;
    },

    async best(blocks, request, signal) {
      const { limits, chromaSketches } = request;
      const kinds = [limits.melody, limits.harmony, ...limits.chroma].map((limit) => new Best(limit));
      const products = chromaSketches.map(() => ({ count: 0, sum: 0, squares: 0 }));
      for (let from = 0; from < blocks.length; from += blocksAStatement) {
        const some = blocks.slice(from, from + blocksAStatement);
        if (request.codes.length > 0) {
          const found = await rowOf(passagesQuery(over(codesTable), some, request), signal);
          found.forEach((list, kind) => {
            kinds[kind]!.add(list as Scored[], from);
          });
        }
        if (chromaSketches.length === 0) continue;
        const found = await rowOf(productsQuery(over(songsTable), some, request), signal);
        products.forEach((sums, reading) => {
          const [count, sum, squares, list] = found.slice(4 * reading, 4 * reading + 4);
          sums.count += Number(count);
          sums.sum += Number(sum);
          sums.squares += Number(squares);
          kinds[2 + reading]!.add(list as Scored[], from);
        });
      }
      const places = new Map(
        kinds.flatMap((kind) => kind.places()).map((place) => [`${place.index} ${place.song}`, place]),
      );
      return { places: [...places.values()], products };
    },
  };
}

/** −score, place among the blocks of the statement, song. */
type Scored = readonly [number, number, number];

class Best {
  private list: Scored[] = [];

  constructor(private readonly limit: number) {}

  add(list: readonly Scored[], firstBlock: number): void {
    this.list.push(...list.map(([score, index, song]): Scored => [score, index + firstBlock, song]));
    this.list.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
    this.list.length = Math.min(this.list.length, this.limit + spareSongs);
  }

  places(): MelodyPlace[] {
    return this.list.map(([, index, song]) => ({ index, song }));
  }
}

/** Which of these blocks, as a number. Equal songs come in the order of blocks, as they do in the scan. */
const indexOf = (blocks: readonly bigint[]): string =>
  `transform(block, [${blocks.map((block) => `toUInt64(${block})`).join(',')}], [${blocks
    .map((_, index) => `toUInt32(${index})`)
    .join(',')}], toUInt32(0))`;

const bestBy = (score: string, limit: number): string =>
  `groupArraySortedIf(${limit + spareSongs})((-${score}, index, song), ${score} > 0)`;

/**
 * Sorted in the statement: threads read a line in parts, in any order. Scores are rounded to thousandths of a step, because equal
 * passages at other positions differ in the last bits of a double. The index of blocks is looked up once a song. Shards send a piece's
 * best passage, not its hits: a song is inserted by one statement, and so is whole on one of them.
 */
function passagesQuery(
  table: string,
  blocks: readonly bigint[],
  { codes, weights, limits }: BestRequest,
): string {
  const asked = Array.from(codes).join(',');
  const weight = `transform(code, [${asked}], [${Array.from(weights).join(',')}], 0)`;
  return `SELECT ${bestBy('melody', limits.melody)}, ${bestBy('harmony', limits.harmony)} FROM (
      SELECT ${indexOf(blocks)} AS index, intDiv(piece, 32) AS song,
        maxIf(best, bitAnd(piece, 16) = 0) AS melody, maxIf(best, bitAnd(piece, 16) != 0) AS harmony
      FROM (
        SELECT block, piece, arraySort(groupArray(toUInt32(position * 65536 + ${weight}))) AS hits,
          arrayMap(hit -> exp(${lossACode} * bitShiftRight(hit, 16)), hits) AS growth,
          arrayCumSum(arrayMap((hit, g) -> bitAnd(hit, 65535) * g, hits, growth)) AS sums,
          round(arrayMax(arrayMap((s, g) -> s / g, sums, growth)), 3) AS best
        FROM ${table} PREWHERE code IN (${asked}) WHERE block IN (${numberList(blocks)})
        GROUP BY block, piece SETTINGS distributed_group_by_no_merge = 1
      ) GROUP BY block, song
    )`;
}

/** Of each of the query's sketches: products that are not zero, their sum, the sum of their squares, and the largest. */
function productsQuery(
  table: string,
  blocks: readonly bigint[],
  { chromaSketches, limits }: BestRequest,
): string {
  const product = (reading: number): string => `product${reading}`;
  const columns = chromaSketches.map((_, reading) => {
    const own = product(reading);
    return `countIf(${own} != 0), sum(${own}), sum(${own} * ${own}), ${bestBy(own, limits.chroma[reading]!)}`;
  });
  const products = chromaSketches.map(
    (sketch, reading) =>
      `toInt64(arrayDotProduct(sketch, CAST([${Array.from(sketch).join(',')}], 'Array(Int32)'))) AS ${product(reading)}`,
  );
  return `SELECT ${columns.join(', ')} FROM (
      SELECT ${indexOf(blocks)} AS index, song, ${products.join(', ')}
      FROM ${table} WHERE block IN (${numberList(blocks)})
    )`;
}
