/** Finds the songs that say the same as a lyric: candidates by binary codes, then exact comparison. */
import { comparePhonetics, type PhoneticComparison } from '../../text/phonetics/compare.js';
import { readWordStream } from '../../text/word-stream.js';
import type { LyricEngine } from './engine.js';
import { embeddedOdds, type Judgement, judge, type LyricOdds } from './evidence/odds.js';
import { makeRoom, openSegments } from './index/segment-cache.js';
import {
  type Candidate,
  type Candidates,
  exhaustiveSongs,
  findCandidates,
  type SearchedSegment,
} from './matching/candidates.js';
import { compareSongs, type SongToCompare } from './matching/compare-songs.js';
import { type CodeQuestion, codeQuestion, type EngineAnswer } from './matching/engine-candidates.js';
import { encodeQuery, type LyricQuery } from './matching/query.js';
import type { Similarities } from './matching/similar-parts.js';
import { createBinaryScanner } from './simd/binary-scan.js';

const maxMatches = 20;
/** Songs whose rhymes and lines of similar sound are shown as well. */
const phoneticSongs = 3;
/** A lyric that says less than this can hardly be distinguished from a stock phrase. */
const distinctiveNats = 42;

export interface SegmentReference {
  /** A local file; see segment-format.ts. */
  readonly path: string;
  /** Ordinals of removed songs. */
  readonly dead: readonly number[];
}

export interface FoundSong extends Similarities, Judgement {
  readonly songId: string;
  /** In the order of `featureNames`. */
  readonly measurements: readonly number[];
}

export interface PhoneticFinding {
  readonly songId: string;
  readonly comparison: PhoneticComparison;
}

export interface SearchFindings {
  /** Best first; songs with no similar part are not among them. */
  readonly songs: readonly FoundSong[];
  /** How the first songs sound beside the lyric; not part of any score. */
  readonly phonetic: readonly PhoneticFinding[];
  /** Whether the lyric says enough to distinguish songs. */
  readonly distinctive: boolean;
  /** Songs with lyrics that were searched. */
  readonly searched: number;
  readonly comparedExactly: number;
  /** Whether an engine on trial gave the candidates that the files gave; null where none did, or not for all segments. */
  readonly engineAgrees: boolean | null;
  readonly encodeMs: number;
  readonly scanMs: number;
  readonly compareMs: number;
}

export interface SearchOptions {
  readonly phonetic?: boolean;
  readonly odds?: LyricOdds;
  /** Songs that are shown at most. */
  readonly limit?: number;
  /** Candidates of an engine that may hold the codes. */
  readonly askEngine?: (question: CodeQuestion) => Promise<EngineAnswer>;
}

/** Whether a lyric says enough to distinguish songs by it. A word that comes again says nothing new. */
export function isDistinctive({ words }: Pick<LyricQuery, 'words'>): boolean {
  const natsOf = new Map<number, number>();
  for (const [at, hash] of words.hashes.entries()) {
    natsOf.set(hash, Math.max(natsOf.get(hash) ?? 0, words.nats[at]!));
  }
  return [...natsOf.values()].reduce((sum, nats) => sum + nats, 0) >= distinctiveNats;
}

const scanner = createBinaryScanner();

export async function searchSongs(
  lyrics: string,
  references: readonly SegmentReference[],
  engine: LyricEngine,
  {
    phonetic: wantsPhonetic = true,
    odds = embeddedOdds(),
    limit = maxMatches,
    askEngine,
  }: SearchOptions = {},
): Promise<SearchFindings> {
  const startedAt = performance.now();
  const query = await encodeQuery(readWordStream(lyrics), engine);
  const encodedAt = performance.now();
  const paths = references.map((reference) => reference.path);
  const opened = await openSegments(paths, { willScan: askEngine === undefined });
  const segments: SearchedSegment[] = opened.map((segment, index) => {
    if (segment.header.encoder !== engine.encoderKey) {
      throw new Error(`An index segment was made by ${segment.header.encoder}, not ${engine.encoderKey}.`);
    }
    return { segment, dead: new Set(references[index]!.dead) };
  });
  const searched = segments.reduce((sum, { segment, dead }) => sum + segment.header.songs - dead.size, 0);
  const scan = (some: readonly SearchedSegment[]): Candidates =>
    findCandidates(query, some, scanner, engine.backgroundCosine);
  const songs = segments.reduce((sum, { segment }) => sum + segment.header.songs, 0);
  const answer =
    askEngine && songs > exhaustiveSongs
      ? await askEngine(codeQuestion(query, engine.backgroundCosine))
      : null;
  if (answer !== null) {
    const scanned = answer.isOnTrial ? paths : answer.rest.map((index) => paths[index]!);
    if (scanned.length > 0) await makeRoom(paths, scanned);
  }
  const candidates = candidatesOf(answer, segments, scan);
  const scannedAt = performance.now();
  const known = new Map<string, SongToCompare>();
  const songOf = ({ segment: index, song }: Candidate): SongToCompare => {
    const { segment } = segments[index]!;
    const id = segment.songIds[song]!;
    const read = known.get(id) ?? {
      id,
      words: () => segment.words(song),
      vectors: () => segment.vectors(song),
      phraseWords: () => segment.phraseWords(song),
      phraseNats: () => segment.phraseNats(song),
      text: () => segment.text(song),
    };
    known.set(id, read);
    return read;
  };
  const found = compareSongs(
    query,
    { byWording: candidates.byWording.map(songOf), byMeaning: candidates.byMeaning.map(songOf) },
    engine.backgroundCosine,
    { limit, judge: (values) => judge(odds, values, searched) },
  );
  const heard = wantsPhonetic ? found.slice(0, phoneticSongs) : [];
  const phonetic: PhoneticFinding[] = [];
  for (const { id } of heard)
    phonetic.push({ songId: id, comparison: await comparePhonetics(lyrics, known.get(id)!.text()) });
  return {
    songs: found.map(({ id, ...song }) => ({ songId: id, ...song })),
    phonetic,
    distinctive: isDistinctive(query),
    searched,
    comparedExactly: known.size,
    engineAgrees: answer?.isOnTrial && answer.rest.length === 0 ? haveSameSongs(answer, candidates) : null,
    encodeMs: encodedAt - startedAt,
    scanMs: scannedAt - encodedAt,
    compareMs: performance.now() - scannedAt,
  };
}

/** The engine's candidates, and those of the segments that it left to be scanned here. */
function candidatesOf(
  answer: EngineAnswer | null,
  segments: readonly SearchedSegment[],
  scan: (some: readonly SearchedSegment[]) => Candidates,
): Candidates {
  if (answer === null || answer.isOnTrial || answer.rest.length === segments.length) return scan(segments);
  if (answer.rest.length === 0) return answer;
  const own = scan(answer.rest.map((index) => segments[index]!));
  const placed = ({ segment, song }: Candidate): Candidate => ({ segment: answer.rest[segment]!, song });
  return {
    byWording: [...answer.byWording, ...own.byWording.map(placed)],
    byMeaning: [...answer.byMeaning, ...own.byMeaning.map(placed)],
  };
}

function haveSameSongs(one: Candidates, other: Candidates): boolean {
  const names = (list: readonly Candidate[]): string =>
    list
      .map(({ segment, song }) => `${segment} ${song}`)
      .sort()
      .join();
  return names(one.byWording) === names(other.byWording) && names(one.byMeaning) === names(other.byMeaning);
}
