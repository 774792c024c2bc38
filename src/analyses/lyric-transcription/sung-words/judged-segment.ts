/** A transcribed segment, and whether its words are kept. */
import type { TranscribedSegment } from '../recognise-song.js';
import { type WordMeasurements, wordMeasurements } from './word-measurements.js';
import { judgeMeasurements, type WordJudgement } from './word-odds.js';

/**
 * `unlikely-words`: by the evidence the recogniser invented them. `no-words`: nothing is written that has a letter or a digit.
 */
export type LeftOut = 'unlikely-words' | 'no-words';

export interface JudgedSegment extends TranscribedSegment {
  /** Null where there are no words. */
  readonly measured: WordMeasurements | null;
  /** Null where there are no words, or an endpoint gave nothing to judge them by: then they are kept. */
  readonly judgement: WordJudgement | null;
  readonly leftOut: LeftOut | null;
}

export function judged(segment: TranscribedSegment): JudgedSegment {
  const measured = wordMeasurements(segment);
  if (measured === null) return { ...segment, measured, judgement: null, leftOut: 'no-words' };
  const judgement = judgeMeasurements(measured);
  return { ...segment, measured, judgement, leftOut: judgement?.isKept === false ? 'unlikely-words' : null };
}
