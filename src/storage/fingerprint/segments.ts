/** Reading and writing segments: rows of packed blocks. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { encodeBlocks, PageCutter, type PostingPage, type Postings } from '../../domain/posting-block.js';
import { nextNotBelow } from '../../numbers/rising.js';
import type { Database } from '../schema.js';
import type { BlockCache } from './block-cache.js';

/** A connection or a transaction. */
export type Connection = Kysely<Database> | Transaction<Database>;

export interface Segment {
  readonly id: number;
  readonly level: number;
  readonly base: number;
  readonly end: number;
  readonly postings: number;
  readonly shift: number;
}

/** Blocks fetched or written in one statement: a few megabytes. */
const blocksPerStatement = 1000;

/** All of an account, or with `starts` those of single songs that begin there and that no merge has touched. */
export async function liveSegments(
  db: Connection,
  accountId: string,
  starts?: readonly number[],
): Promise<Segment[]> {
  const rows = await db
    .selectFrom('fingerprint_segments')
    .select(['id', 'level', 'base_position', 'end_position', 'postings', 'shift'])
    .where('account_id', '=', accountId)
    .where('is_live', '=', true)
    .$if(starts !== undefined, (all) =>
      all.where('level', '=', 0).where(sql<boolean>`base_position = any(${[...starts!]}::bigint[])`),
    )
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    level: row.level,
    base: Number(row.base_position),
    end: Number(row.end_position),
    postings: Number(row.postings),
    shift: row.shift,
  }));
}

/** How many songs an account has, and its live segments, by one statement. */
export async function catalogueOf(
  db: Connection,
  accountId: string,
): Promise<{ songs: number; segments: Segment[] }> {
  const { rows } = await sql<{
    songs: number;
    id: number | null;
    level: number;
    base: number;
    end_position: number;
    postings: number;
    shift: number;
  }>`
    select coalesce(c.songs, 0) as songs, s.id::float8 as id, s.level, s.base_position::float8 as base,
      s.end_position::float8 as end_position, s.postings::float8 as postings, s.shift
    from (select ${accountId}::text as account_id) a
    left join fingerprint_catalogues c on c.account_id = a.account_id
    left join fingerprint_segments s on s.account_id = a.account_id and s.is_live
    order by s.id`.execute(db);
  return {
    songs: rows[0]!.songs,
    segments: rows.flatMap(({ id, level, base, end_position: end, postings, shift }) =>
      id === null ? [] : [{ id, level, base, end, postings, shift }],
    ),
  };
}

/** Writes sorted postings as a live segment of its own. Returns the bytes its blocks take. */
export async function writeSegment(
  db: Connection,
  accountId: string,
  segment: Omit<Segment, 'id' | 'postings'>,
  postings: Postings,
): Promise<number> {
  const blocks = encodeBlocks(postings, segment.shift);
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length, 0);
  const { id } = await db
    .insertInto('fingerprint_segments')
    .values({
      account_id: accountId,
      level: segment.level,
      base_position: segment.base,
      end_position: segment.end,
      postings: postings.keys.length,
      bytes,
      shift: segment.shift,
      is_live: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeBlocks(db, Number(id), blocks);
  return bytes;
}

export async function writeBlocks(
  db: Connection,
  segmentId: number,
  blocks: readonly { bucket: number; bytes: Uint8Array }[],
): Promise<void> {
  for (let from = 0; from < blocks.length; from += blocksPerStatement) {
    const part = blocks.slice(from, from + blocksPerStatement);
    await db
      .insertInto('fingerprint_blocks')
      .values(part.map(({ bucket, bytes }) => ({ segment_id: segmentId, bucket, bytes })))
      .execute();
  }
}

/** All blocks of a segment with firstBucket ≤ bucket ≤ lastBucket, in order. */
export function readBlocks(
  db: Connection,
  segmentId: number,
  firstBucket: number,
  lastBucket: number,
): Promise<{ bucket: number; bytes: Uint8Array }[]> {
  return db
    .selectFrom('fingerprint_blocks')
    .select(['bucket', 'bytes'])
    .where('segment_id', '=', segmentId)
    .where('bucket', '>=', firstBucket)
    .where('bucket', '<=', lastBucket)
    .orderBy('bucket')
    .execute();
}

/** The cells of every segment that hold the keys (sorted, distinct). `fetched`: blocks read from the database. */
export async function readPages(
  db: Connection,
  cache: BlockCache,
  segments: readonly Segment[],
  keys: Uint32Array,
): Promise<{ pages: PostingPage[]; fetched: number }> {
  // Segments of about one size have blocks of one width.
  const byShift = new Map<number, KeysByBlock>();
  for (const { shift } of segments) {
    if (!byShift.has(shift)) byShift.set(shift, keysByBlock(keys, shift));
  }
  const wanted = segments.map(({ id, shift }): WantedBlocks => {
    const byBlock = byShift.get(shift)!;
    const held = cache.group(id);
    return { id, byBlock, blocks: byBlock.buckets.map((bucket) => held?.get(bucket)) };
  });
  const fetched = await fetchMissing(db, cache, wanted);
  const pages = segments.map(({ base, shift }, i) => {
    const { byBlock, blocks } = wanted[i]!;
    const cutter = new PageCutter(shift);
    for (let at = 0; at < blocks.length; at++) {
      const block = blocks[at]!;
      if (block.length > 0) cutter.cut(block, keys, byBlock.starts[at]!, byBlock.starts[at + 1]!);
    }
    return cutter.page(base);
  });
  return { pages: pages.filter((page) => page.bytes.length > 0), fetched };
}

/** Which blocks can hold some keys, and of each and of the end the first key. */
interface KeysByBlock {
  readonly buckets: readonly number[];
  readonly starts: readonly number[];
}

/** Blocks of a segment; undefined where one is yet to be read. */
interface WantedBlocks {
  readonly id: number;
  readonly byBlock: KeysByBlock;
  readonly blocks: (Uint8Array | undefined)[];
}

function keysByBlock(keys: Uint32Array, shift: number): KeysByBlock {
  const buckets: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < keys.length; ) {
    const bucket = keys[at]! >>> shift;
    buckets.push(bucket);
    starts.push(at);
    at = nextNotBelow(keys, (bucket + 1) * 2 ** shift, at + 1);
  }
  starts.push(keys.length);
  return { buckets, starts };
}

/** Reads what is missing, at its place and into the cache, which may be too small to hold all of it. */
async function fetchMissing(
  db: Connection,
  cache: BlockCache,
  wanted: readonly WantedBlocks[],
): Promise<number> {
  const missing = wanted.flatMap(({ id, byBlock: { buckets }, blocks }) => {
    const own: { id: number; bucket: number; at: number; blocks: (Uint8Array | undefined)[] }[] = [];
    for (let at = 0; at < blocks.length; at++) {
      if (blocks[at] === undefined) own.push({ id, bucket: buckets[at]!, at, blocks });
    }
    return own;
  });
  for (let from = 0; from < missing.length; from += blocksPerStatement) {
    const part = missing.slice(from, from + blocksPerStatement);
    const { rows } = await sql<{ number: number; bytes: Uint8Array }>`
      select w.number::int4 as number, b.bytes
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ bucket }) => bucket)}::integer[])
        with ordinality as w (segment_id, bucket, number)
      join fingerprint_blocks b on b.segment_id = w.segment_id and b.bucket = w.bucket`.execute(db);
    for (const { blocks, at } of part) blocks[at] = nothing;
    for (const { number, bytes } of rows) {
      const { blocks, at } = part[number - 1]!;
      blocks[at] = bytes;
    }
    for (const { id, bucket, at, blocks } of part) cache.set(id, bucket, blocks[at]!);
  }
  return missing.length;
}

const nothing = new Uint8Array(0);
