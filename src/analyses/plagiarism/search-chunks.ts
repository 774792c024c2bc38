/** The scan over all chunks: which songs hold which codes, then every song's best passage. */
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import { addHolders, BestCandidates, type Candidate, rarityWeights, scanChunk, scanCourses } from './scan.js';
import { openRow } from './scan-row.js';

/** How many songs are found by each kind of evidence. */
export interface CandidateLimits {
  readonly melody: number;
  readonly harmony: number;
  readonly course: number;
}

const [fewestByMelody, mostByMelody] = [60, 400];
/** A query of so many codes (a song of three lines) gets the fewest, a shorter one more: its alignments cost less. */
const codesOfLongQuery = 1200;

/** How many of the relevant songs are among them is measured (docs/analyses/plagiarism.md). */
function candidateLimits(codes: number): CandidateLimits {
  const byWork = Math.round((fewestByMelody * codesOfLongQuery) / Math.max(1, codes));
  return { melody: Math.min(mostByMelody, Math.max(fewestByMelody, byWork)), harmony: 20, course: 20 };
}

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  head(index: number): Promise<ChunkHead> | ChunkHead;
  chunk(index: number): Promise<CodeChunk> | CodeChunk;
}

/**
 * The songs whose best passage shares most with the query: by melody, best first, then those that only their chords or
 * their tonal course bring in; and how many songs there are. `query`: see scan-row.ts.
 */
export async function searchChunks(
  query: Uint16Array,
  reader: ChunkReader,
  limits?: CandidateLimits,
): Promise<{ candidates: Candidate[]; songs: number }> {
  const { codes, course } = openRow(query);
  const holders = new Uint32Array(codeValues);
  let songs = 0;
  let largest = 0;
  for (let index = 0; index < reader.count; index++) {
    const head = await reader.head(index);
    addHolders(holders, head.holders);
    songs += head.songs;
    largest = Math.max(largest, head.songs);
  }
  const weights = rarityWeights(codes, holders, songs);
  const { melody, harmony, course: byCourse } = limits ?? candidateLimits(codes.length);
  // Where there are few songs, all of them are aligned: that may find something where no run of notes agrees.
  const isSmall = songs <= melody && codes.length > 0;
  const best = {
    melody: new BestCandidates(melody, isSmall ? -1 : 0),
    harmony: new BestCandidates(harmony),
    course: new BestCandidates(byCourse),
  };
  const scores = {
    melody: new Float32Array(largest),
    harmony: new Float32Array(largest),
    course: new Float32Array(largest),
  };
  const hasCourse = course.some((part) => part !== 0);
  for (let index = 0; index < reader.count; index++) {
    const chunk = await reader.chunk(index);
    scanChunk(chunk, weights, scores);
    best.melody.offer(index, scores.melody, scores.melody, chunk.songs);
    best.harmony.offer(index, scores.harmony, scores.melody, chunk.songs);
    if (!hasCourse) continue;
    scanCourses(chunk, course, scores.course);
    best.course.offer(index, scores.course, scores.melody, chunk.songs);
  }
  const candidates = new Map<string, Candidate>();
  for (const kind of ['melody', 'harmony', 'course'] as const) {
    for (const found of best[kind].result()) {
      const key = `${found.chunk} ${found.song}`;
      if (!candidates.has(key)) candidates.set(key, found);
    }
  }
  return { candidates: [...candidates.values()], songs };
}
