/**
 * A word stream cut into phrases of about a sung line, by length alone: what is encoded and scanned. The cut does not
 * know the lines, so that a lyric has the same phrases however it is broken.
 */
import type { StreamWord } from './word-stream.js';

/** Letters of a phrase: a sung line has 25 to 35. */
export const phraseLetters = 30;

/**
 * The word that each phrase begins with, ascending. `shift` (0 to 1) is the share of a phrase by which the first one is
 * shorter. A rest of less than half a phrase belongs to the last one.
 */
export function phraseStarts(words: readonly StreamWord[], shift = 0): Uint32Array {
  const starts: number[] = [];
  let total = 0;
  for (const { letters } of words) total += letters;
  const first = phraseLetters * (1 - shift);
  let end = 0;
  let position = 0;
  for (let at = 0; at < words.length; at++) {
    const middle = position + words[at]!.letters / 2;
    if (starts.length === 0 || (middle >= end && total - position >= phraseLetters / 2)) {
      starts.push(at);
      end = starts.length === 1 ? first : end + phraseLetters;
      while (end <= middle) end += phraseLetters;
    }
    position += words[at]!.letters;
  }
  return Uint32Array.from(starts);
}

/** The phrase as the encoder reads it: words as written, without punctuation. */
export function phraseText(words: readonly StreamWord[], from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) {
    const glued = at === from || (words[at]!.isUnspaced && words[at - 1]!.isUnspaced);
    text += glued ? words[at]!.text : ` ${words[at]!.text}`;
  }
  return text;
}

/** The normalised words of a phrase, joined by single spaces. */
export function phraseWords(words: readonly StreamWord[], from: number, to: number): string {
  let text = '';
  for (let at = from; at < to; at++) {
    const glued = at === from || (words[at]!.isUnspaced && words[at - 1]!.isUnspaced);
    text += glued ? words[at]!.normalised : ` ${words[at]!.normalised}`;
  }
  return text;
}
