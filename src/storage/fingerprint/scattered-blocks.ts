/** Blocks from anywhere in the table of blocks. */
import { sql } from 'kysely';
import { countBelow } from '../../numbers/rising.js';
import type { Connection } from './segments.js';

/** Blocks of one segment. */
interface WantedBlocks {
  readonly id: number;
  /** Rising. */
  readonly buckets: Uint32Array;
}

/**
 * Called with each block that there is: its segment's place among those wanted, its bucket's, and where in `bytes` its length lies,
 * which it follows (`lengthAt`).
 */
type OnBlock = (segment: number, place: number, bytes: Uint8Array, at: number) => void;

/** Blocks of one statement: a megabyte or two. */
const blocksPerStatement = 1000;

/** A number of 32 bits, big-endian: the length of the block behind it. */
export function lengthAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

export const lengthBytes = 4;

/**
 * Reads the wanted blocks. Those of one statement share their memory. False where a merge had replaced one of the segments, so that
 * its blocks may have been gone: each statement sees its blocks and which segments are live at one moment.
 */
export async function readScatteredBlocks(
  db: Connection,
  wanted: readonly WantedBlocks[],
  onBlock: OnBlock,
): Promise<boolean> {
  let isWhole = true;
  for (const part of parts(wanted)) {
    if (!(await readPart(db, wanted, part, onBlock))) isWhole = false;
  }
  return isWhole;
}

/** Wanted buckets from … to − 1 of a segment. */
interface Run {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** A statement's blocks together. */
function* parts(wanted: readonly WantedBlocks[]): Generator<readonly Run[]> {
  let part: Run[] = [];
  let room = blocksPerStatement;
  for (const [segment, { buckets }] of wanted.entries()) {
    for (let from = 0, to = 0; from < buckets.length; from = to) {
      to = Math.min(buckets.length, from + room);
      part.push({ segment, from, to });
      room -= to - from;
      if (room > 0) continue;
      yield part;
      part = [];
      room = blocksPerStatement;
    }
  }
  if (part.length > 0) yield part;
}

/**
 * The buckets of a segment are one condition, which the index meets in one walk (PostgreSQL 17 and the embedded engine): as rows that
 * are joined, each asked it anew. Blocks come as one value: as rows they cost a sixth more.
 */
async function readPart(
  db: Connection,
  wanted: readonly WantedBlocks[],
  part: readonly Run[],
  onBlock: OnBlock,
): Promise<boolean> {
  const ids = part.map(({ segment }) => wanted[segment]!.id);
  const buckets = part.map(({ segment, from, to }) => wanted[segment]!.buckets.subarray(from, to));
  const lists = buckets.map((own) => `{${own.join()}}`);
  const { rows } = await sql<{ live: number; blocks: Uint8Array | null }>`
    select (select count(*)::integer from fingerprint_segments s
        where s.id = any(${ids}::bigint[]) and s.is_live) as live,
      string_agg(int4send(w.number::int4) || int4send(b.bucket) || int4send(length(b.bytes)) || b.bytes,
        ''::bytea) as blocks
    from unnest(${ids}::bigint[], ${lists}::text[]) with ordinality as w (segment_id, buckets, number)
    cross join lateral (select f.bucket, f.bytes from fingerprint_blocks f
      where f.segment_id = w.segment_id and f.bucket = any(w.buckets::integer[]) offset 0) b`.execute(db);
  const { live, blocks } = rows[0]!;
  for (let at = 0; blocks && at < blocks.length; ) {
    const number = lengthAt(blocks, at) - 1;
    const bucket = lengthAt(blocks, at + 4);
    const { segment, from } = part[number]!;
    onBlock(segment, from + countBelow(buckets[number]!, bucket), blocks, at + 8);
    at += 8 + lengthBytes + lengthAt(blocks, at + 8);
  }
  return live === ids.length;
}
