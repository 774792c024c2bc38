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
  // Songs of one length have blocks of one width.
  const byShift = new Map<number, number[]>();
  for (const { shift } of segments) {
    if (!byShift.has(shift)) byShift.set(shift, distinctBuckets(keys, shift));
  }
  const wanted = segments.map(({ shift }) => byShift.get(shift)!);
  const fetched = await fetchMissing(db, cache, segments, wanted);
  const pages = segments.map((segment) => cutPage(segment, keys, cache));
  return { pages: pages.filter((page) => page.bytes.length > 0), fetched };
}

function distinctBuckets(keys: Uint32Array, shift: number): number[] {
  const buckets: number[] = [];
  for (let at = 0; at < keys.length; ) {
    const bucket = keys[at]! >>> shift;
    buckets.push(bucket);
    at = nextNotBelow(keys, (bucket + 1) * 2 ** shift, at + 1);
  }
  return buckets;
}

async function fetchMissing(
  db: Connection,
  cache: BlockCache,
  segments: readonly Segment[],
  wanted: readonly number[][],
): Promise<number> {
  const ids: number[] = [];
  const buckets: number[] = [];
  segments.forEach((segment, i) => {
    const known = cache.group(segment.id);
    for (const bucket of wanted[i]!) {
      if (known?.has(bucket)) continue;
      ids.push(segment.id);
      buckets.push(bucket);
    }
  });
  for (let from = 0; from < ids.length; from += blocksPerStatement) {
    const someIds = ids.slice(from, from + blocksPerStatement);
    const someBuckets = buckets.slice(from, from + blocksPerStatement);
    const { rows } = await sql<{ segment_id: number; bucket: number; bytes: Uint8Array }>`
      select b.segment_id, b.bucket, b.bytes
      from unnest(${someIds}::bigint[], ${someBuckets}::integer[]) as w (segment_id, bucket)
      join fingerprint_blocks b on b.segment_id = w.segment_id and b.bucket = w.bucket`.execute(db);
    for (const row of rows) cache.set(Number(row.segment_id), row.bucket, row.bytes);
    someIds.forEach((id, i) => {
      if (cache.get(id, someBuckets[i]!) === undefined) cache.set(id, someBuckets[i]!, nothing);
    });
  }
  return ids.length;
}

const nothing = new Uint8Array(0);

/** Copies the cells that can hold a wanted key. */
function cutPage(segment: Segment, keys: Uint32Array, cache: BlockCache): PostingPage {
  const cutter = new PageCutter(segment.shift);
  const blocks = cache.group(segment.id);
  for (let from = 0, to = 0; from < keys.length; from = to) {
    const bucket = keys[from]! >>> segment.shift;
    to = nextNotBelow(keys, (bucket + 1) * 2 ** segment.shift, from + 1);
    const block = blocks?.get(bucket);
    if (block && block.length > 0) cutter.cut(block, keys, from, to);
  }
  return cutter.page(segment.base);
}
