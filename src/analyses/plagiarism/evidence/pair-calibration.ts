/**
 * What the evidence of a pair of songs means: how many of 1,000 unrelated songs would reach it, for notes that were written and for
 * notes that were transcribed. Measured where there are pairs, and exponential beyond them (peaks over a threshold,
 * Pickands 1975).
 */
import { z } from 'zod';
import type { Origin } from './origin.js';

export const pairCalibrationFormat = 'contrafact-pair-calibration';

const tail = z.strictObject({
  /** Levels of the evidence, rising, and how many of 1,000 unrelated songs reach them: of the kind of music that reaches them most often. */
  levels: z.array(z.number().finite()).min(1),
  per1000: z.array(z.number().positive()).min(1),
  /** By how much the evidence rises to be e times rarer beyond the last level. */
  decay: z.number().positive(),
  /** Unrelated pairs behind it, and the kinds of music that they are of. */
  pairs: z.number().int().positive(),
  kinds: z.array(z.string()).min(1),
});

export const pairCalibrationSchema = z
  .strictObject({
    format: z.literal(pairCalibrationFormat),
    formatVersion: z.literal(2),
    version: z.string().min(1),
    /** What is calibrated, in which unit. */
    of: z.string().min(1),
    /** Expected false alarms in 1,000 unrelated songs up to which a pair below the reporting threshold is `possible`. */
    possible: z.number().positive(),
    /** Unrelated songs that may be expected at most in all that a search looks at, for a song of it to be reported. */
    reportedInSearch: z.number().positive(),
    written: tail,
    transcribed: tail,
  })
  .refine(({ written, transcribed }) => [written, transcribed].every(isOrdered), {
    message: 'levels must rise and rates must fall',
  });

export type PairCalibration = z.infer<typeof pairCalibrationSchema>;
type Tail = z.infer<typeof tail>;

function isOrdered({ levels, per1000 }: Tail): boolean {
  const rises = levels.every((value, at) => at === 0 || value > levels[at - 1]!);
  const falls = per1000.every((value, at) => at === 0 || value < per1000[at - 1]!);
  return rises && falls && levels.length === per1000.length;
}

/** How many of 1,000 unrelated songs would reach this evidence: 1,000 below the lowest level, never 0, and falling with it. */
export function falseAlarmsPer1000(calibration: PairCalibration, origin: Origin, evidence: number): number {
  const { levels, per1000, decay } = calibration[origin];
  const last = levels.length - 1;
  if (evidence >= levels[last]!) return per1000[last]! * Math.exp((levels[last]! - evidence) / decay);
  const at = levels.findIndex((level) => level > evidence);
  if (at === 0) return 1000;
  const share = (evidence - levels[at - 1]!) / (levels[at]! - levels[at - 1]!);
  return per1000[at - 1]! * (per1000[at]! / per1000[at - 1]!) ** share;
}

/** The evidence that this number of 1,000 unrelated songs reach: the inverse of falseAlarmsPer1000 from the lowest level upwards. */
export function evidenceReachedBy(calibration: PairCalibration, origin: Origin, rate: number): number {
  const { levels, per1000, decay } = calibration[origin];
  const last = levels.length - 1;
  if (rate <= per1000[last]!) return levels[last]! + decay * Math.log(per1000[last]! / rate);
  const at = per1000.findIndex((one) => one < rate);
  if (at === 0) return levels[0]!;
  const share = Math.log(rate / per1000[at - 1]!) / Math.log(per1000[at]! / per1000[at - 1]!);
  return levels[at - 1]! + share * (levels[at]! - levels[at - 1]!);
}
