/**
 * A verdict: what an analysis concludes, in one shape for all of them (`detail.verdict`). The documented callback
 * fields, the dashboard, the command line and reports are derived from it, so that they cannot contradict each other.
 */
import type { JsonObject } from './task.js';

/**
 * - `found`: the evidence passes the threshold that keeps false alarms rare.
 * - `possible`: the evidence is stronger than chance, and too weak for `found`: a person should look.
 * - `not_found`: it was searched, and the evidence is what unrelated material gives.
 * - `cannot_tell`: the input does not allow an answer (silence, too short, contradicting evidence, an index not reached).
 * - `nothing_to_compare`: there was nothing to search: the dataset or catalogue is empty.
 */
export const findings = ['found', 'possible', 'not_found', 'cannot_tell', 'nothing_to_compare'] as const;
export type Finding = (typeof findings)[number];

export interface Verdict {
  readonly finding: Finding;
  /** Calibrated, 0 to 1: of cases with this evidence, the share in which what is asked for is there. */
  readonly probability?: number;
  /** How many of 1,000 unrelated songs (or recordings) would give evidence as strong as this; bounded where it is stated. */
  readonly expectedFalseAlarms?: number;
  /** The threshold that `found` had to pass: what is measured, in which unit, and its value. */
  readonly threshold?: { readonly of: string; readonly value: number };
  /** How much was searched; absent where nothing is searched (AI detection). */
  readonly searched?: { readonly count: number; readonly unit: 'songs' | 'lines' };
  /** The best match, where there is one. */
  readonly match?: JsonObject;
  /** Short sentences in plain English, each naming a measurement and its value. */
  readonly reasons: readonly string[];
  /** Short sentences: what this analysis cannot see. */
  readonly limits: readonly string[];
}

/**
 * The rarest evidence that was counted, in 1,000 unrelated songs: one in a million. Calibrations go on beyond it, to order songs and to set
 * thresholds, but nobody has counted how rare such evidence is.
 */
export const rarestCounted = 0.001;

/** Expected false alarms in 1,000 as results state them: never fewer than were counted. */
export const statedFalseAlarms = (per1000: number): number => Math.max(rarestCounted, per1000);

/** The same in words, of 1,000 or of as many as were searched: two significant digits, never in powers of ten. */
export function falseAlarmWords(per1000: number, among = 1000): string {
  const isRarest = Number(per1000.toPrecision(2)) <= rarestCounted;
  const count = Number((((isRarest ? rarestCounted : per1000) * among) / 1000).toPrecision(2));
  const figure = count < 1000 ? String(count) : count.toLocaleString('en');
  return isRarest ? `fewer than ${figure}` : figure;
}

/** The verdict as it stands in `detail.verdict`: fields in snake_case, absent ones left out. */
export function verdictToJson(verdict: Verdict): JsonObject {
  const { expectedFalseAlarms, probability, threshold, searched, match } = verdict;
  return {
    finding: verdict.finding,
    ...(probability === undefined ? {} : { probability }),
    ...(expectedFalseAlarms === undefined
      ? {}
      : { expected_false_alarms: statedFalseAlarms(expectedFalseAlarms) }),
    ...(threshold === undefined ? {} : { threshold: { ...threshold } }),
    ...(searched === undefined ? {} : { searched: { ...searched } }),
    ...(match === undefined ? {} : { match }),
    reasons: [...verdict.reasons],
    limits: [...verdict.limits],
  };
}
