/**
 * Judges a decoded window: whether it repeats itself, whether anything was said, and which of several attempts is kept.
 * The thresholds are the published ones (Radford et al. 2022, section 4.5).
 */
import { deflateSync } from 'node:zlib';
import type { Decoded } from './decode.js';
import { type Phrase, phrasesOf } from './phrases.js';
import { withoutLoop } from './repetition.js';
import type { WhisperSettings } from './settings.js';

/** One after the other, until a text passes. */
export const fallbackTemperatures: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];
const highestCompressionRatio = 2.4;
const lowestMeanLogProbability = -1;
const noSpeechThreshold = 0.6;

export interface Attempt {
  readonly phrases: readonly Phrase[];
  readonly text: string;
  readonly meanLogProbability: number;
  readonly compressionRatio: number;
  /** It ran into a loop, or compresses too well. */
  readonly repeats: boolean;
  readonly temperature: number;
  /** The model says that nothing was said, and was not sure of any text either. */
  readonly isSilent: boolean;
  /** Where decoding stopped early: seconds from the window's start, else null. */
  readonly unfinishedFrom: number | null;
}

/** `decodeText` keeps leading spaces. */
export function judge(
  decoded: Decoded,
  { firstTimestampToken }: Pick<WhisperSettings, 'firstTimestampToken'>,
  heard: { readonly noSpeech: number; readonly seconds: number },
  temperature: number,
  decodeText: (tokens: readonly number[]) => string,
): Attempt {
  const tokens = withoutLoop(decoded.tokens);
  const { phrases, closedAt } = phrasesOf(tokens, firstTimestampToken, heard.seconds, decodeText);
  const text = phrases.map((phrase) => phrase.text).join('\n');
  const ratio = compressionRatio(text);
  const isUnsure = decoded.meanLogProbability < lowestMeanLogProbability;
  const isCutOff = decoded.endedBy === 'length' && closedAt !== null && closedAt > 1;
  return {
    phrases,
    text,
    meanLogProbability: decoded.meanLogProbability,
    compressionRatio: ratio,
    repeats: decoded.endedBy === 'loop' || ratio > highestCompressionRatio,
    temperature,
    isSilent: heard.noSpeech > noSpeechThreshold && isUnsure,
    unfinishedFrom: isCutOff ? closedAt : null,
  };
}

/** Whether the window is decoded again at the next temperature. */
export function needsAnother({ isSilent, repeats, meanLogProbability }: Attempt): boolean {
  return !isSilent && (repeats || meanLogProbability < lowestMeanLogProbability);
}

/**
 * Where no temperature gives a text that passes, the one that the model finds likeliest and that does not repeat itself: the last
 * one is mostly noise.
 */
export function betterAttempt<T extends Pick<Attempt, 'repeats' | 'meanLogProbability'>>(
  earlier: T | undefined,
  later: T,
): T {
  if (earlier === undefined) return later;
  if (earlier.repeats !== later.repeats) return earlier.repeats ? later : earlier;
  return later.meanLogProbability > earlier.meanLogProbability ? later : earlier;
}

/** Bytes of UTF-8 over bytes after DEFLATE: a text that repeats itself compresses well. */
function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}
