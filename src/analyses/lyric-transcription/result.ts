/** The documented result, and the lines that it is made of. */
import type { JsonObject } from '../../domain/task.js';
import type { SungWord, TimedLine } from '../../domain/timed-lyrics.js';
import type { DetectedLanguage } from './languages.js';
import type { LeftOut } from './sung-words/judged-segment.js';

/** Shorter lyrics than this count as none (the interface's rule). */
const minCharacters = 10;
const longestLineCharacters = 80;

export function instrumentalResult(): JsonObject {
  return { lyrics: '', languages: [{ code: 'Inst', probability: 1 }], is_instrumental: true };
}

/** The instrumental shape where the lines hold fewer than ten characters, white space not counted at the ends. */
export function transcriptionResult(
  lines: readonly TimedLine[],
  languages: readonly DetectedLanguage[],
): JsonObject {
  const lyrics = lines.map(({ text }) => text).join('\n');
  if ([...lyrics.trim()].length < minCharacters) return instrumentalResult();
  return {
    lyrics,
    languages: languages.map(({ code, probability }) => ({ code, probability })),
    is_instrumental: false,
  };
}

/** A transcribed segment as far as lines depend on it. Times are the song's. */
export interface SegmentText {
  readonly phrases: readonly TimedLine[];
  /** Why its words are left out; null where they are kept. */
  readonly leftOut: LeftOut | null;
}

/** Lines in order, of the segments whose words are kept. */
export function linesOf(segments: readonly SegmentText[]): TimedLine[] {
  return segments
    .filter(({ leftOut }) => leftOut === null)
    .flatMap(({ phrases }) => phrases.flatMap(breakLine));
}

/** Long phrases are broken after punctuation. Their time is that of their words, or dealt out by characters. */
function breakLine(phrase: TimedLine): TimedLine[] {
  const text = phrase.text.replace(/\s+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const parts = text.length <= longestLineCharacters ? [text] : splitAtPunctuation(text);
  const perCharacter = (phrase.endSeconds - phrase.startSeconds) / text.length;
  const placed = placedWords(text, phrase.words ?? []);
  let at = 0;
  return parts.map((part) => {
    const from = text.indexOf(part, at);
    at = from + part.length;
    const words = placed.filter((word) => word.from >= from && word.from < at).map(({ word }) => word);
    return {
      text: part,
      startSeconds: words[0]?.startSeconds ?? phrase.startSeconds + from * perCharacter,
      endSeconds: words.at(-1)?.endSeconds ?? phrase.startSeconds + at * perCharacter,
      words: words.length > 0 ? words : null,
    };
  });
}

/** Words with the character at which each begins in the text. */
function placedWords(text: string, words: readonly SungWord[]): { word: SungWord; from: number }[] {
  let at = 0;
  return words.map((word) => {
    const found = text.indexOf(word.text, at);
    const from = found < 0 ? at : found;
    at = found < 0 ? at : from + word.text.length;
    return { word, from };
  });
}

function splitAtPunctuation(text: string): string[] {
  const pieces = text.match(/[^.!?;,。！？、，]+[.!?;,。！？、，]*\s*/gu) ?? [text];
  const lines: string[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + piece.length <= longestLineCharacters / 2) {
      lines[lines.length - 1] = last + piece;
    } else lines.push(piece);
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}
