/** Start and end of each word of a text that is sung in one window: forced decoding, attention, time warping. */
import type { Tensor } from 'onnxruntime-node';
import { framesPerSecond, tokenTimes } from './attention-alignment.js';
import type { Attend } from './decoder-attention.js';
import type { WhisperSettings } from './settings.js';
import { wordsOfTokens } from './words.js';

export interface TimedWord {
  readonly text: string;
  /** Seconds from the start of the window. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Geometric mean over its tokens of what the recogniser gave each, 0 … 1. */
  readonly probability: number;
}

export interface WordAlignment {
  readonly attend: Attend;
  readonly settings: WhisperSettings;
  /** Keeps leading spaces. */
  decode(tokens: readonly number[]): string;
}

/**
 * `texts` are token runs (phrases) in the order in which they are sung; no word runs over from one to the next. Returns
 * the words of each. Throws for more tokens than the decoder has positions for.
 */
export async function timedWords(
  { attend, settings, decode }: WordAlignment,
  states: Tensor,
  language: string,
  texts: readonly (readonly number[])[],
  windowSeconds: number,
): Promise<TimedWord[][]> {
  const prompt = [settings.startToken, settings.languages.get(language)!, settings.transcribeToken];
  const tokens = [...prompt, settings.noTimestampsToken, ...texts.flat(), settings.endToken];
  if (tokens.length > settings.maxTokens) {
    throw new Error(
      `${tokens.length} tokens are more than the ${settings.maxTokens} that the recogniser takes.`,
    );
  }
  const { attentions, logProbabilities } = await attend(states, tokens);
  // The row at which a token is predicted is the one before its own; the last row predicts nothing.
  const rows = tokens.length - 1 - prompt.length;
  const skipped = prompt.length * attentions.frames;
  const heads = attentions.heads.map((head) => head.subarray(skipped, skipped + rows * attentions.frames));
  const usedFrames = Math.round(windowSeconds * framesPerSecond);
  const times = tokenTimes({ heads, tokens: rows, frames: attentions.frames }, usedFrames);
  let at = 0;
  return texts.map((text) => {
    const first = at;
    at += text.length;
    return wordsOfTokens(text, language, decode).map(({ text: word, from, to }) => {
      const logs = logProbabilities.subarray(prompt.length + first + from, prompt.length + first + to);
      return {
        text: word,
        startSeconds: Math.min(windowSeconds, times[first + from]!),
        endSeconds: Math.min(windowSeconds, times[first + to]!),
        probability: Math.exp(logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length)),
      };
    });
  });
}
