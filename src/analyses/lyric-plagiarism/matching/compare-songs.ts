/** Compares a lyric exactly with each of some songs: shared passages, meaning in order, odds, and what is shown. */
import { readWordStream } from '../../../text/word-stream.js';
import { measurementsOf } from '../evidence/features.js';
import type { Judgement } from '../evidence/odds.js';
import type { WordNumbers } from '../index/song-words.js';
import { commonnessOf, rareNats } from './commonness.js';
import { createMeaning, type MeaningFinder, type SongPhrases } from './meaning.js';
import { createPassageFinder, type Passage, pairsOf } from './passages.js';
import type { LyricQuery } from './query.js';
import { compareShown, type Similarities } from './similar-parts.js';

/** Songs are read where they are needed: most of them only once. */
export interface SongToCompare {
  readonly id: string;
  words(): WordNumbers;
  vectors(): Int8Array;
  /** The word that each of its phrases begins with, and what each says. */
  phraseWords(): Uint32Array;
  phraseNats(): Float32Array;
  /** Its lyrics as they were added. */
  text(): string;
}

export interface SongsToCompare {
  /** Compared word by word. */
  readonly byWording: readonly SongToCompare[];
  /** Looked at by the vectors of their phrases; may be the same songs. */
  readonly byMeaning: readonly SongToCompare[];
}

export interface ComparedSongResult extends Similarities, Judgement {
  readonly id: string;
  readonly measurements: readonly number[];
}

export interface CompareOptions {
  readonly limit: number;
  judge(values: readonly number[]): Judgement;
}

/** Songs of the strongest wording and of the strongest meaning that are measured in full. */
const fullyMeasured = 35;
/** Pairs of words looked at in one search: hostile texts of thousands of words each must not take minutes. */
const maxCells = 400_000_000;

interface Worded {
  readonly song: SongToCompare;
  readonly words: WordNumbers;
  readonly passages: readonly Passage[];
}

/** The songs with a similar part, of the highest log-odds first, `limit` at most. */
export function compareSongs(
  query: LyricQuery,
  { byWording, byMeaning }: SongsToCompare,
  background: number,
  { limit, judge }: CompareOptions,
): ComparedSongResult[] {
  const coarse = createMeaning(query.coarse, query.dimensions, background);
  const fine = createMeaning(query.fine, query.dimensions, background);
  const finder = createPassageFinder(query.words);
  let cells = 0;
  function readWords(song: SongToCompare): Worded {
    const words = song.words();
    cells += words.hashes.length * query.words.hashes.length;
    return { song, words, passages: cells > maxCells ? [] : finder.find(words) };
  }
  const worded = new Map(byWording.map((song) => [song, readWords(song)]));
  const commonness = commonnessOf(query.words, [...worded.values()]);
  const nearest = best(byMeaning, (song) => coarse.lookAt(phrasesOf(song)));
  const nearestWorded = best([...worded.keys()], (song) =>
    worded.get(song)!.passages.reduce((sum, one) => sum + rareNats(one, query.words, commonness), 0),
  );
  const judged = [...new Set([...nearestWorded, ...nearest])]
    .map((song) => {
      const one = worded.get(song) ?? readWords(song);
      const measurements = measurementsOf({
        query: query.words,
        song: one.words,
        passages: one.passages,
        chance: finder.chance(one.words.hashes.length),
        commonness,
        meaning: fine.measure(phrasesOf(song)),
      });
      return { one, measurements, judgement: judge(measurements) };
    })
    .sort(bestFirst);
  const results: ComparedSongResult[] = [];
  for (const { one, measurements, judgement } of judged) {
    if (results.length === limit) break;
    const similarities = similaritiesOf(query, one, fine);
    if (similarities.parts.length > 0)
      results.push({ id: one.song.id, measurements, ...judgement, ...similarities });
  }
  return results;
}

interface Judged {
  readonly one: Worded;
  readonly judgement: Judgement;
}

/** By score; beyond doubt, where all scores are 1, the song with most of the wording is first: a text before its variants. */
function bestFirst(a: Judged, b: Judged): number {
  const byScore = b.judgement.score - a.judgement.score;
  if (byScore !== 0) return byScore;
  const byWording = a.judgement.score === 1 ? wordingOf(b.one) - wordingOf(a.one) : 0;
  return byWording || b.judgement.logOdds - a.judgement.logOdds;
}

const wordingOf = ({ passages }: Worded): number => passages.reduce((sum, { nats }) => sum + nats, 0);

const phrasesOf = (song: SongToCompare): SongPhrases => ({
  vectors: song.vectors(),
  nats: song.phraseNats(),
});

/** Those of the highest scores above 0. */
function best(songs: readonly SongToCompare[], scoreOf: (song: SongToCompare) => number): SongToCompare[] {
  return songs
    .map((song) => ({ song, score: scoreOf(song) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, fullyMeasured)
    .map(({ song }) => song);
}

function similaritiesOf(query: LyricQuery, one: Worded, meaning: MeaningFinder): Similarities {
  const read = readWordStream(one.song.text());
  return compareShown({
    queryStream: query.stream,
    query: query.words,
    // As many words as were indexed of it.
    songStream: { ...read, words: read.words.slice(0, one.words.hashes.length) },
    song: one.words,
    passages: one.passages.map((passage) => pairsOf(passage, query.words, one.words)),
    phrases: query.fine,
    similarities: meaning.similarities(phrasesOf(one.song)),
    songPhrases: one.song.phraseWords(),
  });
}
