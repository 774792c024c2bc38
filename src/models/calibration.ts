/**
 * The calibration of an evidence model: what its log-odds mean. How often unrelated material reaches them (expected false
 * alarms), how likely what is looked for is there, and the threshold that a budget of false alarms gives.
 */

import { z } from 'zod';
import { rounded } from '../numbers/rounded.js';
import { logistic } from '../signal/logistic.js';

const calibrationFormat = 'contrafact-calibration';

export const calibrationSchema = z.strictObject({
  format: z.literal(calibrationFormat),
  formatVersion: z.literal(1),
  /** Id and version of the evidence model whose log-odds these are. */
  model: z.string().min(1),
  modelVersion: z.string().min(1),
  /** Named in every result that was made with it. */
  version: z.string().min(1).max(80),
  /** The budget: of 1,000 cases without what is looked for, at most this many may be reported as found. */
  falseAlarmsPer1000: z.number().positive().max(500),
  /** Log-odds that held-out negative cases have: their quantiles 0, 0.1 … 0.9. */
  deciles: z.array(z.number().finite()).length(10),
  /** By how much the log-odds rise to be e times rarer above the last decile (peaks over a threshold, Pickands 1975). */
  tailDecay: z.number().positive(),
  /** Probability = logistic(slope · log-odds + offset). */
  slope: z.number().positive(),
  offset: z.number().finite(),
  /** Negative cases and their groups behind the quantiles. */
  cases: z.number().int().positive(),
  groups: z.number().int().positive(),
});

export type FalseAlarmCalibration = z.infer<typeof calibrationSchema>;

/** How many of 1,000 negative cases would reach these log-odds. Never 0, and falling with them. */
export function expectedFalseAlarms(
  { deciles, tailDecay }: Pick<FalseAlarmCalibration, 'deciles' | 'tailDecay'>,
  logOdds: number,
): number {
  const last = deciles.length - 1;
  if (logOdds >= deciles[last]!) return 100 * Math.exp((deciles[last]! - logOdds) / tailDecay);
  for (let index = last - 1; index >= 0; index--) {
    const [from, to] = [deciles[index]!, deciles[index + 1]!];
    if (logOdds < from) continue;
    return 1000 - 100 * (index + (to > from ? (logOdds - from) / (to - from) : 0));
  }
  return 1000;
}

/** The log-odds from which on no more than `per1000` of 1,000 negative cases are reported. */
export function thresholdFor(calibration: FalseAlarmCalibration, per1000: number): number {
  const { deciles, tailDecay } = calibration;
  const last = deciles.length - 1;
  if (per1000 <= 100) return deciles[last]! + tailDecay * Math.log(100 / per1000);
  const place = Math.min(last, Math.max(0, (1000 - per1000) / 100));
  const left = Math.min(last - 1, Math.floor(place));
  return deciles[left]! + (place - left) * (deciles[left + 1]! - deciles[left]!);
}

/** 0 … 1, rising with the log-odds. */
export const probabilityOf = ({ slope, offset }: FalseAlarmCalibration, logOdds: number): number =>
  logistic(slope * logOdds + offset);

export interface HeldOutCase {
  readonly logOdds: number;
  readonly isPositive: boolean;
  /** What is held out together: a collection, a generator. */
  readonly group: string;
}

/** By how much a tail falls at least: quantiles of few cases must not make certainty. */
const minDecay = 0.5;
/** Negative cases are this much more frequent than positive ones before anything is measured: declared, not measured. */
export const declaredNegativeOdds = 3;

export interface CalibrateOptions {
  readonly model: string;
  readonly modelVersion: string;
  readonly version: string;
  readonly falseAlarmsPer1000: number;
  /** Slope and offset of an earlier calibration, where there is no positive case to fit them on. */
  readonly earlier?: Pick<FalseAlarmCalibration, 'slope' | 'offset'>;
}

/**
 * Calibrates on cases that the model did not see. The same cases give the same calibration.
 * @throws RangeError where there are fewer than ten negative cases, or no positive ones and no earlier calibration
 */
export function calibrate(cases: readonly HeldOutCase[], options: CalibrateOptions): FalseAlarmCalibration {
  const { earlier, ...named } = options;
  const negative = cases.filter(({ isPositive }) => !isPositive);
  if (negative.length < 10)
    throw new RangeError(`Calibrating needs at least 10 recordings; there are ${negative.length}.`);
  const sorted = negative.map(({ logOdds }) => logOdds).sort((a, b) => a - b);
  const deciles = Array.from({ length: 10 }, (_, index) => rounded(quantileOf(sorted, index / 10), 3));
  const line = cases.length > negative.length ? fitLine(cases) : earlier;
  if (line === undefined) throw new RangeError('Calibrating a probability needs positive cases as well.');
  return {
    format: calibrationFormat,
    formatVersion: 1,
    ...named,
    deciles,
    tailDecay: rounded(tailDecayOf(sorted), 3),
    slope: rounded(line.slope, 3),
    offset: rounded(line.offset, 3),
    cases: negative.length,
    groups: new Set(negative.map(({ group }) => group)).size,
  };
}

function quantileOf(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const left = Math.floor(place);
  return sorted[left]! + (place - left) * ((sorted[left + 1] ?? sorted[left]!) - sorted[left]!);
}

/** The mean excess over the ninth decile, one deviation of that mean above it: errors fall on the careful side. */
function tailDecayOf(sorted: readonly number[]): number {
  const from = quantileOf(sorted, 0.9);
  const excess = sorted.filter((value) => value > from).map((value) => value - from);
  const mean = excess.reduce((sum, value) => sum + value, 0) / Math.max(1, excess.length);
  return Math.max(minDecay, mean * (1 + 1 / Math.sqrt(Math.max(1, excess.length))));
}

/** Platt's line on held-out cases: both classes balanced to the declared odds, every group counting the same. */
function fitLine(cases: readonly HeldOutCase[]): { slope: number; offset: number } {
  const sizes = new Map<string, number>();
  const keyOf = ({ isPositive, group }: HeldOutCase): string => `${isPositive} ${group}`;
  for (const one of cases) sizes.set(keyOf(one), (sizes.get(keyOf(one)) ?? 0) + 1);
  const groups = (isPositive: boolean): number =>
    [...sizes.keys()].filter((key) => key.startsWith(`${isPositive} `)).length;
  const share = { true: 1 / groups(true), false: declaredNegativeOdds / groups(false) };
  let slope = 0.5;
  let offset = 0;
  for (let iteration = 0; iteration < 4000; iteration++) {
    let [bySlope, byOffset, total] = [0, 0, 0];
    for (const one of cases) {
      const weight = share[`${one.isPositive}`] / sizes.get(keyOf(one))!;
      const error = weight * ((one.isPositive ? 1 : 0) - logistic(slope * one.logOdds + offset));
      bySlope += error * one.logOdds;
      byOffset += error;
      total += weight;
    }
    slope = Math.max(0.05, slope + (0.02 * bySlope) / total);
    offset += (0.2 * byOffset) / total;
  }
  return { slope, offset };
}
