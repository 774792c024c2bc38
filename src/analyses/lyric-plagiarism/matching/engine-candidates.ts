/**
 * Candidates where a search engine holds the codes of segments: what a compute process asks for, and how the service answers with
 * the engine's statements. The engine counts; which distances are near and what a hit counts is decided here, as for
 * codes in memory. Segments that it does not hold whole are scanned by the process that asked.
 */
import { UnavailableError } from '../../analysis.js';
import type { CodesToFind, HeldCodes, LineEngine, SongPlace, StoredSegment } from '../ports.js';
import {
  type Candidates,
  candidateLimits,
  phraseWeight,
  sameWording,
  sampledChunkLines,
  sampledRuns,
  similarityByDistance,
  thresholdsOf,
} from './candidates.js';
import type { LyricQuery, ScannedCodes } from './query.js';
import { lexicalBackground, weakBackground } from './scoring.js';

export interface CodeQuestion {
  readonly semantic: CodesToFind;
  readonly lexical: CodesToFind;
}

export interface EngineAnswer extends Candidates {
  /** Segments that are to be scanned by whoever asked. */
  readonly rest: readonly number[];
  /** The engine is on trial: all segments are to be scanned, and both candidates compared. */
  readonly isOnTrial: boolean;
}

/** Rows of one kind: a lyric has at most some hundreds of phrases. */
const maxRows = 5_000;
/** For all statements of a search together: after that its songs are scanned, or the search is refused. */
const patienceMs = 20_000;

export function codeQuestion(query: LyricQuery, backgroundCosine: number): CodeQuestion {
  const asked = ({ bytes, codes, nats, known }: ScannedCodes, background: number): CodesToFind => ({
    bytes,
    codes,
    similarity: similarityByDistance(bytes, background),
    weights: nats.map((value, row) => (known[row] ? phraseWeight(value) : 0)),
    nats,
  });
  return {
    semantic: asked(query.semantic, weakBackground(backgroundCosine)),
    lexical: asked(query.lexical, lexicalBackground),
  };
}

/** The answer to a question out of a compute process. Throws UnavailableError where too much would be left for that to scan. */
export async function engineCandidates(
  question: CodeQuestion,
  segments: readonly StoredSegment[],
  engine: LineEngine,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  check(question);
  const startedAt = performance.now();
  const isOnTrial = engine.mode === 'compare';
  const all = segments.map((_, segment) => segment);
  const nothing = { byWording: [], byMeaning: [], rest: all, isOnTrial };
  let answer: EngineAnswer = nothing;
  let hasFailed = false;
  const fail = (error: unknown): void => {
    hasFailed = true;
    engine.onFailure(error);
  };
  try {
    const held = await engine.open(segments, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
    const rest = all.filter((segment) => (held.lines[segment] ?? null) === null);
    if (rest.length < all.length) {
      const found = await find(question, segments, held);
      answer = (await held.isWhole()) ? { ...found, rest, isOnTrial } : nothing;
      if (answer === nothing) fail(new Error('it does not hold what it confirmed'));
    }
  } catch (error) {
    signal.throwIfAborted();
    fail(error);
  }
  const left = answer.rest.reduce((sum, segment) => sum + segments[segment]!.songs, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  if (left > engine.maxOwnSongs && !isOnTrial) {
    engine.onSearch('refused', seconds);
    throw new UnavailableError(`The search engine is unavailable: it does not hold ${left} of the songs.`);
  }
  engine.onSearch(left === 0 ? 'engine' : hasFailed ? 'fallback' : 'backlog', seconds);
  return answer;
}

async function find(
  { semantic, lexical }: CodeQuestion,
  segments: readonly StoredSegment[],
  held: HeldCodes,
): Promise<Candidates> {
  const counts = held.lines.map((lines) => lines ?? 0);
  const runs = sampledRuns(counts);
  const sample = runs.map(({ section, firstLine }) => ({ segment: section, firstLine }));
  const withThresholds = async (kind: keyof CodeQuestion, asked: CodesToFind) => ({
    ...asked,
    thresholds: thresholdsOf(
      await held.histogram(kind, asked, sample, sampledChunkLines),
      asked.bytes,
      runs,
      counts,
    ),
  });
  const best = await held.best({
    semantic: await withThresholds('semantic', semantic),
    lexical: await withThresholds('lexical', lexical),
    sameFrom: sameWording,
    // Left out before the best are chosen: removed songs must not take the places of living ones.
    dead: segments.flatMap(({ dead }, segment) => dead.map((song): SongPlace => ({ segment, song }))),
    limits: candidateLimits,
  });
  return { byWording: distinct([...best.sum, ...best.single, ...best.wording]), byMeaning: best.meaning };
}

function distinct(places: readonly SongPlace[]): SongPlace[] {
  return [...new Map(places.map((place) => [`${place.segment} ${place.song}`, place])).values()];
}

/** What comes out of a compute process is not trusted. */
function check({ semantic, lexical }: CodeQuestion): void {
  for (const { bytes, codes, similarity, weights, nats } of [semantic, lexical]) {
    const rows = nats.length;
    const isRight =
      Number.isInteger(bytes) &&
      bytes > 0 &&
      rows <= maxRows &&
      codes instanceof Uint8Array &&
      codes.length === rows * bytes &&
      weights.length === rows &&
      similarity.length === 256 &&
      // They become a part of statements: an array of anything but numbers must not.
      [similarity, weights, nats].every(isFiniteList);
    if (!isRight) throw new RangeError('A search asked for codes of another shape.');
  }
}

const isFiniteList = (values: unknown): boolean =>
  values instanceof Float32Array && values.every(Number.isFinite);
