/**
 * When is a match a duplicate? The highest z of a wrong song grows with the logarithm of the number of songs,
 * because the tail of wrong alignments is exponential: Z(N) keeps false matches below one query in a thousand.
 * The numbers come from the bench's negatives; docs/analyses/fingerprint.md has the run.
 */
import type { Alignment } from './measure.js';

const falseMatchModel = {
  /** z that one query in a thousand reaches by chance in a catalogue of a thousand songs. */
  zAtThousandSongs: 18,
  /** How much higher it lies when there are e times as many songs. */
  zPerLogSongs: 3,
  falseRate: 1e-3,
} as const;

/** How much alike two recordings must be. */
export type Strictness = 'normal' | 'strict';

export const decisionRules: Readonly<Record<Strictness, DecisionRules>> = {
  normal: { minExcess: 0.08, minCoverage: 0.5, minLikeness: 0.98, minAgreement: 0.07 },
  strict: { minExcess: 0.3, minCoverage: 0.7, minLikeness: 1.15, minAgreement: 0.3 },
};

export interface DecisionRules {
  readonly minExcess: number;
  readonly minCoverage: number;
  readonly minLikeness: number;
  /** However sharp the rest: a band of pitch without anything in common is no copy's. */
  readonly minAgreement: number;
}

/** How much the weights of the evidence are, for a sharpness of weight 1: a logistic regression's. */
const agreementWeight = 0.68;
const speedWeight = 0.15;

/**
 * How surely the two are one recording and not two renditions of the same notes: sharpness and agreement, and whether
 * pitch and tempo are changed by the same factor, as a machine does and no performer.
 */
export function likeness(alignment: Alignment): number {
  const speed = isSpeedChange(alignment) ? speedWeight : 0;
  return alignment.sharpness + agreementWeight * alignment.agreement + speed;
}

function isSpeedChange({ scale, pitchCents }: Alignment): boolean {
  return Math.abs(scale - 1) > 0.008 && Math.abs(pitchCents - 1200 * Math.log2(scale)) < 6;
}

/** Whether the alignment is alike enough to be of one recording, whatever its z says about chance. */
export function isAlike(alignment: Alignment, rules: DecisionRules): boolean {
  return (
    alignment.excess >= rules.minExcess &&
    alignment.coverage >= rules.minCoverage &&
    alignment.agreement >= rules.minAgreement &&
    likeness(alignment) >= rules.minLikeness
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
