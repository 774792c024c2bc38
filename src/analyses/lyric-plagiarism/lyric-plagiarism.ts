/** The lyric plagiarism analysis: songs of the database that say the same as the submitted lyric. */

import { AnalysisError } from '../../domain/analysis-error.js';
import { statedFalseAlarms, verdictToJson } from '../../domain/finding.js';
import type { JsonObject } from '../../domain/task.js';
import { rounded } from '../../numbers/rounded.js';
import type { PhoneticComparison } from '../../text/phonetics/compare.js';
import { type SegmentedLyrics, segmentLyrics, validateLyrics } from '../../text/segment-lyrics.js';
import {
  type Analysis,
  type AnalysisContext,
  type AnalysisOutcome,
  type AnalysisRequest,
  searchOrAbstain,
} from '../analysis.js';
import { catchUp } from './encode-songs.js';
import { type LyricEncoder, shippedEncoder } from './engine.js';
import { featureNames } from './evidence/features.js';
import { embeddedOdds } from './evidence/odds.js';
import { afterRecognition, type SungWords, wordlessVerdict, wordsOfRecording } from './from-recording.js';
import type { OneTextInput, SearchInput } from './kernels.js';
import { isListed } from './listing.js';
import { engineCandidates } from './matching/engine-candidates.js';
import type { LyricIndex, SongFacts, StoredSegment } from './ports.js';
import type { FoundSong, SearchFindings } from './search.js';
import { lyricVerdict } from './verdict.js';

export interface LyricPlagiarismOptions {
  readonly index: LyricIndex;
  /** The shipped one where absent. */
  readonly encoder?: LyricEncoder;
  /** `lyric-transcription`, for requests that name a recording instead of a lyric; without it they fail. */
  readonly transcription?: Analysis;
}

/** More songs than this without a place in the chosen encoder's index are not waited for, if there is another. */
const songsWaitedFor = 1_000;

/**
 * Parameters: lyric_text, song_title, and dataset_id (ours; all readable datasets where absent). A request with music and
 * without lyric_text compares what is sung there; `language` then helps the recogniser. With other_lyric_text (and other_song_title) that text
 * is all that is compared with.
 */
export function createLyricPlagiarism(options: LyricPlagiarismOptions): Analysis {
  const { index } = options;
  const shipped = shippedEncoder();
  const chosen = options.encoder ?? shipped;

  /** The chosen encoder, or the shipped one while the songs are being encoded anew in the background. */
  async function servingEncoder(
    datasetIds: readonly string[],
  ): Promise<{ encoder: LyricEncoder; left: number }> {
    const left = chosen.key === shipped.key ? 0 : await index.countUnindexed(chosen.key, datasetIds);
    if (left <= songsWaitedFor) return { encoder: chosen, left: 0 };
    const leftOfShipped = await index.countUnindexed(shipped.key, datasetIds);
    return leftOfShipped <= songsWaitedFor ? { encoder: shipped, left } : { encoder: chosen, left: 0 };
  }

  async function search(
    input: SearchInput,
    segments: readonly StoredSegment[],
    compute: AnalysisContext['compute'],
    signal: AbortSignal,
  ): Promise<SearchFindings> {
    const { engine } = index;
    if (!engine) return compute.run('lyrics.search', input, { signal });
    let isAsked = false;
    const songs = segments.reduce((sum, segment) => sum + segment.songs - segment.dead.length, 0);
    const undecided = {
      question: 'Whether a song says the same',
      notSearched: `The ${songs} songs with lyrics of these datasets`,
      detail: { matches: [] },
    };
    const findings = await searchOrAbstain(undecided, () =>
      compute.run(
        'lyrics.search',
        { ...input, asksFirst: true },
        {
          signal,
          async answer(question) {
            if (isAsked) throw new RangeError('The candidates of a search were asked for twice.');
            isAsked = true;
            return engineCandidates(question, segments, engine, signal);
          },
        },
      ),
    );
    if (findings.engineAgrees !== null) engine.onCompared(findings.engineAgrees);
    return findings;
  }

  async function compare(
    text: string,
    sung: SungWords | null,
    datasetIds: readonly string[],
    { compute, signal, progress }: AnalysisContext,
  ): Promise<AnalysisOutcome> {
    const lyrics = readLyrics(text);
    // Songs added a moment ago are part of the database that this answer speaks of.
    const { encoder, left } = await servingEncoder(datasetIds);
    await catchUp(
      { index, compute, encoder, signal, onProgress: (share, stage) => progress(0.8 * share, stage) },
      datasetIds,
    );
    progress(0.8, 'comparing');
    const segments = await index.segments(encoder.key, datasetIds);
    const findings = await search(
      { encoderId: encoder.id, lyrics: text, segments },
      segments,
      compute,
      signal,
    );
    const facts = await index.facts(findings.songs.map((song) => song.songId));
    const total = segments.reduce((sum, segment) => sum + segment.songs - segment.dead.length, 0);
    const listed = { ...findings, songs: findings.songs.filter(isListed) };
    const answer = answerOf({ lyrics, findings: listed, facts, encoder, datasetIds, searched: total });
    return {
      ...answer,
      detail: {
        ...(sung && { transcription: sung.facts }),
        ...answer.detail,
        ...(left > 0 ? { encoding_anew: { model: chosen.key, songs_left: left } } : {}),
      },
    };
  }

  /** As a search among one song. */
  async function compareWithText(
    text: string,
    other: OtherText,
    { compute, signal, progress }: AnalysisContext,
  ): Promise<AnalysisOutcome> {
    const lyrics = readLyrics(text);
    progress(0, 'comparing');
    const input: OneTextInput = { encoderId: chosen.id, lyrics: text, otherLyrics: other.text };
    const findings = await compute.run('lyrics.search-one', input, { signal });
    const facts = new Map(findings.songs.map(({ songId }) => [songId, other.facts]));
    const answer = answerOf({ lyrics, findings, facts, encoder: chosen, datasetIds: [], searched: 1 });
    return { ...answer, detail: { ...answer.detail, compared_with: 'text' } };
  }

  /** No words: the shape of an empty search, and a verdict that does not claim one. */
  async function answerWordless(sung: SungWords, datasetIds: readonly string[]): Promise<AnalysisOutcome> {
    const segments = await index.segments((await servingEncoder(datasetIds)).encoder.key, datasetIds);
    const total = segments.reduce((sum, segment) => sum + segment.songs - segment.dead.length, 0);
    return {
      result: resultOf([], new Map(), total),
      detail: {
        verdict: verdictToJson(wordlessVerdict(total)),
        transcription: sung.facts,
        datasets: [...datasetIds],
      },
    };
  }

  return {
    operation: 'lyric-plagiarism',
    async run(request, context) {
      const other = otherTextOf(request);
      if (other !== null) return compareWithText(String(request.parameters.lyric_text), other, context);
      const datasetIds = await index.searchable(request.accountId, datasetOf(request));
      if (datasetIds === null) throw new AnalysisError('The dataset does not exist (any more).');
      const given = request.parameters.lyric_text;
      if (typeof given === 'string') return compare(given, null, datasetIds, context);
      if (request.music === null || !options.transcription) throw new AnalysisError('lyric_text is missing.');
      const sung = await wordsOfRecording(options.transcription, request, context);
      if (sung.lyrics === null) return answerWordless(sung, datasetIds);
      return compare(sung.lyrics, sung, datasetIds, afterRecognition(context));
    },
  };
}

interface OtherText {
  readonly text: string;
  readonly facts: SongFacts;
}

interface Searched {
  readonly lyrics: SegmentedLyrics;
  readonly findings: SearchFindings;
  readonly facts: ReadonlyMap<string, SongFacts>;
  readonly encoder: LyricEncoder;
  readonly datasetIds: readonly string[];
  /** Songs with lyrics. */
  readonly searched: number;
}

function answerOf({ lyrics, findings, facts, encoder, datasetIds, searched }: Searched): {
  result: JsonObject;
  detail: JsonObject;
} {
  const songs = findings.songs.filter((song) => facts.has(song.songId));
  const best = songs[0];
  const verdict = lyricVerdict({
    searched,
    distinctive: findings.distinctive,
    best: best ? { ...best, facts: facts.get(best.songId)! } : null,
    encoderLimits: encoder.limits,
    model: embeddedOdds().model,
  });
  return {
    result: resultOf(songs, facts, searched),
    detail: {
      verdict: verdictToJson(verdict),
      ...detailOf(songs, facts, findings, lyrics, encoder, datasetIds),
    },
  };
}

/** The one text that is compared with, where the request names one. */
function otherTextOf({ parameters }: AnalysisRequest): OtherText | null {
  const { other_lyric_text: text, other_song_title: title } = parameters;
  if (typeof text !== 'string') return null;
  const problem = validateLyrics(text);
  if (problem !== null) throw new AnalysisError(`The other lyrics: ${problem}`);
  return {
    text,
    facts: {
      title: typeof title === 'string' ? title : 'The other lyrics',
      artist: '',
      year: '',
      datasetId: null,
    },
  };
}

function readLyrics(text: string): SegmentedLyrics {
  const problem = validateLyrics(text);
  if (problem !== null) throw new AnalysisError(problem);
  return segmentLyrics(text);
}

function datasetOf(request: AnalysisRequest): string | null {
  const id = request.parameters.dataset_id;
  return typeof id === 'string' ? id : null;
}

/** Exactly the documented result. */
function resultOf(
  songs: readonly FoundSong[],
  facts: ReadonlyMap<string, SongFacts>,
  total: number,
): JsonObject {
  return {
    max_similarity: rounded(songs[0]?.score ?? 0),
    total_songs_checked: total,
    top_matches: songs.map((song, position) => ({
      rank: position + 1,
      artist: facts.get(song.songId)!.artist,
      title: facts.get(song.songId)!.title,
      year: facts.get(song.songId)!.year,
      combined_score: rounded(song.score),
      paragraph_score: rounded(song.paragraph),
      sentence_score: rounded(song.sentence),
      similar_parts: song.parts.map((part) => ({
        query_sentence: part.querySentence,
        target_sentence: part.targetSentence,
        similarity: rounded(part.similarity),
      })),
    })),
  };
}

function detailOf(
  songs: readonly FoundSong[],
  facts: ReadonlyMap<string, SongFacts>,
  findings: SearchFindings,
  lyrics: SegmentedLyrics,
  encoder: LyricEncoder,
  datasetIds: readonly string[],
): JsonObject {
  return {
    engines: [
      { name: 'semantic', model: encoder.key, limits: encoder.limits },
      {
        name: 'lexical',
        model: 'local alignment of words by spelling, stem and sound',
        limits:
          'Finds the same wording in any script, misheard words in those with rules of pronunciation; it knows no meaning and no translation.',
      },
    ],
    assessment: findings.distinctive ? 'compared' : 'insufficient distinctive text',
    datasets: [...datasetIds],
    lines_compared: lyrics.lines.length,
    lines_skipped: lyrics.skippedSectionMarks + lyrics.skippedWithoutWords,
    lines_repeated: lyrics.lines.reduce((sum, line) => sum + line.repeats - 1, 0),
    songs_compared_exactly: findings.comparedExactly,
    matches: songs.map((song) => ({
      song_id: song.songId,
      dataset_id: facts.get(song.songId)!.datasetId,
      log_odds: rounded(song.logOdds),
      expected_false_alarms: statedFalseAlarms(Number(song.falseAlarms.toPrecision(2))),
      measurements: Object.fromEntries(
        featureNames.map((name, index) => [name, rounded(song.measurements[index]!)]),
      ),
      parts: song.parts.map((part) => ({ query_line: part.queryLine, weight: rounded(part.weight) })),
    })),
    phonetic: {
      note: 'How lines sound and rhyme; it has no part in the scores above.',
      matches: findings.phonetic
        .filter(({ songId }) => songs.some((song) => song.songId === songId))
        .map(({ songId, comparison }) => ({ song_id: songId, ...phoneticJson(comparison) })),
    },
    milliseconds: {
      encode: Math.round(findings.encodeMs),
      scan: Math.round(findings.scanMs),
      compare: Math.round(findings.compareMs),
    },
  };
}

/** Copied so that it is plain JSON for the type as well. */
function phoneticJson(comparison: PhoneticComparison): JsonObject {
  return {
    max_similarity: comparison.max_similarity,
    sound_alike_parts: comparison.sound_alike_parts,
    query_rhyme: { ...comparison.query_rhyme },
    target_rhyme: { ...comparison.target_rhyme },
    shared_rhyme_chains: comparison.shared_rhyme_chains,
  };
}
