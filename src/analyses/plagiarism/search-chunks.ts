/** The scan over all chunks: which songs hold which codes, then every song's best passage. */
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import { addHolders, BestCandidates, type Candidate, rarityWeights, scanChunk } from './scan.js';

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  head(index: number): Promise<ChunkHead> | ChunkHead;
  chunk(index: number): Promise<CodeChunk> | CodeChunk;
}

/** The `limit` songs whose best passage shares most with the query, best first, and how many songs there are. */
export async function searchChunks(
  query: Uint16Array,
  reader: ChunkReader,
  limit: number,
): Promise<{ candidates: Candidate[]; songs: number }> {
  const holders = new Uint32Array(codeValues);
  let songs = 0;
  let largest = 0;
  for (let index = 0; index < reader.count; index++) {
    const head = await reader.head(index);
    addHolders(holders, head.holders);
    songs += head.songs;
    largest = Math.max(largest, head.songs);
  }
  const weights = rarityWeights(query, holders, songs);
  const best = new BestCandidates(limit);
  const scores = new Float32Array(largest);
  for (let index = 0; index < reader.count; index++) {
    const chunk = await reader.chunk(index);
    scanChunk(chunk, weights, scores);
    best.offer(index, scores, chunk.songs);
  }
  return { candidates: best.result(), songs };
}
