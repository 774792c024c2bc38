/** The codes of the lyric index's segments in a search engine, as the analysis asks for them. */
import type { Kysely } from 'kysely';
import type { HeldCodes, LineEngine, StoredSegment } from '../../analyses/lyric-plagiarism/ports.js';
import type { Database } from '../schema.js';
import { lyricBlocks } from './lyric-blocks.js';
import type { LyricCodes } from './ports.js';

/** Up to this many songs are scanned in files where the engine does not hold them. */
const ownSearchSongs = 1_000_000;

export type LyricEngineOptions = Pick<LineEngine, 'mode' | 'onSearch' | 'onCompared' | 'onFailure'> & {
  readonly maxOwnSongs?: number;
};

export function lyricEngine(
  db: Kysely<Database>,
  codes: LyricCodes,
  { maxOwnSongs = ownSearchSongs, ...reports }: LyricEngineOptions,
): LineEngine {
  async function open(segments: readonly StoredSegment[], signal: AbortSignal): Promise<HeldCodes> {
    const named = await lyricBlocks(
      db,
      segments.map(({ id }) => id),
    );
    const blockOf = new Map(named.map(({ segmentId, block }) => [segmentId, block]));
    const confirmed = await codes.confirmed(
      named.map(({ block }) => block),
      signal,
    );
    const counts = await codes.counts(
      named.map(({ block }) => block),
      signal,
    );
    // Begun and not confirmed, or not whole any more, is as good as absent.
    const blocks = segments.map(({ id }) => {
      const block = blockOf.get(id);
      return block !== undefined && (counts.get(block) ?? 0) === confirmed.get(block) ? block : null;
    });
    const held = blocks.filter((block) => block !== null);
    return {
      // Both kinds have a row for every line.
      lines: blocks.map((block) => (block === null ? null : confirmed.get(block)! / 2)),
      histogram: (kind, asked, runs, linesARun) =>
        codes.histogram(
          kind,
          asked,
          runs.map(({ segment, firstLine }) => ({ block: blocks[segment]!, firstLine })),
          linesARun,
          signal,
        ),
      best: (request) => codes.best(blocks, request, signal),
      async isWhole() {
        // A block only ever grows until it is confirmed and only shrinks after: what is whole now was whole before.
        const counts = await codes.counts(held, signal);
        return held.every((block) => (counts.get(block) ?? 0) === confirmed.get(block));
      },
    };
  }

  return { ...reports, maxOwnSongs, open };
}
