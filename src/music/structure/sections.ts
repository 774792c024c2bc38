/**
 * Sections of a song: bars are compared by harmony and sound, borders lie where the past and the future differ
 * most (Foote, "Automatic audio segmentation using a measure of audio novelty", ICME 2000), and sections that
 * sound similar get the same label.
 */
import type { SongSection } from '../song-description.js';

const kernelBars = 8;
const fewestBars = 4;
/** Sections closer than this (cosine of their mean bars) are the same. */
const sameSection = 0.6;

/**
 * `features`: bars × width, any scale, columns standardised here. `barStarts`: beat of each bar and the last
 * bar's end (bars + 1 values).
 */
export function findSections(
  features: Float32Array,
  width: number,
  barStarts: readonly number[],
): SongSection[] {
  const bars = barStarts.length - 1;
  if (bars < 1) return [];
  const rows = unitRows(features, width, bars);
  const borders = [0, ...noveltyPeaks(rows, width, bars), bars];
  const means: Float32Array[] = [];
  return borders.slice(0, -1).map((start, index) => {
    const end = borders[index + 1]!;
    const mean = new Float32Array(width);
    for (let bar = start; bar < end; bar++)
      for (let i = 0; i < width; i++) mean[i]! += rows[bar * width + i]!;
    let label = means.findIndex((other) => cosine(mean, other) >= sameSection);
    if (label < 0) label = means.push(mean) - 1;
    return { startBeat: barStarts[start]!, endBeat: barStarts[end]!, label: letter(label) };
  });
}

/** A … Z, then A2, B2 …. */
function letter(index: number): string {
  const round = Math.floor(index / 26);
  return String.fromCharCode(65 + (index % 26)) + (round > 0 ? String(round + 1) : '');
}

function unitRows(features: Float32Array, width: number, bars: number): Float32Array {
  const rows = new Float32Array(bars * width);
  for (let column = 0; column < width; column++) {
    let sum = 0;
    let squares = 0;
    for (let bar = 0; bar < bars; bar++) {
      const value = features[bar * width + column]!;
      sum += value;
      squares += value * value;
    }
    const mean = sum / bars;
    const spread = Math.sqrt(Math.max(0, squares / bars - mean * mean));
    for (let bar = 0; bar < bars; bar++) {
      rows[bar * width + column] = spread > 1e-9 ? (features[bar * width + column]! - mean) / spread : 0;
    }
  }
  for (let bar = 0; bar < bars; bar++) {
    const row = rows.subarray(bar * width, (bar + 1) * width);
    const norm = Math.hypot(...row) || 1;
    for (let i = 0; i < width; i++) row[i]! /= norm;
  }
  return rows;
}

/**
 * Bars where the weighted mean of the bars before is further from that of the bars after than at any bar near it, and than
 * on average. Local maxima: one change of sound raises the novelty of all bars within the kernel, and is one border.
 */
function noveltyPeaks(rows: Float32Array, width: number, bars: number): number[] {
  const novelty = new Float32Array(bars);
  const before = new Float32Array(width);
  const after = new Float32Array(width);
  for (let bar = 1; bar < bars; bar++) {
    weightedMean(rows, width, bar - 1, -1, before);
    weightedMean(rows, width, bar, 1, after);
    novelty[bar] = squaredDistance(before, after);
  }
  const sounding = novelty.filter((value) => value > 0);
  const level = sounding.reduce((sum, value) => sum + value, 0) / Math.max(1, sounding.length);
  const peaks: number[] = [];
  for (let bar = fewestBars; bar <= bars - fewestBars; bar++) {
    if (novelty[bar]! > Math.max(level, 0.1) && isPeak(novelty, bar)) peaks.push(bar);
  }
  return peaks;
}

/** Whether no bar closer than the shortest section has more; of equal bars the first is the peak. */
function isPeak(novelty: Float32Array, bar: number): boolean {
  for (let distance = 1; distance < fewestBars; distance++) {
    if ((novelty[bar - distance] ?? 0) >= novelty[bar]!) return false;
    if ((novelty[bar + distance] ?? 0) > novelty[bar]!) return false;
  }
  return true;
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa > 0 && bb > 0 ? dot / Math.sqrt(aa * bb) : 0;
}

/** Of up to `kernelBars` bars from `first` in the direction of `step`, the nearer the more. */
function weightedMean(
  rows: Float32Array,
  width: number,
  first: number,
  step: 1 | -1,
  into: Float32Array,
): void {
  into.fill(0);
  let total = 0;
  for (let distance = 0; distance < kernelBars; distance++) {
    const at = (first + step * distance) * width;
    if (at < 0 || at >= rows.length) break;
    const weight = 1 - distance / (kernelBars + 1);
    total += weight;
    for (let i = 0; i < width; i++) into[i]! += weight * rows[at + i]!;
  }
  for (let i = 0; i < width; i++) into[i]! /= total;
}

function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return sum;
}
