/** The scan over all chunks: which songs hold which codes, then every song's best passage. */
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import { addHolders, BestCandidates, type Candidate, rarityWeights, scanChunk } from './scan.js';

/** How many songs are found by each kind of evidence. */
export interface CandidateLimits {
  readonly melody: number;
  readonly harmony: number;
}

/** How many of the relevant songs are among them is measured (docs/analyses/plagiarism.md). */
export const candidateLimits: CandidateLimits = { melody: 60, harmony: 20 };

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  head(index: number): Promise<ChunkHead> | ChunkHead;
  chunk(index: number): Promise<CodeChunk> | CodeChunk;
}

/**
 * The songs whose best passage shares most with the query: by melody, best first, then those that only their chords
 * bring in; and how many songs there are.
 */
export async function searchChunks(
  query: Uint16Array,
  reader: ChunkReader,
  limits = candidateLimits,
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
  const byMelody = new BestCandidates(limits.melody);
  const byHarmony = new BestCandidates(limits.harmony);
  const scores = { melody: new Float32Array(largest), harmony: new Float32Array(largest) };
  for (let index = 0; index < reader.count; index++) {
    const chunk = await reader.chunk(index);
    scanChunk(chunk, weights, scores);
    byMelody.offer(index, scores.melody, chunk.songs);
    byHarmony.offer(index, scores.harmony, chunk.songs);
  }
  const candidates = byMelody.result();
  const known = new Set(candidates.map(({ chunk, song }) => `${chunk} ${song}`));
  const added = byHarmony.result().filter(({ chunk, song }) => !known.has(`${chunk} ${song}`));
  return { candidates: [...candidates, ...added], songs };
}
