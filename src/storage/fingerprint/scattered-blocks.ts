/** Blocks from anywhere in the table of blocks. */
import { sql } from 'kysely';
import type { Connection } from './segments.js';

export interface WantedBlock {
  /** Of the segment. */
  readonly id: number;
  readonly bucket: number;
}

/** Blocks of one statement: a megabyte or two. */
const blocksPerStatement = 1000;

/** The bytes of each wanted block, in order; empty where there is none. Those of one statement share their memory. */
export async function readScatteredBlocks(
  db: Connection,
  wanted: readonly WantedBlock[],
): Promise<Uint8Array[]> {
  const read = new Array<Uint8Array>(wanted.length).fill(nothing);
  for (let from = 0; from < wanted.length; from += blocksPerStatement) {
    const part = wanted.slice(from, from + blocksPerStatement);
    // One value in base64: as rows with bytes in PostgreSQL's hex form the same blocks cost half as much again.
    const { rows } = await sql<{ blocks: string | null }>`
      select encode(string_agg(int4send(w.number::int4) || int4send(length(b.bytes)) || b.bytes, ''::bytea), 'base64')
        as blocks
      from unnest(${part.map(({ id }) => id)}::bigint[], ${part.map(({ bucket }) => bucket)}::integer[])
        with ordinality as w (segment_id, bucket, number)
      join fingerprint_blocks b on b.segment_id = w.segment_id and b.bucket = w.bucket`.execute(db);
    const bytes = Buffer.from(rows[0]?.blocks ?? '', 'base64');
    for (let at = 0; at < bytes.length; ) {
      const number = bytes.readInt32BE(at);
      const end = at + 8 + bytes.readInt32BE(at + 4);
      read[from + number - 1] = new Uint8Array(bytes.buffer, bytes.byteOffset + at + 8, end - at - 8);
      at = end;
    }
  }
  return read;
}

const nothing = new Uint8Array(0);
