/**
 * When is a match a duplicate? The highest z of a wrong song grows with the logarithm of the number of songs,
 * because the tail of wrong alignments is exponential: Z(N) keeps false matches below one query in a thousand.
 * The numbers come from the bench's negatives; docs/analyses/fingerprint.md has the run.
 */
import type { Alignment } from './verify.js';

export const falseMatchModel = {
  /** z that one query in a thousand reaches by chance in a catalogue of a thousand songs. */
  zAtThousandSongs: 26,
  /** How much higher it lies when there are e times as many songs. */
  zPerLogSongs: 4,
  falseRate: 1e-3,
} as const;

/** How much alike two recordings must be. */
export type Strictness = 'normal' | 'strict';

export const decisionRules: Readonly<Record<Strictness, DecisionRules>> = {
  normal: { minExcess: 0.12, minCoverage: 0.5, minLikeness: 0.74 },
  strict: { minExcess: 0.3, minCoverage: 0.7, minLikeness: 0.8 },
};

export interface DecisionRules {
  readonly minExcess: number;
  readonly minCoverage: number;
  /** Of sharpness + excessInLikeness · excess. */
  readonly minLikeness: number;
}

/** Many coincident peaks make up for a little less exactness: distortion moves all peaks, noise hides most. */
const excessInLikeness = 0.15;

/** Whether the alignment is alike enough to be of one recording, whatever its z says about chance. */
export function isAlike(alignment: Alignment, rules: DecisionRules): boolean {
  return (
    alignment.excess >= rules.minExcess &&
    alignment.coverage >= rules.minCoverage &&
    alignment.sharpness + excessInLikeness * alignment.excess >= rules.minLikeness
  );
}

/** A match that holds for less of the query is reported but is no duplicate. */
const minQueryCoverage = 0.5;

/** The least z of a duplicate in a catalogue of `songs`. */
export function zThreshold(songs: number): number {
  const { zAtThousandSongs, zPerLogSongs } = falseMatchModel;
  // Music on a strict grid reaches z = 24 against the backwards play of itself: a small catalogue is no licence.
  return zAtThousandSongs + zPerLogSongs * Math.log(Math.max(songs, 1000) / 1000);
}

/** Expected number of wrong songs that would reach this z in one query. */
export function expectedFalseMatches(z: number, songs: number): number {
  return falseMatchModel.falseRate * Math.exp((zThreshold(songs) - z) / falseMatchModel.zPerLogSongs);
}

/** Whether the alignment is evidence of one recording at all, however little of the query it covers. */
export function isMatch(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  return alignment.z >= zThreshold(songs) && isAlike(alignment, decisionRules[strictness]);
}

/** Whether the query as a whole duplicates the song. */
export function isDuplicate(alignment: Alignment, songs: number, strictness: Strictness): boolean {
  return isMatch(alignment, songs, strictness) && alignment.queryCoverage >= minQueryCoverage;
}
