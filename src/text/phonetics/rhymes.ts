/** Rhyme schemes, multi-syllable rhyme density and shared rhyme chains. */
import { isVowel } from './phonemes.js';
import type { PronouncedLine } from './pronounce.js';

/** Words before a word among which its rhyme is looked for. */
const windowWords = 15;
const minChainLines = 3;
const maxChains = 3;

/** The sounds from the last full vowel on ("a" + "it" in "night" → "ait"); '' where none is known. */
function rhymeTail(line: PronouncedLine): string {
  const sounds = line.sounds.at(-1) ?? '';
  let at = sounds.length - 1;
  while (at >= 0 && !isVowel(sounds[at]!)) at--;
  if (at < 0) return '';
  // A neutral last syllable ("burning", "never") rhymes together with the one before it.
  if (sounds[at] === '@') {
    let before = at - 1;
    while (before >= 0 && !isVowel(sounds[before]!)) before--;
    if (before >= 0) at = before;
  }
  while (at > 0 && isVowel(sounds[at - 1]!)) at--;
  return sounds.slice(at);
}

/**
 * One letter a line: the same letter where tails agree, "-" where a line's sounds are not known. A word does not
 * rhyme with itself alone, but a repeated end word shares the letter of its tail.
 */
export function rhymeScheme(lines: readonly PronouncedLine[]): string {
  const letters = new Map<string, string>();
  return lines
    .map((line) => {
      const tail = rhymeTail(line);
      if (tail === '') return '-';
      let letter = letters.get(tail);
      if (letter === undefined) {
        letter = letterOf(letters.size);
        letters.set(tail, letter);
      }
      return letter;
    })
    .join('');
}

function letterOf(index: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return alphabet[index % alphabet.length]!;
}

/**
 * Mean length, in syllables, of the longest rhyme that ends in each word: equal vowels, counted backwards from the
 * ends of the word and of one of the 15 words before it (rhyme factor of Malmi et al., DopeLearning, KDD 2016).
 */
export function rhymeDensity(lines: readonly PronouncedLine[]): number {
  const words = lines.flatMap((line) =>
    line.words.map((word, at) => ({ word, vowels: [...(line.sounds[at] ?? '')].filter(isVowel) })),
  );
  const sung = words.filter(({ vowels }) => vowels.length > 0);
  if (sung.length === 0) return 0;
  const vowels = sung.flatMap((entry) => entry.vowels);
  const ends: number[] = [];
  let end = 0;
  for (const entry of sung) {
    end += entry.vowels.length;
    ends.push(end);
  }
  let total = 0;
  for (let at = 0; at < sung.length; at++) {
    let longest = 0;
    for (let other = Math.max(0, at - windowWords); other < at; other++) {
      if (sung[other]!.word === sung[at]!.word) continue;
      longest = Math.max(longest, commonEnd(vowels, ends[at]!, ends[other]!));
    }
    total += longest;
  }
  return total / sung.length;
}

/** Vowels in common, backwards from two ends; the runs may not overlap. */
function commonEnd(vowels: readonly string[], later: number, earlier: number): number {
  let length = 0;
  while (
    length < earlier &&
    length < later - earlier &&
    vowels[later - 1 - length] === vowels[earlier - 1 - length]
  ) {
    length++;
  }
  return length;
}

export interface RhymeChain {
  /** 0-based first lines of the chain in either lyric. */
  readonly queryStart: number;
  readonly targetStart: number;
  readonly lines: number;
}

/** Runs of at least three lines whose tails agree one by one, longest first, none within another. */
export function sharedRhymeChains(
  query: readonly PronouncedLine[],
  target: readonly PronouncedLine[],
): RhymeChain[] {
  const a = query.map(rhymeTail);
  const b = target.map(rhymeTail);
  const chains: RhymeChain[] = [];
  let previous = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const current = new Uint16Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) {
      if (a[i - 1] === '' || a[i - 1] !== b[j - 1]) continue;
      current[j] = previous[j - 1]! + 1;
      const goesOn = i < a.length && j < b.length && a[i] === b[j] && a[i] !== '';
      if (!goesOn && current[j]! >= minChainLines) {
        chains.push({ queryStart: i - current[j]!, targetStart: j - current[j]!, lines: current[j]! });
      }
    }
    previous = current;
  }
  return chains
    .filter(({ queryStart, lines }) => new Set(a.slice(queryStart, queryStart + lines)).size > 1)
    .sort((x, y) => y.lines - x.lines)
    .slice(0, maxChains);
}
