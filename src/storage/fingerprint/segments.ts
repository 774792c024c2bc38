/** Reading and writing segments: rows of packed blocks. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { encodeBlocks, type Postings } from '../../domain/posting-block.js';
import type { Database } from '../schema.js';

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

/** Blocks written in one statement: a few megabytes. */
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
