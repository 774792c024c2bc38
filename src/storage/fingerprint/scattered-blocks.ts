/** Blocks from anywhere in the table of blocks, in the order in which they are wanted. */
import { type RawBuilder, sql } from 'kysely';
import { countBelow } from '../../numbers/rising.js';
import type { Connection } from './segments.js';

/** Blocks of one segment. */
interface WantedBlocks {
  readonly id: number;
  /** Rising. */
  readonly buckets: readonly number[];
}

/** Called with each block that there is: its segment's place among those wanted, and its bucket's. */
type OnBlock = (segment: number, place: number, bytes: Uint8Array) => void;

/** Blocks of one statement: a megabyte or two. */
const blocksPerStatement = 1000;
/** Buckets so near to each other are read as one range, which costs a third, where a range has this many wanted ones. */
const maxStep = 3;
const leastOfRange = 8;

/** Reads the wanted blocks. Those of one statement share their memory. */
export async function readScatteredBlocks(
  db: Connection,
  wanted: readonly WantedBlocks[],
  onBlock: OnBlock,
): Promise<void> {
  const { single, ranges } = runsOf(wanted);
  for (const part of parts(single)) {
    const segments = part.map(({ segment }) => wanted[segment]!.id);
    const buckets = part.map(({ segment, from }) => wanted[segment]!.buckets[from]!);
    await readStream(
      db,
      sql`unnest(${segments}::bigint[], ${buckets}::integer[]) with ordinality as w (segment_id, bucket, number)
        join fingerprint_blocks b on b.segment_id = w.segment_id and b.bucket = w.bucket`,
      (number, _, bytes) => onBlock(part[number]!.segment, part[number]!.from, bytes),
    );
  }
  for (const part of parts(ranges)) {
    const bucketsOf = ({ segment, from, to }: Run): number[] => wanted[segment]!.buckets.slice(from, to);
    const buckets = part.map(bucketsOf);
    await readStream(
      db,
      sql`unnest(${part.map(({ segment }) => wanted[segment]!.id)}::bigint[], ${buckets.map((own) => own[0]!)}::integer[],
          ${buckets.map((own) => own.at(-1)!)}::integer[]) with ordinality as w (segment_id, first, last, number)
        cross join lateral (select f.bucket, f.bytes from fingerprint_blocks f
          where f.segment_id = w.segment_id and f.bucket between w.first and w.last offset 0) b`,
      (number, bucket, bytes) => {
        const place = countBelow(buckets[number]!, bucket);
        if (buckets[number]![place] === bucket)
          onBlock(part[number]!.segment, part[number]!.from + place, bytes);
      },
    );
  }
}

/** Wanted buckets from … to − 1 of a segment. */
interface Run {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** Buckets that are read by themselves, and ranges of them. */
function runsOf(wanted: readonly WantedBlocks[]): { single: Run[]; ranges: Run[] } {
  const single: Run[] = [];
  const ranges: Run[] = [];
  for (const [segment, { buckets }] of wanted.entries()) {
    for (let from = 0, to = 0; from < buckets.length; from = to) {
      to = from + 1;
      while (to < buckets.length && buckets[to]! - buckets[to - 1]! <= maxStep && to - from < 256) to++;
      if (to - from >= leastOfRange) ranges.push({ segment, from, to });
      else for (let at = from; at < to; at++) single.push({ segment, from: at, to: at + 1 });
    }
  }
  return { single, ranges };
}

/** Runs of about a statement's blocks together. */
function* parts(runs: readonly Run[]): Generator<readonly Run[]> {
  let part: Run[] = [];
  let blocks = 0;
  for (const run of runs) {
    part.push(run);
    blocks += run.to - run.from;
    if (blocks < blocksPerStatement) continue;
    yield part;
    part = [];
    blocks = 0;
  }
  if (part.length > 0) yield part;
}

/**
 * `source` gives rows w.number (from 1 on), b.bucket and b.bytes. They come as one value in base64: as rows with bytes in
 * PostgreSQL's hex form the same blocks cost half as much again.
 */
async function readStream(
  db: Connection,
  source: RawBuilder<unknown>,
  onRow: (number: number, bucket: number, bytes: Uint8Array) => void,
): Promise<void> {
  const { rows } = await sql<{ blocks: string | null }>`
    select encode(string_agg(int4send(w.number::int4) || int4send(b.bucket) || int4send(length(b.bytes)) || b.bytes,
      ''::bytea), 'base64') as blocks from ${source}`.execute(db);
  const stream = Buffer.from(rows[0]?.blocks ?? '', 'base64');
  for (let at = 0; at < stream.length; ) {
    const start = at + 12;
    const end = start + stream.readInt32BE(at + 8);
    const bytes = new Uint8Array(stream.buffer, stream.byteOffset + start, end - start);
    onRow(stream.readInt32BE(at) - 1, stream.readInt32BE(at + 4), bytes);
    at = end;
  }
}
