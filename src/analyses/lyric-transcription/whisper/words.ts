/** Words of decoded tokens, as OpenAI's tokenizer splits them for word timestamps. */

/** Languages that write no spaces between words: each character is a word of its own. */
const unspaced: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);
const opening = /^["'“¿([{«-]+$/u;
const closing = /^["'.。,，!！?？:：”)\]}»、;…]+$/u;

/** A word with its tokens as a range of the phrase's. */
export interface WordTokens {
  /** Without white space at its ends, punctuation included. */
  readonly text: string;
  readonly from: number;
  /** Behind the last. */
  readonly to: number;
}

/** Splits text tokens (no timestamps, no special ones). `decode` keeps leading spaces. */
export function wordsOfTokens(
  tokens: readonly number[],
  language: string,
  decode: (tokens: readonly number[]) => string,
): WordTokens[] {
  const pieces = wholeCharacters(tokens, decode);
  const isSpaced = !unspaced.has(language);
  const words: { text: string; from: number; to: number }[] = [];
  for (const { text, from, to } of pieces) {
    const last = words.at(-1);
    const bare = text.trim();
    const startsWord = !isSpaced || /^\s/u.test(text);
    const joins = last && (bare === '' || (closing.test(bare) && !/^\s/u.test(text)) || !startsWord);
    if (joins) {
      last.text += isSpaced ? text : bare;
      last.to = to;
    } else if (bare !== '') words.push({ text, from, to });
  }
  return joinOpening(words).map(({ text, from, to }) => ({ text: text.trim(), from, to }));
}

/** Opening punctuation belongs to the word behind it. */
function joinOpening(words: readonly { text: string; from: number; to: number }[]): WordTokens[] {
  const joined: WordTokens[] = [];
  let head: WordTokens | null = null;
  for (const word of words) {
    const whole: WordTokens = head
      ? { text: head.text + word.text.trim(), from: head.from, to: word.to }
      : word;
    head = opening.test(whole.text.trim()) ? whole : null;
    if (head === null) joined.push(whole);
  }
  if (head !== null) joined.push(head);
  return joined;
}

/** A character may be spread over several tokens: pieces end where all of its bytes are there. */
function wholeCharacters(
  tokens: readonly number[],
  decode: (tokens: readonly number[]) => string,
): WordTokens[] {
  const pieces: WordTokens[] = [];
  let from = 0;
  for (let to = 1; to <= tokens.length; to++) {
    const text = decode(tokens.slice(from, to));
    const isWhole = !text.includes('\uFFFD') || to - from >= 4 || to === tokens.length;
    if (!isWhole) continue;
    pieces.push({ text, from, to });
    from = to;
  }
  return pieces;
}
