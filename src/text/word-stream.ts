/**
 * A lyric as one stream of words. What is compared depends on the words and their order alone: where someone breaks
 * a line, and how it is punctuated, must not change an answer. Each word still knows its line, which is what a person sees.
 */
import { splitLyricLines } from '../domain/lyric-limits.js';
import {
  isInterjection,
  isSectionLine,
  isSectionMark,
  normaliseWords,
  stripAdlibs,
  stripMarkup,
} from './normalise-line.js';
import { isUnspaced, type Script, scriptOf } from './scripts.js';

export interface StreamWord {
  /** Without case, accents and punctuation. In scripts without spaces one character is a word. */
  readonly normalised: string;
  /** As written, without the punctuation around it. */
  readonly text: string;
  readonly isUnspaced: boolean;
  /** How much text it is, in letters of an alphabet; see `lettersOf`. */
  readonly letters: number;
  /** Its place in `lines`. */
  readonly line: number;
}

export interface StreamLine {
  /** As written, markup removed: what results show. */
  readonly text: string;
  /** 1-based line of the submitted text. */
  readonly lineNumber: number;
}

export interface WordStream {
  readonly words: readonly StreamWord[];
  readonly lines: readonly StreamLine[];
}

/**
 * Letters of an alphabet that one character is as much text as: measured on the Psalms, where English has 496 letters
 * for Korean’s 198 and Chinese’s 136. Lengths of translations agree in letters (Gale and Church 1993).
 */
const lettersOf: Partial<Record<Script, number>> = { han: 3.5, kana: 1.8, hangul: 2.5 };

/** A repeated run of words of this many letters or more, about one line, is compared once. */
const repeatedLetters = 30;
/** Words by which a repeated run is noticed. */
const runWords = 5;

const bracketed = /[[{【][^[\]{}【】]{0,80}[\]}】]|[(（]([^()（）]{0,40})[)）]/gu;
const written = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’ʼ`´](?=\p{L}))*/gu;

/** The words that are compared: no section marks, no runs of sung syllables, repeated runs once. */
export function readWordStream(text: string): WordStream {
  const lines: StreamLine[] = [];
  const words: StreamWord[] = [];
  splitLyricLines(text).forEach((raw, index) => {
    const line = stripMarkup(raw);
    if (line === '' || isSectionLine(line)) return;
    const sung = stripAdlibs(
      line.replace(bracketed, (all, inside?: string) =>
        inside === undefined || isSectionMark(inside) ? ' ' : all,
      ),
    );
    const before = words.length;
    for (const token of sung.normalize('NFC').match(written) ?? []) addWords(token, lines.length, words);
    if (words.length > before) lines.push({ text: line, lineNumber: index + 1 });
  });
  return { words: withoutRepeats(withoutSyllables(words)), lines };
}

function addWords(token: string, line: number, words: StreamWord[]): void {
  let spaced = '';
  const flush = (): void => {
    if (spaced !== '') addWord(spaced, false, line, words);
    spaced = '';
  };
  for (const character of token.match(/\P{M}\p{M}*/gu) ?? []) {
    if (!isUnspaced(scriptOf(character.codePointAt(0)!))) {
      spaced += character;
      continue;
    }
    flush();
    addWord(character, true, line, words);
  }
  flush();
}

function addWord(text: string, unspaced: boolean, line: number, words: StreamWord[]): void {
  const normalised = normaliseWords(text).replaceAll(' ', '');
  if (normalised === '') return;
  const perCharacter = lettersOf[scriptOf(normalised.codePointAt(0)!)] ?? 1;
  const letters = perCharacter * (normalised.match(/\P{M}/gu)?.length ?? 1);
  words.push({ normalised, text, isUnspaced: unspaced, letters, line });
}

/** Two or more sung syllables in a row say nothing; one alone may be a word ("la" in Spanish). */
function withoutSyllables(words: readonly StreamWord[]): StreamWord[] {
  const isSyllable = words.map(({ normalised }) => isInterjection(normalised));
  return words.filter((_, at) => !(isSyllable[at] && (isSyllable[at - 1] || isSyllable[at + 1])));
}

function withoutRepeats(words: readonly StreamWord[]): StreamWord[] {
  const known = new Map<string, number>();
  const kept: StreamWord[] = [];
  let at = 0;
  while (at < words.length) {
    const run = keyOfRun(words, at);
    const first = run === null ? undefined : known.get(run);
    if (run !== null && first === undefined) known.set(run, at);
    const length = first === undefined ? 0 : repeatedFrom(words, first, at);
    if (length === 0) kept.push(words[at++]!);
    else at += length;
  }
  return kept;
}

function keyOfRun(words: readonly StreamWord[], at: number): string | null {
  if (at + runWords > words.length) return null;
  return words
    .slice(at, at + runWords)
    .map(({ normalised }) => normalised)
    .join(' ');
}

/** Words from `at` on that stand from `first` on as well; 0 where they are less than about a line. */
function repeatedFrom(words: readonly StreamWord[], first: number, at: number): number {
  let length = 0;
  let letters = 0;
  while (at + length < words.length && words[first + length]!.normalised === words[at + length]!.normalised) {
    letters += words[at + length]!.letters;
    length++;
  }
  return letters >= repeatedLetters ? length : 0;
}
