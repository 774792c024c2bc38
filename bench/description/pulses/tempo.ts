/**
 * Tempo from the repetition of onsets: autocorrelation of the onset curve, each lag supported by its multiples,
 * weighted by how usual the tempo is (Ellis, "Beat tracking by dynamic programming", JNMR 2007, section 3).
 */

import { autocorrelation } from '../../../src/music/rhythm/autocorrelation.js';

export interface TempoCandidate {
  readonly periodFrames: number;
  /** Relative to the best, 0 … 1. */
  readonly weight: number;
}

const slowestBpm = 45;
const fastestBpm = 220;
const usualBpm = 90;
const spreadOctaves = 0.75;

/** log-Gaussian preference for usual tempi, 0 … 1. */
export function tempoPrior(bpm: number): number {
  const octaves = Math.log2(bpm / usualBpm) / spreadOctaves;
  return Math.exp(-0.5 * octaves * octaves);
}

/** The likeliest beat periods, best first; at most `limit`, never two within 8 % of each other. */
export function tempoCandidates(onset: Float32Array, framesPerSecond: number, limit = 5): TempoCandidate[] {
  const longest = Math.ceil((60 * framesPerSecond) / slowestBpm);
  const shortest = Math.floor((60 * framesPerSecond) / fastestBpm);
  const correlation = autocorrelation(onset, longest * 4 + 4);
  const near = (lag: number): number => {
    const centre = Math.round(lag);
    let best = 0;
    for (let i = centre - 1; i <= centre + 1; i++) best = Math.max(best, correlation[i] ?? 0);
    return best;
  };
  const scores = new Float32Array(longest + 1);
  for (let lag = shortest; lag <= longest; lag++) {
    const support = correlation[lag]! + 0.5 * near(lag * 2) + 0.25 * near(lag * 3) + 0.5 * near(lag * 4);
    scores[lag] = support * tempoPrior((60 * framesPerSecond) / lag);
  }
  const peaks: { periodFrames: number; score: number }[] = [];
  for (let lag = shortest + 1; lag < longest; lag++) {
    const score = scores[lag]!;
    if (score <= 0 || score < scores[lag - 1]! || score <= scores[lag + 1]!) continue;
    const curvature = scores[lag - 1]! - 2 * score + scores[lag + 1]!;
    const shift = curvature < 0 ? (0.5 * (scores[lag - 1]! - scores[lag + 1]!)) / curvature : 0;
    peaks.push({ periodFrames: lag + shift, score });
  }
  peaks.sort((a, b) => b.score - a.score);
  const chosen: { periodFrames: number; score: number }[] = [];
  for (const peak of peaks) {
    if (chosen.some(({ periodFrames }) => Math.abs(Math.log(periodFrames / peak.periodFrames)) < 0.08))
      continue;
    chosen.push(peak);
    if (chosen.length === limit) break;
  }
  return chosen.map(({ periodFrames, score }) => ({ periodFrames, weight: score / chosen[0]!.score }));
}

/**
 * The period around `periodFrames` as it drifts: for every `hopFrames` frames the best lag of a window, within
 * 18 %, along the smoothest path.
 */
export function periodCurve(
  onset: Float32Array,
  periodFrames: number,
  hopFrames: number,
  windowFrames: number,
): Float32Array {
  const steps = 37;
  const lags = Float32Array.from({ length: steps }, (_, i) => periodFrames * 2 ** ((i - 18) / 76));
  const maxLag = 2 * Math.ceil(lags[steps - 1]!) + 2;
  const count = Math.max(1, Math.ceil(onset.length / hopFrames));
  const back = new Uint8Array(count * steps);
  let before = new Float32Array(steps);
  let now = new Float32Array(steps);
  for (let step = 0; step < count; step++) {
    const centre = step * hopFrames + (hopFrames >> 1);
    const from = Math.max(0, Math.min(centre - (windowFrames >> 1), onset.length - windowFrames));
    const correlation = autocorrelation(onset.subarray(from, from + windowFrames), maxLag);
    for (let i = 0; i < steps; i++) {
      const lag = lags[i]!;
      const local = interpolate(correlation, lag) + 0.7 * interpolate(correlation, 2 * lag);
      let best = Number.NEGATIVE_INFINITY;
      for (let j = Math.max(0, i - 4); j <= Math.min(steps - 1, i + 4); j++) {
        const value = before[j]! - 0.04 * (i - j) * (i - j);
        if (value > best) {
          best = value;
          back[step * steps + i] = j;
        }
      }
      now[i] = best + local;
    }
    [before, now] = [now, before];
  }
  const curve = new Float32Array(count);
  let at = before.indexOf(Math.max(...before));
  for (let step = count - 1; step >= 0; step--) {
    curve[step] = lags[at]!;
    at = back[step * steps + at]!;
  }
  return curve;
}

function interpolate(values: Float32Array, at: number): number {
  const index = Math.floor(at);
  const low = values[index] ?? 0;
  return low + (at - index) * ((values[index + 1] ?? 0) - low);
}
