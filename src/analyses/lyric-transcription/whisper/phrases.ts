/** Cuts decoded tokens into phrases with times. */

export interface Phrase {
  readonly text: string;
  /** Seconds from the start of the window. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Its text tokens. */
  readonly tokens: readonly number[];
}

const secondsPerTimestamp = 0.02;

export interface Phrases {
  readonly phrases: readonly Phrase[];
  /** Where the last phrase with both its times ended; null where there is none. */
  readonly closedAt: number | null;
}

/** Without timestamps all text is one phrase over the whole window. */
export function phrasesOf(
  tokens: readonly number[],
  firstTimestampToken: number,
  windowSeconds: number,
  textOf: (tokens: readonly number[]) => string,
): Phrases {
  const phrases: Phrase[] = [];
  let words: number[] = [];
  let startSeconds = 0;
  let closedAt: number | null = null;
  const close = (endSeconds: number): void => {
    const text = textOf(words).replace(/\s+/gu, ' ').trim();
    const end = Math.max(startSeconds, Math.min(endSeconds, windowSeconds));
    if (text !== '') phrases.push({ text, startSeconds, endSeconds: end, tokens: words });
    words = [];
  };
  for (const token of tokens) {
    if (token < firstTimestampToken) {
      words.push(token);
      continue;
    }
    const seconds = Math.min(windowSeconds, (token - firstTimestampToken) * secondsPerTimestamp);
    if (words.length > 0) {
      close(seconds);
      closedAt = seconds;
    }
    startSeconds = seconds;
  }
  if (words.length > 0) close(windowSeconds);
  return { phrases, closedAt };
}
