/** The chunks of the melody index in a search engine, as the analysis asks for them. */
import type { Kysely } from 'kysely';
import type { ChunkName, CodeEngine, HeldChunks, ListedChunk } from '../../analyses/plagiarism/ports.js';
import type { Database } from '../schema.js';
import { melodyBlocks } from './melody-blocks.js';
import type { MelodyCodes } from './ports.js';

/** Up to this many songs are scanned in files where the engine does not hold them. */
const ownSearchSongs = 1_000_000;

export type MelodyEngineOptions = Pick<CodeEngine, 'mode' | 'onSearch' | 'onCompared' | 'onFailure'> & {
  readonly maxOwnSongs?: number;
};

export function melodyEngine(
  db: Kysely<Database>,
  codes: MelodyCodes,
  { maxOwnSongs = ownSearchSongs, ...reports }: MelodyEngineOptions,
): CodeEngine {
  async function open(chunks: readonly ListedChunk[], signal: AbortSignal): Promise<HeldChunks> {
    const confirmed = await codes.confirmed(
      chunks.map(({ block }) => block),
      signal,
    );
    // Begun and not confirmed is as good as absent. Rows are counted once, last: that takes a good part of a search.
    const held = chunks.filter(({ block }) => (confirmed.get(block) ?? null) !== null);
    const blocks = held.map(({ block }) => block);
    const names = new Set(held.map(nameOf));
    return {
      has: (chunk) => names.has(nameOf(chunk)),
      songs: held.reduce((sum, { songs }) => sum + songs, 0),
      holders: (asked, patience) => codes.holders(blocks, asked, patience),
      async best(request, patience) {
        const { places, products } = await codes.best(blocks, request, patience);
        const songs = places.map(({ index, song }) => {
          const { datasetId, chunk } = held[index]!;
          return { datasetId, chunk, song };
        });
        return { places: songs, products };
      },
      async isWhole(patience) {
        // A block only ever grows until it is confirmed and only shrinks after: what is whole now was whole before.
        const now = await codes.counts(blocks, patience);
        return blocks.every((block) => (now.get(block) ?? 0) === confirmed.get(block));
      },
    };
  }

  return {
    ...reports,
    maxOwnSongs,
    open,
    list: (version, datasetIds) =>
      datasetIds.length === 0 ? Promise.resolve([]) : melodyBlocks(db, version, datasetIds),
  };
}

const nameOf = ({ datasetId, chunk }: ChunkName): string => `${datasetId} ${chunk}`;
