/** A line as phonemes, word by word. */
import { stripMarkup } from '../normalise-line.js';
import { type Dictionary, fromArpabet } from './english.js';
import { phonemesByLetters } from './letters.js';

export interface PronouncedLine {
  readonly text: string;
  readonly words: readonly string[];
  /** Phonemes of each word; '' where its script has no rules. */
  readonly sounds: readonly string[];
}

/** Function words that an English line of some length can hardly do without and that are no words elsewhere. */
const englishWords =
  /^(?:the|and|of|you|your|my|with|this|that|they|there|their|they're|is|it|are|was|we|our|when|what|i'm|don't|not|for|from|have|his|her|she|he)$/;

/**
 * English lines (most words in the dictionary, and one that only English has or plain letters throughout) are
 * pronounced by the dictionary, all others by the rules of their script.
 */
export function pronounce(line: string, dictionary: Dictionary): PronouncedLine {
  const text = stripMarkup(line);
  const words =
    text
      .toLowerCase()
      .replace(/[’ʼ`´]/gu, "'")
      .match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)*/gu) ?? [];
  const isEnglish = looksEnglish(words, dictionary);
  const sounds = words.map((word) => {
    const entry = isEnglish ? (dictionary(word) ?? dictionary(word.replace(/'s$/, ''))) : undefined;
    return entry === undefined ? phonemesByLetters(word) : fromArpabet(entry);
  });
  return { text, words, sounds };
}

function looksEnglish(words: readonly string[], dictionary: Dictionary): boolean {
  if (words.length === 0 || words.some((word) => /[^a-z0-9']/.test(word))) return false;
  const known = words.filter((word) => dictionary(word) !== undefined).length;
  return (
    known >= words.length * 0.7 && (words.some((word) => englishWords.test(word)) || known === words.length)
  );
}
