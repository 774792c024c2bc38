/** What the recogniser and the acoustics give to judge a segment's words by. Numbers, and no verdict. */
import type { TimedLine } from '../../../domain/timed-lyrics.js';

/** A transcribed segment as far as its words are judged. */
export interface WrittenSegment {
  readonly phrases: readonly TimedLine[];
  /** Highest probability of a voice in the segment. */
  readonly voice: number;
  /** Null where an endpoint does not say it. */
  readonly noSpeech: number | null;
  readonly meanLogProbability: number | null;
  /** Probabilities of languages; of one language alone where an endpoint named it. */
  readonly heard: Readonly<Record<string, number>>;
}

export interface WordMeasurements {
  /** Mean of what the recogniser gives each word when it is made to write them again; null without such a pass. */
  readonly word_probability: number | null;
  /** Of the tokens as they were written. */
  readonly log_probability: number | null;
  readonly no_speech: number | null;
  /** Probability of the likeliest language; null where only its name is known. */
  readonly language: number | null;
  readonly voice: number;
}

export type WordMeasurement = keyof WordMeasurements;

/** Null where nothing is written that has a letter or a digit. */
export function wordMeasurements(segment: WrittenSegment): WordMeasurements | null {
  const written = segment.phrases.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  if (written.length === 0) return null;
  const words = written.flatMap((phrase) => phrase.words ?? []);
  const languages = Object.values(segment.heard);
  const isTimed = written.every((phrase) => (phrase.words ?? []).length > 0);
  return {
    word_probability: isTimed
      ? words.reduce((sum, { probability }) => sum + probability, 0) / words.length
      : null,
    log_probability: segment.meanLogProbability,
    no_speech: segment.noSpeech,
    language: languages.length < 2 ? null : Math.max(...languages),
    voice: segment.voice,
  };
}
