/** The scan over all chunks: which songs hold which codes, then every song's best passage. */

import { noteLeftOutBits } from '../../../music/melody/ngram-codes.js';
import { type ChromaSimilarity, SimilaritySpread, similarityInBits } from './chroma-similarity.js';
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import {
  addHolders,
  BestCandidates,
  type Candidate,
  joinChroma,
  rarityWeights,
  scanChroma,
  scanChunk,
} from './scan.js';
import { openRow, type ScanQuery } from './scan-row.js';

/** How many songs are found by each kind of evidence. */
export interface CandidateLimits {
  readonly melody: number;
  readonly harmony: number;
  readonly chroma: number;
  /** By the chroma sequence at half time, and as many at double time. */
  readonly otherTempo: number;
}

const [fewestByMelody, mostByMelody] = [60, 400];
/** A query of this many codes (a song of three lines) gets the fewest, a shorter one more: its alignments cost less. */
const codesOfLongQuery = 1200;

/** How many of the relevant songs are among them is measured (docs/analyses/plagiarism.md). */
function candidateLimits(codes: number): CandidateLimits {
  const byWork = Math.round((fewestByMelody * codesOfLongQuery) / Math.max(1, codes));
  return {
    melody: Math.min(mostByMelody, Math.max(fewestByMelody, byWork)),
    harmony: 20,
    chroma: 16,
    otherTempo: 8,
  };
}

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  head(index: number): Promise<ChunkHead> | ChunkHead;
  chunk(index: number): Promise<CodeChunk> | CodeChunk;
}

export interface FoundSong extends Pick<Candidate, 'chunk' | 'song' | 'passage'>, ChromaSimilarity {}

/**
 * The songs whose best passage shares most with the query: by melody, best first, then those that only their chords or
 * their chroma sequence bring in, as the query is counted or at half or double time; and how many songs there are.
 */
export async function searchChunks(
  query: ScanQuery,
  reader: ChunkReader,
  limits?: CandidateLimits,
): Promise<{ candidates: FoundSong[]; songs: number }> {
  const { codes, chroma } = openRow(query.row);
  const chromaSketches = [chroma, ...query.otherChroma];
  const holders = new Uint32Array(codeValues);
  let songs = 0;
  let largest = 0;
  for (let index = 0; index < reader.count; index++) {
    const head = await reader.head(index);
    addHolders(holders, head.holders);
    songs += head.songs;
    largest = Math.max(largest, head.songs);
  }
  const weights = rarityWeights(codes, holders, songs, query.withoutANote, noteLeftOutBits);
  const { melody, harmony, chroma: byChroma, otherTempo } = limits ?? candidateLimits(codes.length);
  // Where there are few songs, all of them are aligned: that may find something where no run of notes agrees.
  const isSmall = songs <= melody && codes.length > 0;
  const best = {
    melody: new BestCandidates(melody, isSmall ? -1 : 0),
    harmony: new BestCandidates(harmony),
    chromaSketches: chromaSketches.map(
      (_, reading) => new BestCandidates(reading === 0 ? byChroma : otherTempo),
    ),
  };
  const scores = {
    melody: new Float32Array(largest),
    harmony: new Float32Array(largest),
    chromaSketches: best.chromaSketches.map(() => new Float32Array(largest)),
  };
  const joined = joinChroma(chromaSketches);
  const spreads = best.chromaSketches.map(() => new SimilaritySpread());
  const hasChroma = chroma.some((part) => part !== 0);
  for (let index = 0; index < reader.count; index++) {
    const chunk = await reader.chunk(index);
    scanChunk(chunk, weights, scores);
    if (hasChroma) scanChroma(chunk, joined, scores.chromaSketches);
    best.melody.offer(index, scores.melody, scores, chunk.songs);
    best.harmony.offer(index, scores.harmony, scores, chunk.songs);
    if (!hasChroma) continue;
    scores.chromaSketches.forEach((products, reading) => {
      best.chromaSketches[reading]!.offer(index, products, scores, chunk.songs);
      spreads[reading]!.add(products, chunk.songs);
    });
  }
  const candidates = new Map<string, FoundSong>();
  for (const { chunk, song, passage, chromaSketches: products } of [
    best.melody,
    best.harmony,
    ...best.chromaSketches,
  ].flatMap((one) => one.result())) {
    const key = `${chunk} ${song}`;
    if (!candidates.has(key))
      candidates.set(key, { chunk, song, passage, ...similarityInBits(products, spreads) });
  }
  return { candidates: [...candidates.values()], songs };
}
