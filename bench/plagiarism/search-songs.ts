/** The product's search over benchmark songs: scan, then alignment of the candidates. */
import { encodeChunk, openChunk, openHead } from '../../src/analyses/plagiarism/code-chunk.js';
import { prepareSong } from '../../src/analyses/plagiarism/compare-songs.js';
import { songCodes } from '../../src/analyses/plagiarism/melody-codes.js';
import { rankCandidates } from '../../src/analyses/plagiarism/rank-candidates.js';
import { searchChunks } from '../../src/analyses/plagiarism/search-chunks.js';
import type { SongDescription } from '../../src/music/song-description.js';

export interface SearchedSongs {
  /** Bits beyond chance for the candidates; below all of them the scan's order for the rest. */
  scores(query: number): Promise<Float64Array>;
  /** The songs that the scan hands to the alignment. */
  candidates(query: number): Promise<number[]>;
}

export function searchSongs(songs: readonly SongDescription[], limit = 60): SearchedSongs {
  const prepared = songs.map(prepareSong);
  const codes = songs.map((song) => songCodes(song.melody));
  const bytes = encodeChunk(codes);
  const reader = { count: 1, head: () => openHead(bytes), chunk: () => openChunk(bytes) };
  const scan = async (query: number) => {
    const { candidates } = await searchChunks(codes[query]!, reader, limit + 1);
    return candidates.filter(({ song }) => song !== query).slice(0, limit);
  };
  return {
    async candidates(query) {
      return (await scan(query)).map(({ song }) => song);
    },
    async scores(query) {
      const scores = new Float64Array(songs.length).fill(-1e9);
      const candidates = (await scan(query)).map(({ song }) => song);
      const ranked = rankCandidates(
        prepared[query]!,
        candidates.map((song) => songs[song]!),
      );
      ranked.forEach(({ candidate, comparison }, place) => {
        scores[candidates[candidate]!] = comparison ? comparison.bits : -1000 - place;
      });
      return scores;
    },
  };
}
