/**
 * Fits a line to the pairs of peaks about it. Least squares over all pairs within a window is drawn towards the line that
 * the window lies about, because chance fills the window evenly: measured, speeds were up to 0.08 % wrong, more than a
 * frame at the end of 20 s. So pairs count by their closeness in the end (iteratively reweighted least squares with the
 * weights of Welsch, in Holland and Welsch 1977), and the speed is right to 0.02 %.
 */

import { framesPerSecond, verification } from '../parameters.js';
import type { Line } from './coincidence.js';
import type { NearPairs } from './near-pairs.js';

/** Frames within which all pairs count the same, step by step. */
const halfWidths = [6, 4, 2.5, 2];
/** Frames at which a pair counts exp(−1/2), step by step; the last is about what peaks are placed to. */
const closeFrames = [1.5, 1.2, 1, 0.8, 0.6, 0.6];
/** Pairs farther away, in multiples of the above, count nothing. */
const farthest = 3;
const farthestCents = 30;
/** The sum of weights from which a line is fitted. */
const minWeight = { plain: 4, byCloseness: 3 } as const;

/** The line near `line` about which the pairs lie; `pairs` count their query times from `pairs`' pivot, 0. */
export function fitLine(pairs: NearPairs, line: Line): Line {
  const near = halfWidths.reduce((coarse, halfWidth) => plainFit(pairs, coarse, halfWidth), line);
  return closeFrames.reduce((coarse, frames) => closeFit(pairs, coarse, frames), near);
}

/** The start at which the pairs lie about a line of this scale and pitch, where the speed is taken to be unchanged. */
export function fitStart(pairs: NearPairs, line: Line, middle: number): Line {
  return halfWidths.reduce((coarse, halfWidth) => {
    const fitted = plainFit(pairs, coarse, halfWidth);
    return { start: fitted.start + (fitted.scale - 1) * middle, scale: 1, cents: 0 };
  }, line);
}

/** Sums of times and of residuals, in frames. */
interface Sums {
  weight: number;
  t: number;
  r: number;
  tt: number;
  tr: number;
}

/** Least squares of time, and the median of pitch. */
function plainFit(pairs: NearPairs, line: Line, halfWidth: number): Line {
  const { delays, cents, fromPivot } = pairs;
  const [later, faster] = [line.start - pairs.line.start, line.scale - pairs.line.scale];
  const sums: Sums = { weight: 0, t: 0, r: 0, tt: 0, tr: 0 };
  const end = pairs.endAt(line.cents + farthestCents);
  const first = pairs.startAt(line.cents - farthestCents);
  if (end - first > pitches.length) pitches = new Float64Array(2 * (end - first));
  for (let pair = first; pair < end; pair++) {
    const apart = cents[pair]! - line.cents;
    if (apart > farthestCents || apart < -farthestCents) continue;
    const t = fromPivot[pair]!;
    const r = delays[pair]! - later - faster * t;
    if (r > halfWidth || r < -halfWidth) continue;
    pitches[sums.weight++] = apart;
    sums.t += t;
    sums.r += r;
    sums.tt += t * t;
    sums.tr += t * r;
  }
  if (sums.weight < minWeight.plain) return line;
  return corrected(line, sums, pitches.subarray(0, sums.weight).sort()[sums.weight >> 1]!);
}

/** Least squares of time and of pitch, each pair weighted by its closeness to the line. */
function closeFit(pairs: NearPairs, line: Line, frames: number): Line {
  const { delays, cents, fromPivot } = pairs;
  const [later, faster] = [line.start - pairs.line.start, line.scale - pairs.line.scale];
  const [perFrames, perCents] = [-0.5 / frames ** 2, -0.5 / verification.closeCents ** 2];
  const halfWidth = farthest * frames;
  const sums: Sums = { weight: 0, t: 0, r: 0, tt: 0, tr: 0 };
  let sumCents = 0;
  const end = pairs.endAt(line.cents + farthestCents);
  for (let pair = pairs.startAt(line.cents - farthestCents); pair < end; pair++) {
    const apart = cents[pair]! - line.cents;
    if (apart > farthestCents || apart < -farthestCents) continue;
    const t = fromPivot[pair]!;
    const r = delays[pair]! - later - faster * t;
    if (r > halfWidth || r < -halfWidth) continue;
    const weight = Math.exp(perFrames * r * r + perCents * apart * apart);
    sums.weight += weight;
    sums.t += weight * t;
    sums.r += weight * r;
    sums.tt += weight * t * t;
    sums.tr += weight * t * r;
    sumCents += weight * apart;
  }
  return sums.weight < minWeight.byCloseness ? line : corrected(line, sums, sumCents / sums.weight);
}

/** The line moved by what its residuals show; its scale only where they are spread over more than a second. */
function corrected(line: Line, { weight, t, r, tt, tr }: Sums, cents: number): Line {
  const mean = t / weight;
  const spread = tt / weight - mean * mean;
  const slope = spread > framesPerSecond ** 2 ? (tr / weight - (mean * r) / weight) / spread : 0;
  return {
    start: line.start + r / weight - slope * mean,
    scale: line.scale + slope,
    cents: line.cents + cents,
  };
}

/** Of the line being fitted: used again, as a query has hundreds of fits. */
let pitches = new Float64Array(1024);
