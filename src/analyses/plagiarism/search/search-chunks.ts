/** The scan over all chunks: which songs hold which codes, then every song's best passage. */
import { type ChunkHead, type CodeChunk, codeValues } from './code-chunk.js';
import { type Likeness, LikenessSpread, likenessOf } from './course-likeness.js';
import {
  addHolders,
  BestCandidates,
  type Candidate,
  joinCourses,
  rarityWeights,
  scanChunk,
  scanCourses,
} from './scan.js';
import { openRow, type ScanQuery } from './scan-row.js';

/** How many songs are found by each kind of evidence. */
export interface CandidateLimits {
  readonly melody: number;
  readonly harmony: number;
  readonly course: number;
  /** By the tonal course at half time, and as many at double time. */
  readonly otherTempo: number;
}

const [fewestByMelody, mostByMelody] = [60, 400];
/** A query of so many codes (a song of three lines) gets the fewest, a shorter one more: its alignments cost less. */
const codesOfLongQuery = 1200;

/** How many of the relevant songs are among them is measured (docs/analyses/plagiarism.md). */
function candidateLimits(codes: number): CandidateLimits {
  const byWork = Math.round((fewestByMelody * codesOfLongQuery) / Math.max(1, codes));
  return {
    melody: Math.min(mostByMelody, Math.max(fewestByMelody, byWork)),
    harmony: 20,
    course: 16,
    otherTempo: 8,
  };
}

/** Hands out chunks by position; one at a time is held, so that memory does not grow with the database. */
export interface ChunkReader {
  readonly count: number;
  head(index: number): Promise<ChunkHead> | ChunkHead;
  chunk(index: number): Promise<CodeChunk> | CodeChunk;
}

export interface FoundSong extends Pick<Candidate, 'chunk' | 'song' | 'passage'>, Likeness {}

/**
 * The songs whose best passage shares most with the query: by melody, best first, then those that only their chords or
 * their tonal course bring in, as the query is counted or at half or double time; and how many songs there are.
 */
export async function searchChunks(
  query: ScanQuery,
  reader: ChunkReader,
  limits?: CandidateLimits,
): Promise<{ candidates: FoundSong[]; songs: number }> {
  const { codes, course } = openRow(query.row);
  const courses = [course, ...query.otherCourses];
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
  const { melody, harmony, course: byCourse, otherTempo } = limits ?? candidateLimits(codes.length);
  // Where there are few songs, all of them are aligned: that may find something where no run of notes agrees.
  const isSmall = songs <= melody && codes.length > 0;
  const best = {
    melody: new BestCandidates(melody, isSmall ? -1 : 0),
    harmony: new BestCandidates(harmony),
    courses: courses.map((_, reading) => new BestCandidates(reading === 0 ? byCourse : otherTempo)),
  };
  const scores = {
    melody: new Float32Array(largest),
    harmony: new Float32Array(largest),
    courses: best.courses.map(() => new Float32Array(largest)),
  };
  const joined = joinCourses(courses);
  const spreads = best.courses.map(() => new LikenessSpread());
  const hasCourse = course.some((part) => part !== 0);
  for (let index = 0; index < reader.count; index++) {
    const chunk = await reader.chunk(index);
    scanChunk(chunk, weights, scores);
    if (hasCourse) scanCourses(chunk, joined, scores.courses);
    best.melody.offer(index, scores.melody, scores, chunk.songs);
    best.harmony.offer(index, scores.harmony, scores, chunk.songs);
    if (!hasCourse) continue;
    scores.courses.forEach((products, reading) => {
      best.courses[reading]!.offer(index, products, scores, chunk.songs);
      spreads[reading]!.add(products, chunk.songs);
    });
  }
  const candidates = new Map<string, FoundSong>();
  for (const { chunk, song, passage, courses: products } of [
    best.melody,
    best.harmony,
    ...best.courses,
  ].flatMap((one) => one.result())) {
    const key = `${chunk} ${song}`;
    if (!candidates.has(key)) candidates.set(key, { chunk, song, passage, ...likenessOf(products, spreads) });
  }
  return { candidates: [...candidates.values()], songs };
}
