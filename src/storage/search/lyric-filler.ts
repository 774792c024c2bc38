/**
 * Keeps the search engine's blocks of lyrics' codes those of the segments in the database. Nothing is written down in the database:
 * what the engine confirmed shows what is missing, and a block that was cut off is removed before it is filled again.
 */
import { type Kysely, sql } from 'kysely';
import type { CodeKind } from '../../analyses/lyric-plagiarism/ports.js';
import type { Database } from '../schema.js';
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

export interface LyricFillerOptions {
  readonly readCodes: ReadSegmentCodes;
  /** How long replaced segments may wait for others, and how often all rows are counted. */
  readonly delays: { readonly removalSeconds: number; readonly verifySeconds: number };
  onNotice(fields: object, message: string): void;
}

export interface LyricFiller {
  /** Until `goOn` says no: removes what no segment has any more, then copies what is missing. */
  round(goOn: () => Promise<boolean>): Promise<void>;
}

/** Blocks whose rows are counted at a time: of all, it could take longer than a reading may. */
const blocksACount = 100;

export function createLyricFiller(
  db: Kysely<Database>,
  codes: LyricCodes,
  { readCodes, delays, onNotice }: LyricFillerOptions,
): LyricFiller {
  let verifiedAt = Number.NEGATIVE_INFINITY;
  let obsoleteSince: number | null = null;

  async function round(goOn: () => Promise<boolean>): Promise<void> {
    // The engine first: a segment that comes meanwhile is not taken for one that is gone.
    const confirmed = await codes.confirmed();
    const wanted = await lyricBlocks(db);
    await removeObsolete(confirmed, wanted);
    if (Date.now() - verifiedAt >= delays.verifySeconds * 1000) {
      // Before: where the engine cannot count in time, what is missing is copied all the same.
      verifiedAt = Date.now();
      if (!(await verify(confirmed, wanted, goOn))) return;
    }
    for (const segment of wanted) {
      if ((confirmed.get(segment.block) ?? null) !== null) continue;
      if (!(await goOn())) return;
      if (confirmed.has(segment.block)) await remove([segment.block]);
      await copy(segment, goOn);
    }
  }

  async function removeObsolete(
    confirmed: Map<bigint, number | null>,
    wanted: readonly LyricBlock[],
  ): Promise<void> {
    const living = new Set(wanted.map(({ block }) => block));
    const obsolete = [...confirmed.keys()].filter((block) => !living.has(block));
    if (obsolete.length === 0) {
      obsoleteSince = null;
      return;
    }
    obsoleteSince ??= Date.now();
    if (Date.now() - obsoleteSince < delays.removalSeconds * 1000) return;
    await remove(obsolete);
    for (const block of obsolete) confirmed.delete(block);
    obsoleteSince = null;
  }

  /** Takes blocks for missing that lost rows since, or have rows that nobody confirmed. False where it must stop. */
  async function verify(
    confirmed: Map<bigint, number | null>,
    wanted: readonly LyricBlock[],
    goOn: () => Promise<boolean>,
  ): Promise<boolean> {
    const blocks = wanted.map(({ block }) => block);
    await removeUnknown(new Set([...blocks, ...confirmed.keys()]));
    const wrong: bigint[] = [];
    for (let from = 0; from < blocks.length; from += blocksACount) {
      if (!(await goOn())) return false;
      const some = blocks.slice(from, from + blocksACount);
      const counts = await codes.counts(some).catch((error: unknown) => {
        onNotice({ err: error }, 'the lyrics in the search engine could not be counted');
        return null;
      });
      if (counts === null) break;
      wrong.push(...some.filter((block) => (confirmed.get(block) ?? 0) !== (counts.get(block) ?? 0)));
    }
    if (wrong.length === 0) return true;
    onNotice(
      { blocks: wrong.length },
      'the search engine does not hold the lyrics it confirmed: they are filled anew',
    );
    await remove(wrong);
    for (const block of wrong) confirmed.delete(block);
    return true;
  }

  /** Rows of blocks that neither a segment nor a note names: a server that crashed lost the note, or brought them back. */
  async function removeUnknown(known: ReadonlySet<bigint>): Promise<void> {
    const held = await codes.blocksWithRows().catch((error: unknown) => {
      onNotice({ err: error }, 'the blocks of lyrics in the search engine could not be listed');
      return [];
    });
    const unknown = held.filter((block) => !known.has(block));
    if (unknown.length === 0) return;
    onNotice(
      { blocks: unknown.length },
      'the search engine holds lyrics that no segment has: they are removed',
    );
    for (let from = 0; from < unknown.length; from += blocksACount) {
      await remove(unknown.slice(from, from + blocksACount));
    }
  }

  async function remove(blocks: readonly bigint[]): Promise<void> {
    await sql`update search_engine set has_erased = true where not has_erased`.execute(db);
    await codes.remove(blocks);
  }

  async function copy({ segmentId, block }: LyricBlock, goOn: () => Promise<boolean>): Promise<void> {
    const read = async (from: number, bytes: number): Promise<Uint8Array> => {
      const { rows } = await sql<{ part: Uint8Array }>`select
        substring(content from ${from + 1}::int for ${bytes}::int) as part
        from lyric_segments where id = ${segmentId}`.execute(db);
      if (!rows[0]) throw new SegmentGone();
      return rows[0].part;
    };
    await codes.begin(block);
    let rows = 0;
    try {
      for await (const part of readCodes(read)) {
        if (!(await goOn())) return;
        await codes.insert({ block, ...part });
        rows += part.songs.length;
      }
    } catch (error) {
      // Replaced or deleted meanwhile: what was begun is removed with what no segment has.
      if (error instanceof SegmentGone) return;
      throw error;
    }
    await codes.confirm(block, rows);
  }

  return { round };
}

class SegmentGone extends Error {}
