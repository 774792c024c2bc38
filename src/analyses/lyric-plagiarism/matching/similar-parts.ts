/** What of two lyrics is shown side by side, and how much of them is similar. */

import type { WordStream } from '../../../text/word-stream.js';
import type { WordNumbers } from '../index/song-words.js';
import type { AlignedPair } from './passages.js';
import type { QueryPhrases } from './query.js';
import { informationWeight } from './scoring.js';
import { shownText } from './shown-text.js';

const maxParts = 3;
/** Parts in words, of which several may stand on one line. */
const maxStretches = 9;
/** A pair of phrases less similar than this is not shown: unrelated phrases of one language reach it at times. */
const shownSimilarity = 0.1;
/** What a short line says: a shared part is measured over this much at least, or over all where a lyric says less. */
const partNats = 50;

export interface SimilarPart {
  readonly querySentence: string;
  readonly targetSentence: string;
  readonly similarity: number;
  /** How much the pair says, 0 … 1. */
  readonly weight: number;
  /** 1-based line of the submitted text. */
  readonly queryLine: number;
}

/** Words `from` … `to` of the lyric and of the song. */
interface Part {
  readonly queryFrom: number;
  readonly queryTo: number;
  readonly songFrom: number;
  readonly songTo: number;
  readonly similarity: number;
  readonly nats: number;
}

export interface ShownSong {
  readonly queryStream: WordStream;
  readonly query: WordNumbers;
  readonly songStream: WordStream;
  readonly song: WordNumbers;
  /** Of each passage its pairs of words. */
  readonly passages: readonly (readonly AlignedPair[])[];
  /** Overlapping phrases of the lyric: the words of each. */
  readonly phrases: Pick<QueryPhrases, 'from' | 'to'>;
  /** Row-major phrases of the lyric × phrases of the song. */
  readonly similarities: Float32Array;
  /** The word that each phrase of the song begins with. */
  readonly songPhrases: Uint32Array;
}

export interface Similarities {
  /** Best first: the parts of most similar wording or meaning. Empty where nothing is similar. */
  readonly parts: readonly SimilarPart[];
  /** Of the most similar part; 0 where there is none. */
  readonly sentence: number;
  /** The mean share of both lyrics that is similar: 1 for the same text. */
  readonly paragraph: number;
}

const sum = (nats: Uint8Array, from: number, to: number): number => {
  let total = 0;
  for (let at = from; at < to; at++) total += nats[at]!;
  return total;
};

export function compareShown(shown: ShownSong): Similarities {
  const found = [...wordingParts(shown), ...meaningParts(shown)].sort(
    (a, b) =>
      b.similarity * informationWeight(b.nats) - a.similarity * informationWeight(a.nats) ||
      b.similarity - a.similarity,
  );
  const chosen: Part[] = [];
  for (const part of found) {
    if (chosen.length === maxStretches) break;
    const overlaps = chosen.some(
      (other) =>
        (part.queryFrom < other.queryTo && other.queryFrom < part.queryTo) ||
        (part.songFrom < other.songTo && other.songFrom < part.songTo),
    );
    if (!overlaps) chosen.push(part);
  }
  return {
    parts: onDifferentLines(chosen.map((part) => show(part, shown))),
    sentence: chosen.reduce((most, { similarity }) => Math.max(most, similarity), 0),
    paragraph: coverOf(shown),
  };
}

/** The most similar ones first; of several on one line only the best. */
function onDifferentLines(parts: readonly SimilarPart[]): SimilarPart[] {
  const kept: SimilarPart[] = [];
  for (const part of [...parts].sort((a, b) => b.similarity - a.similarity || b.weight - a.weight)) {
    const isShown = kept.some(
      ({ querySentence, targetSentence }) =>
        querySentence === part.querySentence || targetSentence === part.targetSentence,
    );
    if (!isShown && kept.length < maxParts) kept.push(part);
  }
  return kept;
}

function show(part: Part, { queryStream, query, songStream, song }: ShownSong): SimilarPart {
  const own = shownText(queryStream, query.nats, part.queryFrom, part.queryTo);
  const other = shownText(songStream, song.nats, part.songFrom, part.songTo);
  return {
    querySentence: own.text,
    targetSentence: other.text,
    similarity: part.similarity,
    weight: informationWeight(part.nats),
    queryLine: own.lineNumber,
  };
}

/** The stretches of about a line that agree best, of each passage. */
function wordingParts({ query, song, passages }: ShownSong): Part[] {
  const wanted = Math.min(
    partNats,
    sum(query.nats, 0, query.nats.length),
    sum(song.nats, 0, song.nats.length),
  );
  return passages.flatMap((pairs) => {
    const stretches: Part[] = [];
    let to = 0;
    for (let from = 0; from < pairs.length; from++) {
      to = Math.max(to, from);
      while (to + 1 < pairs.length && spanOf(pairs, from, to, query, song) < wanted) to++;
      const span = spanOf(pairs, from, to, query, song);
      let shared = 0;
      for (let at = from; at <= to; at++) shared += pairs[at]!.gain;
      stretches.push({
        queryFrom: pairs[from]!.row,
        queryTo: pairs[to]!.row + 1,
        songFrom: pairs[from]!.column,
        songTo: pairs[to]!.column + 1,
        similarity: Math.min(1, shared / Math.max(span, wanted, 1)),
        nats: shared,
      });
    }
    return stretches.filter(({ similarity }) => similarity >= shownSimilarity);
  });
}

/** What the longer of the two stretches says. */
function spanOf(
  pairs: readonly AlignedPair[],
  from: number,
  to: number,
  query: WordNumbers,
  song: WordNumbers,
): number {
  return Math.max(
    sum(query.nats, pairs[from]!.row, pairs[to]!.row + 1),
    sum(song.nats, pairs[from]!.column, pairs[to]!.column + 1),
  );
}

function meaningParts({ query, song, phrases, similarities, songPhrases }: ShownSong): Part[] {
  const columns = songPhrases.length;
  return Array.from(similarities, (similarity, at): Part | null => {
    if (similarity < shownSimilarity) return null;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const words = {
      queryFrom: phrases.from[row]!,
      queryTo: phrases.to[row]!,
      songFrom: songPhrases[column]!,
      songTo: songPhrases[column + 1] ?? song.nats.length,
    };
    const nats = Math.min(
      sum(query.nats, words.queryFrom, words.queryTo),
      sum(song.nats, words.songFrom, words.songTo),
    );
    return { ...words, similarity, nats: nats * similarity ** 2 };
  }).filter((part) => part !== null);
}

/** Each word counts by what it says, with the better of its wording and its phrase's meaning. */
function coverOf({ query, song, passages, phrases, similarities, songPhrases }: ShownSong): number {
  const own = new Float32Array(query.nats.length);
  const other = new Float32Array(song.nats.length);
  for (const pairs of passages) {
    for (const { row, column, gain } of pairs) {
      own[row] = Math.max(own[row]!, Math.min(1, gain / Math.max(1, query.nats[row]!)));
      other[column] = Math.max(other[column]!, Math.min(1, gain / Math.max(1, song.nats[column]!)));
    }
  }
  const columns = songPhrases.length;
  const raise = (cover: Float32Array, from: number, to: number, value: number): void => {
    for (let at = from; at < to; at++) if (value > cover[at]!) cover[at] = value;
  };
  const best = new Float32Array(columns);
  for (let row = 0; row < phrases.from.length; row++) {
    let most = 0;
    for (let column = 0; column < columns; column++) {
      const s = similarities[row * columns + column]!;
      if (s > most) most = s;
      if (s > best[column]!) best[column] = s;
    }
    raise(own, phrases.from[row]!, phrases.to[row]!, most);
  }
  for (let column = 0; column < columns; column++)
    raise(other, songPhrases[column]!, songPhrases[column + 1] ?? other.length, best[column]!);
  return 0.5 * (weightedMean(own, query.nats) + weightedMean(other, song.nats));
}

function weightedMean(values: Float32Array, weights: Uint8Array): number {
  let [total, weight] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    total += values[at]! * weights[at]!;
    weight += weights[at]!;
  }
  return weight === 0 ? 0 : total / weight;
}
