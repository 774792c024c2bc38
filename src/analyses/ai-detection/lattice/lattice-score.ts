/**
 * How strongly a spectrum carries a lattice. Under "no lattice" the contrasts at a lattice's lines are as good
 * as random draws of mean 0 and deviation 1, so their sum over √count has deviation 1: scores are in standard
 * deviations and comparable across lattices, bandwidths and durations.
 */

import { binHz } from '../listen/mean-spectrum.js';
import type { LatticeFamily } from './lattices.js';
import { type LineContrast, lowestHz } from './line-contrast.js';

/** Variance of a contrast read between two bins by linear interpolation, averaged over the position. */
const interpolatedVariance = 0.75;
const fewestLines = 3;

export interface CombReading {
  readonly score: number;
  readonly lines: number;
}

export interface CombOptions {
  /** Only lines above this count; `lowestHz` by default. */
  readonly fromHz?: number;
  /** Moves every line by this much, to read between the lines. */
  readonly offsetHz?: number;
  /** Leaves out the lines that are multiples of this as well. */
  readonly withoutHz?: number;
}

/** Score of the lattice k · spacingHz + offsetHz; `lines` is 0 where the band holds too few lines to say. */
export function combScore(
  contrast: LineContrast,
  spacingHz: number,
  { fromHz = lowestHz, offsetHz = 0, withoutHz }: CombOptions = {},
): CombReading {
  const phase = offsetHz / spacingHz;
  const first = Math.ceil(fromHz / spacingHz - phase);
  const last = Math.floor(contrast.highestHz / spacingHz - phase);
  const lines = last - first + 1;
  if (lines < fewestLines) return { score: 0, lines: 0 };
  const { values } = contrast;
  const spacingBins = spacingHz / binHz;
  let sum = 0;
  let left = 0;
  for (let k = first; k <= last; k++) {
    if (withoutHz !== undefined && isMultiple((k + phase) * spacingHz, withoutHz)) {
      left++;
      continue;
    }
    const place = (k + phase) * spacingBins;
    const bin = place | 0;
    const fraction = place - bin;
    sum += values[bin]! * (1 - fraction) + values[bin + 1]! * fraction;
  }
  if (lines - left < fewestLines) return { score: 0, lines: 0 };
  return { score: sum / Math.sqrt((lines - left) * interpolatedVariance), lines: lines - left };
}

const isMultiple = (hz: number, ofHz: number): boolean => Math.abs(hz - Math.round(hz / ofHz) * ofHz) < 0.01;

/**
 * Score of a whole family: the mean of its lattices' scores over the deviation that mean has under the null.
 * Lattices of a family share lines: for spacings a < b the shared multiples of lcm(a, b) correlate the two.
 */
export function familyScore(
  contrast: LineContrast,
  family: LatticeFamily,
  scale = 1,
  fromHz: number = lowestHz,
): number {
  let sum = 0;
  let count = 0;
  for (const spacingHz of family.spacingsHz) {
    const { score, lines } = combScore(contrast, spacingHz * scale, { fromHz });
    if (lines === 0) continue;
    sum += score;
    count++;
  }
  // Spacings rise, so those with too few lines are the last ones.
  return count === 0 ? 0 : sum / count / nullDeviation(family, count);
}

const deviations = new Map<string, number>();

/** Deviation of the mean of a family's first `count` scores where no lattice is present. */
export function nullDeviation(family: LatticeFamily, count: number): number {
  const key = `${family.id}:${count}`;
  const known = deviations.get(key);
  if (known !== undefined) return known;
  const spacings = family.spacingsHz.slice(0, count);
  let sum = 0;
  for (const a of spacings) for (const b of spacings) sum += correlation(a, b);
  const deviation = Math.sqrt(sum) / count;
  deviations.set(key, deviation);
  return deviation;
}

/** Shared lines over the geometric mean of the counts: √(a·b) / lcm(a, b). */
function correlation(a: number, b: number): number {
  for (let k = 1; k <= 64; k++) {
    const multiple = (a * k) / b;
    if (Math.abs(multiple - Math.round(multiple)) < 1e-6) return Math.sqrt(a * b) / (a * k);
  }
  return 0;
}
