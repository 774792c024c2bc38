/**
 * Fingerprint postings in ClickHouse, through its HTTP interface. The table is sorted by catalogue, key and position
 * and packed by ClickHouse's codecs, 4 bytes a posting; votes are counted where they lie, and only the hits of the
 * heaviest windows come back. Statements hold numbers alone: no name, no title, no account.
 */
import { openServers, type ServersOptions } from './clickhouse-servers.js';
import { confirmations } from './confirmations.js';
import { countRows } from './count-rows.js';
import { lyricCodes } from './lyric-codes.js';
import { melodyCodes } from './melody-codes.js';
import { readNumbers } from './number-rows.js';
import type { FoundHits, PositionRange, PostingRows, SearchEngine, WeightedHash } from './ports.js';

const postings = 'contrafact_fingerprint_postings';

/** Windows of a look-up whose hits come back: more than are voted on, because they are weighed more coarsely. */
const windowsPerLookUp = 64;
/**
 * With up to this many hits a window of a single one is a place too, as the index in the database has it: all that a damaged copy may have left. Among more
 * a lone hit is one of thousands, and sorting all of them would cost more than the vote.
 */
const maxLoneHits = 20_000;
/** Added to position − time, which is negative for a query that begins before a song: a whole number of any width. */
const maxTime = 2 ** 20;
const bytesPerPosting = 20;

const columns = `(
    catalogue UInt64 CODEC(ZSTD(1)),
    key UInt32 CODEC(Delta(4), ZSTD(1)),
    position UInt64 CODEC(Delta(8), ZSTD(1))
  ) ENGINE = MergeTree PRIMARY KEY (catalogue, key) ORDER BY (catalogue, key, position)
  SETTINGS index_granularity = 512, min_compress_block_size = 16384, max_compress_block_size = 65536`;
/** A key's postings lie together: each granule of a query's keys is read once. The hits, a million at most, are voted on where all of them are. */
const together = 'cityHash64(key)';

/**
 * `urls`: http(s)://user:password@host:8123/database; several, separated by commas, where `options.cluster` names the cluster whose shards they are.
 * Nothing is asked of the engine before the first call.
 */
export function openClickHouse(urls: string, options: ServersOptions = {}): SearchEngine {
  const servers = openServers(urls, options);
  const { read, insert, readEach } = servers;
  const all = servers.over(postings);
  const { confirm, confirmed, ...filling } = confirmations(servers);
  const lyrics = lyricCodes(servers);
  const melodies = melodyCodes(servers);

  return {
    lyrics,
    melodies,

    async prepare() {
      await servers.create(postings, columns, together);
      await filling.prepare();
      await lyrics.prepare();
      await melodies.prepare();
      await servers.checkCluster();
    },

    async insert(rows) {
      if (rows.keys.length > 0) await insert(all, packPostings(rows));
    },

    async remove(catalogue, ranges, fromKey = 0) {
      if (ranges !== 'all' && ranges.length === 0) return;
      const where = [
        `catalogue = ${catalogue}`,
        ...(ranges === 'all' ? [] : [`(${ranges.map(isWithin).join(' OR ')})`]),
        ...(fromKey > 0 ? [`key >= ${whole(fromKey)}`] : []),
      ];
      await servers.everywhere(`DELETE FROM ${postings} WHERE ${where.join(' AND ')}`);
    },

    confirm,
    confirmed,

    async count(catalogue, keys, signal) {
      const counts = new Uint32Array(keys.length);
      if (keys.length === 0) return counts;
      const answer = await read(
        `SELECT key, toUInt32(count()) FROM ${all}
        WHERE catalogue = ${catalogue} AND key IN (${keys.join(',')}) GROUP BY key FORMAT RowBinary`,
        signal,
      );
      const places = new Map(Array.from(keys, (key, i) => [key, i]));
      for (let at = 0; at < answer.length; at += 8) {
        counts[places.get(answer.readUInt32LE(at))!] = answer.readUInt32LE(at + 4);
      }
      return counts;
    },

    async denseHits(catalogue, hashes, signal) {
      if (hashes.length === 0) return unpackHits(Buffer.alloc(0));
      return unpackHits(await read(denseHitsQuery(all, catalogue, hashes), signal));
    },

    held: (catalogues) => countRows(servers, { table: postings, column: 'catalogue' }, catalogues),

    async others(catalogues) {
      const where = catalogues.length > 0 ? `WHERE catalogue NOT IN (${catalogues.join(',')})` : '';
      return readNumbers(await read(`SELECT DISTINCT catalogue FROM ${all} ${where} FORMAT RowBinary`));
    },

    async upSeconds() {
      const answers = await readEach('SELECT toUInt32(uptime()) FORMAT RowBinary');
      return Math.min(...answers.map((answer) => answer.readUInt32LE(0)));
    },

    async erase() {
      await servers.everywhere(`ALTER TABLE ${postings} APPLY DELETED MASK SETTINGS mutations_sync = 1`);
      await lyrics.erase();
      await melodies.erase();
    },

    async drop() {
      await melodies.drop();
      await lyrics.drop();
      await filling.drop();
      await servers.drop([postings]);
      await servers.dropCluster();
    },

    async size() {
      const answers = await readEach(
        `SELECT toUInt64(sum(rows)), toUInt64(sum(bytes_on_disk)) FROM system.parts
        WHERE active AND database = currentDatabase() AND table = '${postings}' FORMAT RowBinary`,
      );
      const sizes = answers.map((answer) => readNumbers(answer).map(Number));
      const sum = (column: number): number => sizes.reduce((total, size) => total + size[column]!, 0);
      return { postings: sum(0), bytes: sum(1) };
    },

    close: () => servers.close(),
  };
}

/**
 * Windows are twice as wide as the width and begin every width, so that any stretch of one width lies whole in one of
 * them. Each hit is in two; the heaviest windows of each look-up are given out.
 */
function denseHitsQuery(table: string, catalogue: bigint, hashes: readonly WeightedHash[]): string {
  const list = (value: (hash: WeightedHash) => number): string => `[${hashes.map(value).join(',')}]`;
  const keys = [...new Set(hashes.map(({ key }) => key))];
  const hits = hashes.reduce((sum, hash) => sum + hash.hits, 0);
  // As lists: rows of VALUES are parsed one by one and cost more than the search.
  const lists = [
    list(({ lookUp }) => lookUp),
    list(({ hash }) => hash),
    list(({ key }) => key),
    list(({ time }) => time),
    list(({ width }) => width),
    list(({ weight }) => Math.round(weight * 1e6)),
  ];
  return `SELECT l, groupArray((h, position)) FROM (
      SELECT l, h, position, w, arrayJoin([c, c + 1]) AS window FROM (
        SELECT l, h, position, w, intDiv(position + ${maxTime} - t, width) AS c
        FROM ${table} INNER JOIN (
          SELECT toUInt8(r.1) AS l, toUInt32(r.2) AS h, toUInt32(r.3) AS key, toUInt32(r.4) AS t,
            toUInt32(r.5) AS width, toUInt32(r.6) AS w
          FROM (SELECT arrayJoin(arrayZip(${lists.join(',')})) AS r)
        ) AS hashes USING (key)
        WHERE catalogue = ${catalogue} AND key IN (${keys.join(',')})
      )
    ) GROUP BY l, window HAVING count() > ${hits > maxLoneHits ? 1 : 0} ORDER BY sum(w) DESC, window LIMIT ${windowsPerLookUp} BY l
    FORMAT RowBinary`;
}

function isWithin({ from, to }: PositionRange): string {
  return `position >= ${whole(from)} AND position < ${whole(to)}`;
}

/** Only ever digits: what comes from elsewhere must not become a part of a statement. */
function whole(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number`);
  return String(value);
}

function packPostings({ catalogue, keys, positions }: PostingRows): Buffer {
  const rows = Buffer.allocUnsafe(keys.length * bytesPerPosting);
  for (let i = 0, at = 0; i < keys.length; i++, at += bytesPerPosting) {
    rows.writeBigUInt64LE(catalogue, at);
    rows.writeUInt32LE(keys[i]!, at + 8);
    const position = positions[i]!;
    rows.writeUInt32LE(position % 2 ** 32, at + 12);
    rows.writeUInt32LE(Math.floor(position / 2 ** 32), at + 16);
  }
  return rows;
}

/** Rows of a look-up and an array of (hash, position): a byte, the array's length as a varint, then 12 bytes each. */
function unpackHits(answer: Buffer): FoundHits {
  const lookUps: number[] = [];
  const hashes: number[] = [];
  const positions: number[] = [];
  for (let at = 0; at < answer.length; ) {
    const lookUp = answer[at++]!;
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = answer[at++]!;
      length += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    for (let i = 0; i < length; i++, at += 12) {
      lookUps.push(lookUp);
      hashes.push(answer.readUInt32LE(at));
      positions.push(answer.readUInt32LE(at + 4) + answer.readUInt32LE(at + 8) * 2 ** 32);
    }
  }
  return {
    lookUps: Uint8Array.from(lookUps),
    hashes: Uint32Array.from(hashes),
    positions: Float64Array.from(positions),
  };
}
