/** Which songs are worth an exact comparison: found by scanning the binary codes of every line. */
import { simhashBytes } from '../../../text/simhash.js';
import type { OpenSegment } from '../index/segment-reader.js';
import type { BinaryScanner } from '../simd/binary-scan.js';
import type { LyricQuery } from './query.js';
import { aboveBackground, informationWeight, lexicalBackground, weakBackground } from './scoring.js';

/** Lines that each query line may find by each kind of code: at least so many, or this share of all. */
const wantedHits = 1_500;
const wantedShare = 0.004;
/** Songs taken for the sum over their lines, for their single best line, and for how much of the wording they share. */
const candidatesBySum = 250;
const candidatesByLine = 150;
const candidatesByWording = 100;
/** Simhashes that differ in no more bits than this are of the same line, give or take a letter. */
const sameLineBits = 16;
/** Lexical similarity, by the simhash, of lines that share their wording and not only some of it. */
const sameWording = 0.6;
/** No more songs than this are listed for one line. */
const listedHolders = 100;
/** Below this many lines everything is compared exactly. */
const exhaustiveSongs = 300;
const sampledChunkLines = 4_096;
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

export interface FoundCandidates {
  readonly candidates: readonly Candidate[];
  /** By query line: songs that have it nearly letter by letter, a hundred at most; none where all songs are compared. */
  readonly holders: readonly (readonly Candidate[])[];
}

type Kind = 'semantic' | 'lexical';

/**
 * Candidates from the best-looking down, without removed songs and songs with no lines. Lines of which the encoder
 * knows no word are looked for by their wording alone.
 */
export function findCandidates(
  query: LyricQuery,
  segments: readonly SearchedSegment[],
  scanner: BinaryScanner,
  backgroundCosine: number,
): FoundCandidates {
  const base: number[] = [];
  let songs = 0;
  for (const { segment } of segments) {
    base.push(songs);
    songs += segment.header.songs;
  }
  const votes = createVotes(songs);
  const wording = createVotes(songs);
  const holders = query.lines.map(() => new Set<number>());
  if (songs > exhaustiveSongs) {
    scanKind(
      'semantic',
      query,
      segments,
      scanner,
      weakBackground(backgroundCosine),
      (row, segment, song, s) =>
        votes.add(row, base[segment]! + song, s * (0.1 + informationWeight(query.information[row]!))),
    );
    scanKind('lexical', query, segments, scanner, lexicalBackground, (row, segment, song, s, distance) => {
      const at = base[segment]! + song;
      votes.add(row, at, s * (0.1 + informationWeight(query.information[row]!)));
      // Three tiny lines that are the same say together what none of them says alone.
      if (s >= sameWording) wording.add(row, at, s * query.information[row]!);
      if (distance > sameLineBits || segments[segment]!.dead.has(song)) return;
      if (holders[row]!.size < listedHolders) holders[row]!.add(at);
    });
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
    return !dead.has(song) && segment.lineStart[song] !== segment.lineStart[song + 1];
  };
  const all = Array.from({ length: songs <= exhaustiveSongs ? songs : 0 }, (_, at) => at).filter(
    isComparable,
  );
  const chosen = new Set([
    ...all,
    ...votes.bySum(candidatesBySum, isComparable),
    ...votes.bySingle(candidatesByLine, isComparable),
    ...wording.bySum(candidatesByWording, isComparable),
  ]);
  return { candidates: [...chosen].map(place), holders: holders.map((held) => [...held].map(place)) };
}

function scanKind(
  kind: Kind,
  query: LyricQuery,
  segments: readonly SearchedSegment[],
  scanner: BinaryScanner,
  background: number,
  onHit: (row: number, segment: number, song: number, similarity: number, distance: number) => void,
): void {
  const bytes = kind === 'semantic' ? query.semanticCodeBytes : simhashBytes;
  const codes = kind === 'semantic' ? query.semanticCodes : query.lexicalCodes;
  const sections = segments.map(({ segment }) =>
    kind === 'semantic' ? segment.semanticCodes : segment.lexicalCodes,
  );
  const thresholds = chooseThresholds(codes, bytes, sections, scanner);
  const similarity = Float32Array.from({ length: 256 }, (_, distance) =>
    aboveBackground(Math.cos((Math.PI * distance) / (bytes * 8)), background),
  );
  for (let index = 0; index < segments.length; index++) {
    const { lineStart, header } = segments[index]!.segment;
    const songOf = songOfLine(lineStart, header.lines);
    scanner.scan(sections[index]!, bytes, codes, thresholds, (row, firstLine, hits) => {
      if (kind === 'semantic' && !query.known[row]) return;
      for (const hit of hits) {
        const line = firstLine + (hit >>> 8);
        const distance = hit & 255;
        if (line < header.lines) onHit(row, index, songOf[line]!, similarity[distance]!, distance);
      }
    });
  }
}

const songsOfLines = new WeakMap<Uint32Array, Uint32Array>();

function songOfLine(lineStart: Uint32Array, lines: number): Uint32Array {
  let songs = songsOfLines.get(lineStart);
  if (!songs) {
    songs = new Uint32Array(lines);
    for (let song = 0; song + 1 < lineStart.length; song++)
      songs.fill(song, lineStart[song], lineStart[song + 1]);
    songsOfLines.set(lineStart, songs);
  }
  return songs;
}

/** For each query line the largest distance that at most about `wantedHits` lines stay within, from a sample. */
function chooseThresholds(
  queries: Uint8Array,
  bytes: number,
  sections: readonly Uint8Array[],
  scanner: BinaryScanner,
): Uint8Array {
  const rows = queries.length / bytes;
  const total = sections.reduce((sum, section) => sum + section.length / bytes, 0);
  const share = Math.min(1, sampledLines / Math.max(1, total));
  const histogram = new Uint32Array(rows * 256);
  let seen = 0;
  let owed = 0;
  const all = new Uint8Array(rows).fill(255);
  for (const section of sections) {
    for (let from = 0; from < section.length; from += sampledChunkLines * bytes) {
      const part = section.subarray(from, Math.min(section.length, from + sampledChunkLines * bytes));
      owed += (part.length / bytes) * share;
      if (owed < part.length / bytes) continue;
      owed -= part.length / bytes;
      seen += part.length / bytes;
      scanner.scan(part, bytes, queries, all, (row, _, hits) => {
        for (const hit of hits) histogram[row * 256 + (hit & 255)]!++;
      });
    }
  }
  const allowed = (Math.max(wantedHits, wantedShare * total) * seen) / Math.max(1, total);
  return Uint8Array.from({ length: rows }, (_, row) => {
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
}

/** Sums each query line's best score a song, and keeps each song's single best. */
function createVotes(songs: number): Votes {
  const sum = new Float32Array(songs);
  const single = new Float32Array(songs);
  const current = new Float32Array(songs);
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
  };
}

/** The `count` largest positive scores' songs that may be compared. */
function top(scores: Float32Array, count: number, isComparable: IsComparable): number[] {
  const positive: number[] = [];
  for (let i = 0; i < scores.length; i++) if (scores[i]! > 0) positive.push(i);
  positive.sort((a, b) => scores[b]! - scores[a]!);
  const chosen: number[] = [];
  for (const song of positive) {
    if (chosen.length === count) break;
    if (isComparable(song)) chosen.push(song);
  }
  return chosen;
}
