/** Compares two lyrics with each other, without a database: `contrafact lyrics compare A B`. */

import { ComputeError } from '../../domain/compute.js';
import { rounded } from '../../numbers/rounded.js';
import { comparePhonetics, type PhoneticComparison } from '../../text/phonetics/compare.js';
import { validateLyrics } from '../../text/segment-lyrics.js';
import { readWordStream } from '../../text/word-stream.js';
import { defaultEncoderId, type LyricEngine, lyricEngine } from './engine.js';
import { embeddedOdds, judge, type LyricOdds } from './evidence/odds.js';
import { quantiseVectors } from './index/quantise.js';
import { cutPhrases, numberWords, phraseNats } from './index/song-words.js';
import { type ComparedSongResult, compareSongs, type SongToCompare } from './matching/compare-songs.js';
import { encodeQuery } from './matching/query.js';
import { type FoundSong, isDistinctive, type SearchFindings } from './search.js';

export interface LyricComparison {
  /** 0.5 where one of 20 unrelated lyrics finds a match as strong in a small database. */
  readonly combined_score: number;
  readonly paragraph_score: number;
  readonly sentence_score: number;
  readonly similar_parts: { query_sentence: string; target_sentence: string; similarity: number }[];
  readonly phonetic: PhoneticComparison;
  readonly encoder: string;
}

/** A lyric that is in no index, as comparing needs it. */
export async function asSong(id: string, lyrics: string, engine: LyricEngine): Promise<SongToCompare> {
  const stream = readWordStream(lyrics);
  const { starts, texts } = cutPhrases(stream, engine);
  const vectors = quantiseVectors(await engine.encoder.encode(texts), engine.encoder.dimensions);
  const words = numberWords(stream, engine);
  return {
    id,
    words: () => words,
    vectors: () => vectors,
    phraseWords: () => starts,
    phraseNats: () => phraseNats(starts, words.loneNats),
    text: () => lyrics,
  };
}

/** What `target` would be found with as the only song of a database; null where no part of the two is similar. */
export async function compareTexts(
  query: string,
  target: string,
  engine: LyricEngine,
  odds: LyricOdds = embeddedOdds(),
): Promise<ComparedSongResult | null> {
  const own = await encodeQuery(readWordStream(query), engine);
  const song = await asSong('target', target, engine);
  const [found] = compareSongs(own, { byWording: [song], byMeaning: [song] }, engine.backgroundCosine, {
    limit: 1,
    judge: (values) => judge(odds, values, 1),
  });
  return found ?? null;
}

function foundSong({ id: songId, ...song }: ComparedSongResult): FoundSong {
  return { songId, ...song };
}

/** The same as a search in a database that holds nothing but `target`. */
export async function searchOneText(
  query: string,
  target: string,
  modelsDir: string,
  encoderId: string,
): Promise<SearchFindings> {
  const startedAt = performance.now();
  const engine = await lyricEngine(encoderId, modelsDir);
  const found = await compareTexts(query, target, engine);
  return {
    songs: found ? [foundSong(found)] : [],
    phonetic: found ? [{ songId: found.id, comparison: await comparePhonetics(query, target) }] : [],
    distinctive: isDistinctive(await encodeQuery(readWordStream(query), engine)),
    searched: 1,
    engineAgrees: null,
    comparedExactly: 1,
    encodeMs: 0,
    scanMs: 0,
    compareMs: performance.now() - startedAt,
  };
}

/**
 * The scores that `target` would have as the only song of a database, and how the two sound together. No passage is
 * known to be common here, so stock phrases count by their information alone.
 * Throws ComputeError('bad-input') with the reason where a lyric cannot be compared.
 */
export async function compareLyrics(
  query: string,
  target: string,
  modelsDir: string,
  encoderId = defaultEncoderId,
): Promise<LyricComparison> {
  for (const text of [query, target]) {
    const problem = validateLyrics(text);
    if (problem !== null) throw new ComputeError('bad-input', problem);
  }
  const engine = await lyricEngine(encoderId, modelsDir);
  const found = await compareTexts(query, target, engine);
  return {
    combined_score: rounded(found?.score ?? 0),
    paragraph_score: rounded(found?.paragraph ?? 0),
    sentence_score: rounded(found?.sentence ?? 0),
    similar_parts: (found?.parts ?? []).map((part) => ({
      query_sentence: part.querySentence,
      target_sentence: part.targetSentence,
      similarity: rounded(part.similarity),
    })),
    phonetic: await comparePhonetics(query, target),
    encoder: engine.encoderKey,
  };
}
