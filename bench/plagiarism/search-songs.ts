/** The product's search over benchmark songs: scan, then alignment of the candidates. */

import { mixOf, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { encodeChunk } from '../../src/analyses/plagiarism/search/code-chunk.js';
import {
  type RankedCandidate,
  rankCandidates,
} from '../../src/analyses/plagiarism/search/rank-candidates.js';
import { scanQuery, scanRow } from '../../src/analyses/plagiarism/search/scan-row.js';
import { searchChunks } from '../../src/analyses/plagiarism/search/search-chunks.js';
import type { SketchedSong } from '../../src/analyses/plagiarism/search/song-sketch.js';
import { memoryReader } from '../../src/analyses/plagiarism/test-support/memory-reader.js';
import type { SongDescription } from '../../src/music/song-description.js';

export interface FoundSong extends RankedCandidate {
  /** Place in the pool. */
  readonly song: number;
  /** Of the scan. */
  readonly passage: number;
  readonly similarity: number;
}

export interface SearchedSongs {
  /**
   * What the order goes by, in bits, for the candidates that were compared, −1000 and less in the scan's order for the other ones,
   * −1e9 for what the scan left out. `self`: the query's own place in the pool, −1 where it is not in it.
   */
  scores(query: SongDescription, self: number): Promise<Float64Array>;
  /** Best first, as the service finds them. */
  search(query: SongDescription, self: number): Promise<FoundSong[]>;
}

export function searchSongs(pool: readonly SongDescription[]): SearchedSongs {
  const reader = memoryReader([encodeChunk(pool.map((song) => scanRow(song)))]);
  const sketches = pool.map((song): SketchedSong => ({ description: song, ...mixOf(song) }));
  const search = async (query: SongDescription, self: number): Promise<FoundSong[]> => {
    const { candidates } = await searchChunks(scanQuery(query), reader);
    const others = candidates.filter(({ song }) => song !== self);
    const ranked = rankCandidates(
      prepareSong(query),
      others.map(({ song, ...found }) => ({ ...found, song: sketches[song]! })),
      pool.length,
    );
    return ranked.map((found) => {
      const { song, passage, similarity } = others[found.candidate]!;
      return { ...found, song, passage, similarity };
    });
  };
  return {
    search,
    async scores(query, self) {
      const scores = new Float64Array(pool.length).fill(-1e9);
      const found = await search(query, self);
      found.forEach(({ song, comparison, evidence }, place) => {
        scores[song] = comparison ? evidence : -1000 - place;
      });
      return scores;
    },
  };
}
