/**
 * Verification: given a place where the query may lie, aligns its peaks with the song's peaks and counts those
 * that coincide in time and pitch, against the number that would by chance. Speed, tempo and pitch are free.
 */
import type { Line } from './coincidence.js';
import { type Alignment, measure } from './measure.js';
import { framesPerSecond, framesPerUnit, verification } from './parameters.js';
import { type PeakList, stretchOf } from './peak-list.js';
import { atKeptSpeed, type CoarseLine, searchScale } from './scale-search.js';

/** A line to start from, in units of framesPerUnit: position in the song = start + scale · query time. */
export interface Hypothesis {
  readonly start: number;
  readonly scale: number;
  /** The speed is taken to be unchanged: of few surviving peaks too many other speeds fit some. */
  readonly keepsSpeed?: boolean;
  /** Mean query time of the hits that suggest the line: there it passes surely, whatever its scale. */
  readonly pivot?: number;
  /** How the pitch follows the scale, where the query is assumed to be changed: not at all, or as in a change of speed. */
  readonly pitchFollows?: 'nothing' | 'speed';
}

/** The best alignment near a hypothesis, or null when nothing coincides. */
export function verify(query: PeakList, wholeSong: PeakList, hypothesis: Hypothesis): Alignment | null {
  // A posting's time is rounded down on both sides: half a unit lies between them on average.
  let line: Line = {
    start: (hypothesis.start + 0.5 - 0.5 * hypothesis.scale) * framesPerUnit,
    scale: hypothesis.scale,
    cents: 0,
  };
  const { keepsSpeed = false } = hypothesis;
  if (keepsSpeed) {
    const middle = (query.times[query.count - 1] ?? 0) / 2;
    line = { ...line, start: line.start + (line.scale - 1) * middle, scale: 1 };
  }
  const song = within(wholeSong, query, line);
  const near = keepsSpeed ? atKeptSpeed(query, song, line) : coarseLine(query, song, line);
  const { pitchFollows, pivot } = hypothesis;
  const other =
    pitchFollows && searchScale(query, song, line, { pivot: (pivot ?? 0) * framesPerUnit, pitchFollows });
  const coarse = other && other.pairs > (near?.pairs ?? 0) ? other : near;
  return coarse && measure(query, song, refined(query, song, coarse, keepsSpeed));
}

function refined(query: PeakList, song: PeakList, coarse: Line, keepsSpeed: boolean): Line {
  let line = coarse;
  const middle = (query.times[query.count - 1] ?? 0) / 2;
  for (const halfWidth of [6, 4, 2.5, 2]) {
    const fitted = fitLine(query, song, line, halfWidth);
    line = keepsSpeed ? { start: fitted.start + (fitted.scale - 1) * middle, scale: 1, cents: 0 } : fitted;
  }
  return line;
}

/** Frames beside the hypothesis that its refinement and the shifts of chance may reach. */
const marginFrames = 400;

/** The song's peaks around the place: a recording of hours costs no more than its part of the query's length. */
function within(song: PeakList, query: PeakList, { start, scale }: Line): PeakList {
  const length = query.count > 0 ? query.times[query.count - 1]! : 0;
  return stretchOf(song, start - marginFrames, start + scale * length * 1.05 + marginFrames);
}

const halfWidthTimes = 14;
const timeCells = 2 * halfWidthTimes + 1;
const pitchCell = 20;
const pitchCells = 2 * Math.ceil(verification.maxPitchCents / pitchCell) + 1;

/** Other scales tried where the hypothesis does not show at once: few hits, as noise leaves, fix the scale badly. */
const scaleSteps = [-0.005, 0.005, -0.01, 0.01];
/** Pairs in the maximum's cells above which there is no doubt. */
const clearPairs = 40;
/** Queries up to this long are tried at every scale: within few seconds hits hardly fix it. */
const shortFrames = 6 * framesPerSecond;
const shortScales = { min: 0.89, max: 1.11 } as const;
/** Frames by which the ends of a short query may be off at the nearest scale that is tried. */
const shortBlurFrames = 1.2;

function coarseLine(query: PeakList, song: PeakList, line: Line): CoarseLine | null {
  let best = coarsePeak(query, song, line);
  if (best && best.pairs >= clearPairs) return best;
  const middle = (query.times[query.count - 1] ?? 0) / 2;
  for (const scale of otherScales(line.scale, middle)) {
    const start = line.start - (scale - line.scale) * middle;
    const peak = coarsePeak(query, song, { ...line, start, scale });
    if (peak && (!best || peak.pairs > best.pairs)) best = peak;
  }
  return best;
}

function otherScales(scale: number, middle: number): number[] {
  if (2 * middle > shortFrames || middle < 1) return scaleSteps.map((step) => scale + step);
  const step = (2 * shortBlurFrames) / middle;
  const each = Math.ceil((shortScales.max - 1) / step);
  const scales = Array.from({ length: 2 * each + 1 }, (_, i) => 1 + (i - each) * step);
  return scales.filter((other) => other >= shortScales.min && other <= shortScales.max);
}

/** Where a histogram of (time difference, pitch difference) of all near pairs of peaks has its maximum. */
function coarsePeak(query: PeakList, song: PeakList, line: Line): CoarseLine | null {
  const cells = new Float32Array(timeCells * pitchCells);
  let from = 0;
  for (let i = 0; i < query.count; i++) {
    const at = line.start + line.scale * query.times[i]!;
    while (from < song.count && song.times[from]! < at - halfWidthTimes - 0.5) from++;
    for (let j = from; j < song.count && song.times[j]! < at + halfWidthTimes + 0.5; j++) {
      const difference = query.cents[i]! - song.cents[j]!;
      if (Math.abs(difference) > verification.maxPitchCents) continue;
      const timeCell = Math.round(song.times[j]! - at) + halfWidthTimes;
      const row = Math.round(difference / pitchCell) + (pitchCells >> 1);
      cells[row * timeCells + timeCell]!++;
    }
  }
  /** Of each cell with the two beside it in time. */
  const triples = new Float32Array(cells.length);
  for (let at = 1; at + 1 < cells.length; at++) triples[at] = cells[at - 1]! + cells[at]! + cells[at + 1]!;
  let best = 0;
  let bestAt = -1;
  for (let row = 1; row + 1 < pitchCells; row++) {
    for (let column = 1; column + 1 < timeCells; column++) {
      const at = row * timeCells + column;
      const sum = triples[at - timeCells]! + triples[at]! + triples[at + timeCells]! + cells[at]! * 0.5;
      if (sum > best) {
        best = sum;
        bestAt = at;
      }
    }
  }
  if (best < 3) return null;
  const row = Math.floor(bestAt / timeCells);
  return {
    start: line.start + (bestAt % timeCells) - halfWidthTimes,
    scale: line.scale,
    cents: (row - (pitchCells >> 1)) * pitchCell,
    pairs: best,
  };
}

/** Least squares of time, and the median of pitch, over the pairs within `halfWidth` frames and 30 cents. */
function fitLine(query: PeakList, song: PeakList, line: Line, halfWidth: number): Line {
  let pitches = fittedPitches;
  let n = 0;
  let sumT = 0;
  let sumR = 0;
  let sumTT = 0;
  let sumTR = 0;
  let from = 0;
  for (let i = 0; i < query.count; i++) {
    const t = query.times[i]!;
    const at = line.start + line.scale * t;
    while (from < song.count && song.times[from]! < at - halfWidth) from++;
    for (let j = from; j < song.count && song.times[j]! <= at + halfWidth; j++) {
      const difference = query.cents[i]! - song.cents[j]! - line.cents;
      if (Math.abs(difference) > 30) continue;
      const residual = song.times[j]! - at;
      if (n === pitches.length) fittedPitches = pitches = doubled(pitches);
      pitches[n++] = difference;
      sumT += t;
      sumR += residual;
      sumTT += t * t;
      sumTR += t * residual;
    }
  }
  if (n < 4) return line;
  const meanT = sumT / n;
  const spread = sumTT / n - meanT * meanT;
  const slope = spread > framesPerSecond ** 2 ? (sumTR / n - (meanT * sumR) / n) / spread : 0;
  return {
    start: line.start + sumR / n - slope * meanT,
    scale: line.scale + slope,
    cents: line.cents + pitches.subarray(0, n).sort()[n >> 1]!,
  };
}

/** Of the line being fitted: used again, as a query has hundreds of fits. */
let fittedPitches = new Float64Array(1024);

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
