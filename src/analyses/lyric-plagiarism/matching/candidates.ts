/** Which songs get an exact comparison: found by scanning the binary codes of every phrase. */
import type { OpenSegment } from '../index/segment-reader.js';
import type { BinaryScanner } from '../simd/binary-scan.js';
import type { LyricQuery, ScannedCodes } from './query.js';
import { aboveBackground, informationWeight, lexicalBackground, weakBackground } from './scoring.js';

/** Lines that each query line may find by each kind of code: at least this many, or this share of all. */
const wantedHits = 1_500;
const wantedShare = 0.004;
/**
 * Songs that are found in each way. By what their phrases mean: many, because codes of 128 signs are coarse and a look at their
 * vectors is cheap; in the lyric's own language wording of chance would take places from a translation. And, to have their words
 * compared, by the sum over their phrases, by the best single one, and by equal wording.
 */
export const candidateLimits = { meaning: 1_200, sum: 120, single: 100, wording: 100 } as const;
/** Lexical similarity, by the simhash, of lines that share their wording and not only some of it. */
export const sameWording = 0.6;
/** Up to this many songs everything is compared exactly. */
export const exhaustiveSongs = 300;
/** Lines that a sample takes together. */
export const sampledChunkLines = 4_096;
const sampledLines = 65_536;

export interface SearchedSegment {
  readonly segment: OpenSegment;
  /** Songs of the segment that are removed, by ordinal. */
  readonly dead: ReadonlySet<number>;
}

export interface Candidate {
  readonly segment: number;
  readonly song: number;
}

export interface Candidates {
  /** To be compared word by word. */
  readonly byWording: readonly Candidate[];
  /** To be compared by the vectors of their phrases; may be the same songs. */
  readonly byMeaning: readonly Candidate[];
}

type Kind = 'semantic' | 'lexical';

/**
 * Candidates from the best-looking down, without removed songs and songs with no words. Phrases of which the encoder
 * knows no word are looked for by their wording and sound alone.
 */
export function findCandidates(
  query: LyricQuery,
  segments: readonly SearchedSegment[],
  scanner: BinaryScanner,
  backgroundCosine: number,
): Candidates {
  const base: number[] = [];
  let songs = 0;
  for (const { segment } of segments) {
    base.push(songs);
    songs += segment.header.songs;
  }
  const place = (at: number): Candidate => {
    let index = segments.length - 1;
    while (base[index]! > at) index--;
    return { segment: index, song: at - base[index]! };
  };
  // Asked before the best are chosen: removed songs must not take the places of living ones.
  const isComparable = (at: number): boolean => {
    const { segment: index, song } = place(at);
    const { segment, dead } = segments[index]!;
    return !dead.has(song) && segment.phraseStart[song] !== segment.phraseStart[song + 1];
  };
  if (songs <= exhaustiveSongs) {
    const all = Array.from({ length: songs }, (_, at) => at)
      .filter(isComparable)
      .map(place);
    return { byWording: all, byMeaning: all };
  }
  const meaning = createVotes(songs);
  const wording = createVotes(songs);
  const { semantic, lexical } = query;
  const semanticSimilarity = similarityByDistance(semantic.bytes, weakBackground(backgroundCosine));
  const semanticSteps = stepsOf(semanticSimilarity, Array.from(semantic.nats, phraseWeight));
  scanKind('semantic', semantic, segments, scanner, (row, song, distance) => {
    meaning.add(row, song, semanticSteps[row * distances + distance]!);
  });
  const byMeaning = meaning.bySum(candidateLimits.meaning, isComparable);
  const votes = meaning.continued();
  const lexicalSimilarity = similarityByDistance(lexical.bytes, lexicalBackground);
  const lexicalSteps = stepsOf(lexicalSimilarity, Array.from(lexical.nats, phraseWeight));
  const wordingSteps = stepsOf(lexicalSimilarity, Array.from(lexical.nats));
  scanKind('lexical', lexical, segments, scanner, (row, song, distance) => {
    votes.add(row, song, lexicalSteps[row * distances + distance]!);
    // Three tiny phrases that are the same say together what none of them says alone.
    if (lexicalSimilarity[distance]! >= sameWording)
      wording.add(row, song, wordingSteps[row * distances + distance]!);
  });
  const chosen = new Set([
    ...votes.bySum(candidateLimits.sum, isComparable),
    ...votes.bySingle(candidateLimits.single, isComparable),
    ...wording.bySum(candidateLimits.wording, isComparable),
  ]);
  return {
    byWording: [...chosen].map(place),
    byMeaning: byMeaning.map(place),
  };
}

/** What a phrase that says `nats` counts where it is found; rounded as in the lists that an engine is handed. */
export const phraseWeight = (nats: number): number => Math.fround(0.1 + informationWeight(nats));

/** Scores are added up as whole numbers of this many to one: sums are the same whoever adds, in whatever order. */
const stepsAPoint = 1e6;
const inSteps = (score: number): number => Math.floor(score * stepsAPoint + 0.5);

/** A byte holds a distance. */
const distances = 256;

/** What each row of the lyric counts at each distance, in steps: row-major. */
function stepsOf(similarity: Float32Array, weights: readonly number[]): Float64Array {
  const steps = new Float64Array(weights.length * distances);
  weights.forEach((weight, row) => {
    for (let distance = 0; distance < distances; distance++)
      steps[row * distances + distance] = inSteps(similarity[distance]! * weight);
  });
  return steps;
}

/** Of codes of `bytes` bytes, by the number of bits in which they differ. */
export function similarityByDistance(bytes: number, background: number): Float32Array {
  return Float32Array.from({ length: distances }, (_, distance) =>
    aboveBackground(Math.cos((Math.PI * distance) / (bytes * 8)), background),
  );
}

/** `onHit`: a song by its number among those of all segments, in their order. */
function scanKind(
  kind: Kind,
  { codes, bytes, known }: ScannedCodes,
  segments: readonly SearchedSegment[],
  scanner: BinaryScanner,
  onHit: (row: number, song: number, distance: number) => void,
): void {
  const sections = segments.map(({ segment }) =>
    kind === 'semantic' ? segment.semanticCodes : segment.lexicalCodes,
  );
  const thresholds = chooseThresholds(codes, bytes, sections, scanner);
  let base = 0;
  for (let index = 0; index < segments.length; index++) {
    const { phraseStart, header } = segments[index]!.segment;
    const { phrases } = header;
    const songOf = songOfPhrase(phraseStart, phrases);
    const firstSong = base;
    scanner.scan(sections[index]!, bytes, codes, thresholds, (row, first, hits) => {
      if (!known[row]) return;
      for (let at = 0; at < hits.length; at++) {
        const phrase = first + (hits[at]! >>> 8);
        if (phrase < phrases) onHit(row, firstSong + songOf[phrase]!, hits[at]! & 255);
      }
    });
    base += header.songs;
  }
}

const songsOfPhrases = new WeakMap<Uint32Array, Uint32Array>();

function songOfPhrase(phraseStart: Uint32Array, phrases: number): Uint32Array {
  let songs = songsOfPhrases.get(phraseStart);
  if (!songs) {
    songs = new Uint32Array(phrases);
    for (let song = 0; song + 1 < phraseStart.length; song++)
      songs.fill(song, phraseStart[song], phraseStart[song + 1]);
    songsOfPhrases.set(phraseStart, songs);
  }
  return songs;
}

/** A part of a section, of `sampledChunkLines` lines but for the last of a section. */
export interface SampledRun {
  readonly section: number;
  readonly firstLine: number;
  readonly lines: number;
}

/** Which lines are asked how far from them the nearest lie: spread over sections of these sizes. */
export function sampledRuns(lineCounts: readonly number[]): SampledRun[] {
  const total = lineCounts.reduce((sum, lines) => sum + lines, 0);
  const share = Math.min(1, sampledLines / Math.max(1, total));
  const runs: SampledRun[] = [];
  let owed = 0;
  lineCounts.forEach((count, section) => {
    for (let firstLine = 0; firstLine < count; firstLine += sampledChunkLines) {
      const lines = Math.min(sampledChunkLines, count - firstLine);
      owed += lines * share;
      if (owed < lines) continue;
      owed -= lines;
      runs.push({ section, firstLine, lines });
    }
  });
  return runs;
}

/** For each query line the largest distance that at most about `wantedHits` lines stay within, from a sample. */
function chooseThresholds(
  queries: Uint8Array,
  bytes: number,
  sections: readonly Uint8Array[],
  scanner: BinaryScanner,
): Uint8Array {
  const rows = queries.length / bytes;
  const counts = sections.map((section) => section.length / bytes);
  const runs = sampledRuns(counts);
  const histogram = new Uint32Array(rows * 256);
  const all = new Uint8Array(rows).fill(255);
  for (const { section, firstLine, lines } of runs) {
    const part = sections[section]!.subarray(firstLine * bytes, (firstLine + lines) * bytes);
    scanner.scan(part, bytes, queries, all, (row, _, hits) => {
      for (let at = 0; at < hits.length; at++) histogram[row * distances + (hits[at]! & 255)]!++;
    });
  }
  return thresholdsOf(histogram, bytes, runs, counts);
}

/** `histogram`: for each row, how many of the lines of `runs` lie at each distance; `lineCounts`: of all sections. */
export function thresholdsOf(
  histogram: Uint32Array,
  bytes: number,
  runs: readonly SampledRun[],
  lineCounts: readonly number[],
): Uint8Array {
  const total = lineCounts.reduce((sum, lines) => sum + lines, 0);
  const seen = runs.reduce((sum, { lines }) => sum + lines, 0);
  const allowed = (Math.max(wantedHits, wantedShare * total) * seen) / Math.max(1, total);
  return Uint8Array.from({ length: histogram.length / 256 }, (_, row) => {
    let hits = 0;
    let distance = 0;
    while (distance < 255) {
      hits += histogram[row * 256 + distance]!;
      if (hits > allowed) break;
      distance++;
    }
    return Math.max(distance - 1, Math.floor(bytes * 1.2));
  });
}

type IsComparable = (song: number) => boolean;

interface Votes {
  add(row: number, song: number, score: number): void;
  bySum(count: number, isComparable: IsComparable): number[];
  bySingle(count: number, isComparable: IsComparable): number[];
  /** The same votes, to which those of further query lines are added; no use of these ones after it. */
  continued(): Votes;
}

/** Sums each query line's best score a song, and keeps each song's single best. */
function createVotes(songs: number, sum = new Float64Array(songs), single = new Float64Array(songs)): Votes {
  const current = new Float64Array(songs);
  const stamp = new Int32Array(songs).fill(-1);
  return {
    add(row, song, score) {
      if (stamp[song] !== row) {
        stamp[song] = row;
        current[song] = 0;
      }
      if (score <= current[song]!) return;
      sum[song]! += score - current[song]!;
      current[song] = score;
      if (score > single[song]!) single[song] = score;
    },
    bySum: (count, isComparable) => top(sum, count, isComparable),
    bySingle: (count, isComparable) => top(single, count, isComparable),
    continued: () => createVotes(songs, sum, single),
  };
}

/** The bits of positive floats rise as the floats do: their upper 16 are a bucket. */
const bucketShift = 16;
const bucketCount = 0x8000;

/**
 * The `count` largest positive scores' songs that may be compared, best first, equal ones in their order. Only songs above
 * a cut-off, which counting by buckets gives, are put in order.
 */
export function top(
  scores: Float32Array | Float64Array,
  count: number,
  isComparable: IsComparable,
): number[] {
  const buckets = new Uint32Array(bucketCount);
  // Rounding keeps the order, but for scores that become equal.
  const rounded = scores instanceof Float32Array ? scores : new Float32Array(scores);
  const bits = new Uint32Array(rounded.buffer, rounded.byteOffset, rounded.length);
  for (let i = 0; i < scores.length; i++) if (scores[i]! > 0) buckets[bits[i]! >>> bucketShift]!++;
  for (let wanted = 2 * count; ; wanted *= 4) {
    let lowest = bucketCount;
    for (let inside = 0; lowest > 0 && inside < wanted; ) inside += buckets[--lowest]!;
    const above: number[] = [];
    for (let i = 0; i < scores.length; i++)
      if (scores[i]! > 0 && bits[i]! >>> bucketShift >= lowest) above.push(i);
    above.sort((a, b) => scores[b]! - scores[a]!);
    const chosen: number[] = [];
    for (const song of above) {
      if (chosen.length === count) break;
      if (isComparable(song)) chosen.push(song);
    }
    if (lowest === 0 || chosen.length === count) return chosen;
  }
}
