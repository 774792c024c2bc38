/** Finds the songs that say the same as a lyric: candidates by binary codes, then exact comparison. */
import { comparePhonetics, type PhoneticComparison } from '../../text/phonetics/compare.js';
import type { LyricLine } from '../../text/segment-lyrics.js';
import { simhashBytes } from '../../text/simhash.js';
import type { LyricEngine } from './engine.js';
import { openSegments } from './index/segment-cache.js';
import { type Candidate, findCandidates, type SearchedSegment } from './matching/candidates.js';
import { commonnessOf } from './matching/commonness.js';
import { frequenciesOf } from './matching/frequencies.js';
import { createLineSimilarity, type LineMatrices, type LineSimilarity } from './matching/line-similarity.js';
import { encodeQuery } from './matching/query.js';
import { informationWeight } from './matching/scoring.js';
import { type SimilarPart, similarParts } from './matching/similar-parts.js';
import { reduceMatrix, type SongMatch, type SongScores, scoreSong } from './matching/song-match.js';
import { createBinaryScanner, pickCodes } from './simd/binary-scan.js';

const maxMatches = 20;
/** Songs whose sound is compared as well. */
const phoneticSongs = 3;

export interface SegmentReference {
  /** A local file; see segment-format.ts. */
  readonly path: string;
  /** Ordinals of removed songs. */
  readonly dead: readonly number[];
}

export interface FoundSong extends SongScores {
  readonly songId: string;
  readonly parts: readonly SimilarPart[];
}

export interface PhoneticFinding {
  readonly songId: string;
  readonly comparison: PhoneticComparison;
}

export interface SearchFindings {
  readonly songs: readonly FoundSong[];
  /** How the first songs sound beside the lyric; not part of any score. */
  readonly phonetic: readonly PhoneticFinding[];
  /** Whether any line of the lyric says enough to tell songs apart. */
  readonly distinctive: boolean;
  readonly comparedExactly: number;
  readonly encodeMs: number;
  readonly scanMs: number;
  readonly compareMs: number;
}

const scanner = createBinaryScanner();

export async function searchSongs(
  lines: readonly LyricLine[],
  references: readonly SegmentReference[],
  engine: LyricEngine,
  { phonetic: wantsPhonetic = true }: { readonly phonetic?: boolean } = {},
): Promise<SearchFindings> {
  const startedAt = performance.now();
  const query = await encodeQuery(lines, engine);
  const encodedAt = performance.now();
  const opened = await openSegments(references.map((reference) => reference.path));
  const segments: SearchedSegment[] = opened.map((segment, index) => {
    if (segment.header.encoder !== engine.encoderKey) {
      throw new Error(`An index segment was made by ${segment.header.encoder}, not ${engine.encoderKey}.`);
    }
    return { segment, dead: new Set(references[index]!.dead) };
  });
  const { candidates, holders } = findCandidates(query, segments, scanner, engine.backgroundCosine);
  const scannedAt = performance.now();
  const similarity = createLineSimilarity(query, frequenciesOf(opened), engine.backgroundCosine);
  const weights = query.information.map(informationWeight);
  const matches: SongMatch[] = [];
  for (const candidate of candidates) {
    const { matrices, information } = compareSong(candidate, segments, similarity);
    matches.push(reduceMatrix(matrices, query.information, information));
  }
  const commonness = commonnessOf(matches, candidates, holders, segments, weights);
  const scored = matches
    .map((match, index) => ({ candidate: candidates[index]!, scores: scoreSong(match, weights, commonness) }))
    .filter(({ scores }) => scores.combined > 0)
    .sort((a, b) => b.scores.combined - a.scores.combined || b.scores.paragraph - a.scores.paragraph)
    .slice(0, maxMatches);
  const songs: FoundSong[] = [];
  for (const { candidate, scores } of scored) {
    const { matrices, information, texts } = compareSong(candidate, segments, similarity);
    const parts = similarParts(query, texts, information, matrices.strong, commonness);
    songs.push({ songId: segments[candidate.segment]!.segment.songIds[candidate.song]!, ...scores, parts });
  }
  const heard = wantsPhonetic ? scored.slice(0, phoneticSongs) : [];
  const phonetic = await comparePhonetic(lines, heard, segments);
  return {
    songs,
    phonetic,
    distinctive: weights.some((weight) => weight > 0.2),
    comparedExactly: candidates.length,
    encodeMs: encodedAt - startedAt,
    scanMs: scannedAt - encodedAt,
    compareMs: performance.now() - scannedAt,
  };
}

async function comparePhonetic(
  lines: readonly LyricLine[],
  scored: readonly { candidate: Candidate }[],
  segments: readonly SearchedSegment[],
): Promise<PhoneticFinding[]> {
  const lyric = lines.map((line) => line.text).join('\n');
  const findings: PhoneticFinding[] = [];
  for (const { candidate } of scored) {
    const { segment } = segments[candidate.segment]!;
    const [from, to] = [segment.lineStart[candidate.song]!, segment.lineStart[candidate.song + 1]!];
    const texts = segment.texts(from, to);
    findings.push({
      songId: segment.songIds[candidate.song]!,
      comparison: await comparePhonetics(lyric, texts.join('\n')),
    });
  }
  return findings;
}

function compareSong(
  candidate: Candidate,
  segments: readonly SearchedSegment[],
  similarity: LineSimilarity,
): { matrices: LineMatrices; information: Uint8Array; texts: string[] } {
  const { segment } = segments[candidate.segment]!;
  const from = segment.lineStart[candidate.song]!;
  const to = segment.lineStart[candidate.song + 1]!;
  const [vectors, texts] = [segment.vectors(from, to), segment.texts(from, to)];
  const lexicalCodes = pickCodes(segment.lexicalCodes, from, to, simhashBytes);
  const information = segment.information.subarray(from, to);
  return { matrices: similarity.compare({ vectors, lexicalCodes, texts, information }), information, texts };
}
