/** Keeps the search engine's blocks of lyrics' codes those of the segments in the database. */
import { type Kysely, sql } from 'kysely';
import type { CodeKind } from '../../analyses/lyric-plagiarism/ports.js';
import type { Database } from '../schema.js';
import { type BlockFiller, type BlockFillerOptions, createBlockFiller } from './block-filler.js';
import { type LyricBlock, lyricBlocks } from './lyric-blocks.js';
import type { LyricCodes } from './ports.js';

/** The analysis's own reader of segments (segment-codes.ts); storage knows no lyrics. */
export type ReadSegmentCodes = (
  read: (from: number, bytes: number) => Promise<Uint8Array>,
) => AsyncGenerator<{
  readonly kind: CodeKind;
  readonly bytesPerCode: number;
  readonly firstLine: number;
  readonly codes: Uint8Array;
  readonly songs: Uint32Array;
}>;

export interface LyricFillerOptions extends Pick<BlockFillerOptions<LyricBlock>, 'delays' | 'onNotice'> {
  readonly readCodes: ReadSegmentCodes;
}

export function createLyricFiller(
  db: Kysely<Database>,
  codes: LyricCodes,
  { readCodes, ...options }: LyricFillerOptions,
): BlockFiller {
  async function copy(
    { segmentId, block }: LyricBlock,
    goOn: () => Promise<boolean>,
  ): Promise<number | null> {
    const read = async (from: number, bytes: number): Promise<Uint8Array> => {
      const { rows } = await sql<{ part: Uint8Array }>`select
        substring(content from ${from + 1}::int for ${bytes}::int) as part
        from lyric_segments where id = ${segmentId}`.execute(db);
      if (!rows[0]) throw new SegmentGone();
      return rows[0].part;
    };
    let rows = 0;
    try {
      for await (const part of readCodes(read)) {
        if (!(await goOn())) return null;
        await codes.insert({ block, ...part });
        rows += part.songs.length;
      }
    } catch (error) {
      if (error instanceof SegmentGone) return null;
      throw error;
    }
    return rows;
  }

  return createBlockFiller(db, codes, { ...options, name: 'lyrics', wanted: () => lyricBlocks(db), copy });
}

class SegmentGone extends Error {}
