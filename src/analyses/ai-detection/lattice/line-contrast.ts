/**
 * From a mean log spectrum to the contrast of its narrow lines: what stands above its near neighbours, in units
 * of the spectrum's own roughness. The near neighbours are the null: whatever makes a region strong (an
 * instrument's harmonics, a formant, an equaliser) makes the neighbours strong too and cancels.
 */
import { runningMedian } from '../../../signal/running-median.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';

export const lowestHz = 1000;
const highestHz = 16_000;
const floorBins = 101;
const spreadBins = 301;
const bandwidthBins = 201;
/** Distance in bins at which neighbours start (clear of a Hann line's main lobe) and end. */
const nearBins = 3;
const farBins = 16;
/** A single strong partial must not pass for a lattice: contrasts are clipped. */
const clip = 3.5;

export interface LineContrast {
  /** Mean 0 and standard deviation 1 between `lowestHz` and `highestHz`; a value a bin. */
  readonly values: Float32Array;
  readonly highestHz: number;
  /** Highest frequency within 90 dB of the strongest region. */
  readonly bandwidthHz: number;
}

function bandwidthOf(logPower: Float32Array): number {
  const smooth = runningMedian(logPower, bandwidthBins);
  const strongest = smooth.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
  let last = 0;
  for (let bin = 0; bin < binCount; bin++) if (smooth[bin]! > strongest - 9 * Math.LN10) last = bin;
  return last * binHz;
}

/** `logPower`: mean natural log power a bin (see mean-spectrum.ts). */
export function lineContrast(logPower: Float32Array): LineContrast {
  const bandwidthHz = bandwidthOf(logPower);
  const top = Math.min(highestHz, bandwidthHz - 200);
  const floor = runningMedian(logPower, floorBins);
  const residual = new Float32Array(binCount);
  const deviation = new Float32Array(binCount);
  for (let bin = 0; bin < binCount; bin++) {
    residual[bin] = logPower[bin]! - floor[bin]!;
    deviation[bin] = Math.abs(residual[bin]!);
  }
  const spread = runningMedian(deviation, spreadBins);
  for (let bin = 0; bin < binCount; bin++) {
    residual[bin] = Math.min(8, Math.max(-3, residual[bin]! / (1.4826 * spread[bin]! + 0.02)));
  }
  return { values: standardised(againstNeighbours(residual), top), highestHz: top, bandwidthHz };
}

function againstNeighbours(residual: Float32Array): Float32Array {
  const sums = new Float64Array(binCount + 1);
  for (let bin = 0; bin < binCount; bin++) sums[bin + 1] = sums[bin]! + residual[bin]!;
  const contrast = new Float32Array(binCount);
  for (let bin = farBins; bin < binCount - farBins; bin++) {
    const all = sums[bin + farBins + 1]! - sums[bin - farBins]!;
    const near = sums[bin + nearBins]! - sums[bin - nearBins + 1]!;
    const neighbours = (all - near) / (2 * farBins + 1 - (2 * nearBins - 1));
    contrast[bin] = Math.min(clip, Math.max(-clip, residual[bin]! - neighbours));
  }
  return contrast;
}

function standardised(contrast: Float32Array, topHz: number): Float32Array {
  const from = Math.ceil(lowestHz / binHz);
  const to = Math.floor(topHz / binHz);
  let sum = 0;
  let squares = 0;
  for (let bin = from; bin < to; bin++) {
    sum += contrast[bin]!;
    squares += contrast[bin]! ** 2;
  }
  const count = Math.max(1, to - from);
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(1e-12, squares / count - mean * mean));
  for (let bin = 0; bin < binCount; bin++) contrast[bin] = (contrast[bin]! - mean) / deviation;
  return contrast;
}
