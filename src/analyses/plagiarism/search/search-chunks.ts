/** The scan over all chunks: which songs hold which codes, then every song's best passage. */

import { lineEndCode, noteLeftOutBits } from '../../../music/melody/ngram-codes.js';
import type { BestRequest, ProductSums } from '../ports.js';
import { type ChromaSimilarity, SimilaritySpread, similarityInBits } from './chroma-similarity.js';
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import { addHolders, BestCandidates, type Candidate, rarityWeights } from './scan.js';
import { openRow, type ScanQuery } from './scan-row.js';
import { createSongScanner } from './song-scanner.js';

/** How many songs are found by each kind of evidence. */
export interface CandidateLimits {
  readonly melody: number;
  readonly harmony: number;
  readonly chroma: number;
  /** By the chroma sequence at half time, and as many at double time. */
  readonly otherTempo: number;
}

const fewestByMelody = 60;
export const maxByMelody = 400;
/** A query of this many codes (a song of three lines) gets the fewest, a shorter one more: its alignments cost less. */
const codesOfLongQuery = 1200;

/** How many of the relevant songs are among them is measured (docs/measurements/plagiarism-candidates.md). */
function candidateLimits(codes: number): CandidateLimits {
  const byWork = Math.round((fewestByMelody * codesOfLongQuery) / Math.max(1, codes));
  return {
    melody: Math.min(maxByMelody, Math.max(fewestByMelody, byWork)),
    harmony: 20,
    chroma: 16,
    otherTempo: 8,
  };
}

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  /** Good until the next one is asked for. */
  head(index: number): Promise<ChunkHead> | ChunkHead;
  /** `room`: memory of this many bytes where it may lie, which spares a copy. Good until the next one is asked for. */
  chunk(index: number, room: (bytes: number) => Uint8Array): Promise<CodeChunk> | CodeChunk;
}

/** The best songs of a chunk that lies elsewhere. `places`: of its songs in that chunk. */
export interface BestOfChunk {
  readonly index: number;
  readonly chunk: CodeChunk;
  readonly places: Uint32Array;
}

/** Chunks that are searched where they lie. */
export interface ChunksElsewhere {
  has(index: number): boolean;
  /** `codes`: each once; holders in their order. */
  holders(codes: Uint16Array): Promise<{ readonly songs: number; readonly holders: Uint32Array }>;
  best(
    request: BestRequest,
  ): Promise<{ readonly best: readonly BestOfChunk[]; readonly products: readonly ProductSums[] }>;
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
  elsewhere?: ChunksElsewhere,
): Promise<{ candidates: FoundSong[]; songs: number }> {
  const { codes, chroma } = openRow(query.row);
  const chromaSketches = [chroma, ...query.otherChroma];
  const holders = new Uint32Array(codeValues);
  const read = Array.from({ length: reader.count }, (_, index) => index).filter(
    (index) => !elsewhere?.has(index),
  );
  let songs = 0;
  let largest = 0;
  const asked = Uint16Array.from(new Set([...codes, ...query.withoutANote])).filter(
    (code) => code !== lineEndCode,
  );
  for (const index of read) {
    const head = await reader.head(index);
    addHolders(holders, head.holders, asked);
    songs += head.songs;
    largest = Math.max(largest, head.songs);
  }
  if (elsewhere) {
    const others = await elsewhere.holders(asked);
    songs += others.songs;
    asked.forEach((code, i) => {
      holders[code]! += others.holders[i]!;
    });
  }
  const weights = rarityWeights(codes, holders, songs, query.withoutANote, noteLeftOutBits);
  const { melody, harmony, chroma: byChroma, otherTempo } = limits ?? candidateLimits(codes.length);
  // Where there are few songs, all of them are aligned: that may find something where no run of notes agrees.
  const isSmall = songs <= melody && codes.length > 0;
  const chromaLimits = chromaSketches.map((_, reading) => (reading === 0 ? byChroma : otherTempo));
  const hasChroma = chroma.some((part) => part !== 0);
  const weighed = asked.filter((code) => weights[code]! > 0).sort();
  const found = await elsewhere?.best({
    codes: weighed,
    weights: weighed.map((code) => weights[code]!),
    chromaSketches: hasChroma ? chromaSketches : [],
    limits: { melody, harmony, chroma: hasChroma ? chromaLimits : [] },
  });
  const foundIn = new Map(found?.best.map((one) => [one.index, one]));
  for (const { chunk } of foundIn.values()) largest = Math.max(largest, chunk.songs);
  const best = {
    melody: new BestCandidates(melody, isSmall ? -1 : 0),
    harmony: new BestCandidates(harmony),
    chromaSketches: chromaLimits.map((limit) => new BestCandidates(limit)),
  };
  const scanner = createSongScanner(weights, hasChroma ? chromaSketches : [], largest);
  const spreads = best.chromaSketches.map(() => new SimilaritySpread());
  found?.products.forEach((sums, reading) => {
    spreads[reading]!.addSums(sums);
  });
  // In the order of chunks, whoever searched them: of equal songs the first ones are kept.
  for (let index = 0; index < reader.count; index++) {
    const other = foundIn.get(index);
    if (!other && elsewhere?.has(index)) continue;
    const chunk = other?.chunk ?? (await reader.chunk(index, scanner.room));
    const scores = scanner.scan(chunk);
    best.melody.offer(index, scores.melody, scores, chunk.songs, other?.places);
    best.harmony.offer(index, scores.harmony, scores, chunk.songs, other?.places);
    if (!hasChroma) continue;
    best.chromaSketches.forEach((kept, reading) => {
      const products = scores.chromaSketches[reading]!;
      kept.offer(index, products, scores, chunk.songs, other?.places);
      if (!other) spreads[reading]!.add(products, chunk.songs);
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
