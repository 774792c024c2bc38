/**
 * Verification: given a place where the query may lie, aligns its peaks with the song's peaks and counts those
 * that coincide in time and pitch, against the number that would by chance. Speed, tempo and pitch are free.
 */
import { framesPerSecond, framesPerUnit } from './parameters.js';
import type { PeakList } from './peak-list.js';

export const verification = {
  /** Peaks coincide within this many frames and cents. */
  timeFrames: 1.5,
  pitchCents: 20,
  /** Pitch changes searched: ± this. */
  maxPitchCents: 320,
  /** A pair this far apart in time counts exp(−1/2) towards the sharpness. */
  sharpFrames: 0.6,
  /** Below this z, were there no chance coincidences at all, an alignment is not worth measuring. */
  minZ: 9,
  /** Coverage counts blocks of this length. */
  blockSeconds: 2,
} as const;

/** How the query lies in the song: songTime = startFrames + scale · queryTime. */
export interface Alignment {
  readonly startFrames: number;
  readonly scale: number;
  /** The query's pitch above the song's. */
  readonly pitchCents: number;
  /** Query peaks that lie within the song, how many coincide, and the fraction that would by chance. */
  readonly peaks: number;
  readonly coincident: number;
  readonly chance: number;
  /** (m − n·p0) / √(n·p0 + 1) */
  readonly z: number;
  /** m/n − p0 over the matched span. */
  readonly excess: number;
  /**
   * How exactly the coincident peaks coincide in time, 0 … 1, less what coincides by chance. Copies of one
   * recording keep every peak's time, the salient ones also under noise; another rendition, even of the same
   * notes at the same times, has other attacks.
   */
  readonly sharpness: number;
  /** Share of the 2 s blocks of the matched span that support the match. */
  readonly coverage: number;
  /** The matched span in the query. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** Supported share of all of the query's blocks that hold peaks. */
  readonly queryCoverage: number;
}

/** A line to start from, in units of framesPerUnit: position in the song = start + scale · query time. */
export interface Hypothesis {
  readonly start: number;
  readonly scale: number;
}

/** The best alignment near a hypothesis, or null when nothing coincides. */
export function verify(query: PeakList, wholeSong: PeakList, hypothesis: Hypothesis): Alignment | null {
  // A posting's time is rounded down on both sides: half a unit lies between them on average.
  let line: Line = {
    start: (hypothesis.start + 0.5 - 0.5 * hypothesis.scale) * framesPerUnit,
    scale: hypothesis.scale,
    cents: 0,
  };
  const song = within(wholeSong, query, line);
  const coarse = coarsePeak(query, song, line);
  if (!coarse) return null;
  line = coarse;
  for (const reach of [6, 4, 2.5, 2]) line = fitLine(query, song, line, reach);
  return measure(query, song, line);
}

/** Frames beside the hypothesis that its refinement and the shifts of chance may reach. */
const marginFrames = 400;

/** The song's peaks around the place: a recording of hours costs no more than its part of the query's length. */
function within(song: PeakList, query: PeakList, { start, scale }: Line): PeakList {
  const length = query.count > 0 ? query.times[query.count - 1]! : 0;
  const from = firstAt(song.times, song.count, start - marginFrames);
  const to = firstAt(song.times, song.count, start + scale * length * 1.05 + marginFrames);
  return {
    count: to - from,
    times: song.times.subarray(from, to),
    cents: song.cents.subarray(from, to),
    saliences: song.saliences.subarray(from, to),
  };
}

/** The first of `count` rising times that is not below `time`. */
function firstAt(times: Float32Array, count: number, time: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Line {
  readonly start: number;
  readonly scale: number;
  readonly cents: number;
}

const timeReach = 14;
const timeCells = 2 * timeReach + 1;
const pitchCell = 20;
const pitchCells = 2 * Math.ceil(verification.maxPitchCents / pitchCell) + 1;

/** Where a histogram of (time difference, pitch difference) of all near pairs of peaks has its maximum. */
function coarsePeak(query: PeakList, song: PeakList, line: Line): Line | null {
  const cells = new Float32Array(timeCells * pitchCells);
  let from = 0;
  for (let i = 0; i < query.count; i++) {
    const at = line.start + line.scale * query.times[i]!;
    while (from < song.count && song.times[from]! < at - timeReach - 0.5) from++;
    for (let j = from; j < song.count && song.times[j]! < at + timeReach + 0.5; j++) {
      const difference = query.cents[i]! - song.cents[j]!;
      if (Math.abs(difference) > verification.maxPitchCents) continue;
      const timeCell = Math.round(song.times[j]! - at) + timeReach;
      const row = Math.round(difference / pitchCell) + (pitchCells >> 1);
      cells[row * timeCells + timeCell]!++;
    }
  }
  let best = 0;
  let bestAt = -1;
  for (let row = 1; row + 1 < pitchCells; row++) {
    for (let column = 1; column + 1 < timeCells; column++) {
      const at = row * timeCells + column;
      let sum = 0;
      for (const neighbour of [at - timeCells, at, at + timeCells]) {
        sum += cells[neighbour - 1]! + cells[neighbour]! + cells[neighbour + 1]!;
      }
      sum += cells[at]! * 0.5;
      if (sum > best) {
        best = sum;
        bestAt = at;
      }
    }
  }
  if (best < 3) return null;
  const row = Math.floor(bestAt / timeCells);
  return {
    start: line.start + (bestAt % timeCells) - timeReach,
    scale: line.scale,
    cents: (row - (pitchCells >> 1)) * pitchCell,
  };
}

/** Least squares of time, and the median of pitch, over the pairs within `reach` frames and 30 cents. */
function fitLine(query: PeakList, song: PeakList, line: Line, reach: number): Line {
  const pitches: number[] = [];
  let n = 0;
  let sumT = 0;
  let sumR = 0;
  let sumTT = 0;
  let sumTR = 0;
  let from = 0;
  for (let i = 0; i < query.count; i++) {
    const t = query.times[i]!;
    const at = line.start + line.scale * t;
    while (from < song.count && song.times[from]! < at - reach) from++;
    for (let j = from; j < song.count && song.times[j]! <= at + reach; j++) {
      const difference = query.cents[i]! - song.cents[j]! - line.cents;
      if (Math.abs(difference) > 30) continue;
      const residual = song.times[j]! - at;
      pitches.push(difference);
      n++;
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
  pitches.sort((a, b) => a - b);
  return {
    start: line.start + sumR / n - slope * meanT,
    scale: line.scale + slope,
    cents: line.cents + pitches[n >> 1]!,
  };
}

/** Shifts in frames at which coincidences are chance; no two are multiples of one beat. */
const chanceShifts = [37, -43, 59, -67, 83, -97, 109, -127];

function measure(query: PeakList, song: PeakList, line: Line): Alignment | null {
  // Per query peak: 0 where nothing coincides, else how exactly something does.
  const exactness = new Float32Array(query.count);
  const coincidences = markCoincident(query, song, line, 0, exactness);
  if (zScore(query.count, coincidences, minChance) < verification.minZ) return null;
  const blockFrames = verification.blockSeconds * framesPerSecond;
  const lastTime = query.count > 0 ? query.times[query.count - 1]! : 0;
  const blocks = Math.floor(lastTime / blockFrames) + 1;
  const total = new Int32Array(blocks);
  const coincident = new Int32Array(blocks);
  // Saliences: of all peaks, of those that coincide, and the latter times their exactness.
  const salience = new Float64Array(blocks);
  const coincidentSalience = new Float64Array(blocks);
  const exact = new Float64Array(blocks);
  for (let i = 0; i < query.count; i++) {
    const block = Math.floor(query.times[i]! / blockFrames);
    total[block]!++;
    salience[block]! += query.saliences[i]!;
    if (exactness[i] === 0) continue;
    coincident[block]!++;
    coincidentSalience[block]! += query.saliences[i]!;
    exact[block]! += query.saliences[i]! * exactness[i]!;
  }
  const chance = chanceLevel(query, song, line, exactness);
  const supported = Uint8Array.from(total, (n, block) =>
    isSupported(n, coincident[block]!, chance.share) ? 1 : 0,
  );
  const span = bestSpan(total, supported);
  if (!span) return null;
  let [n, m, all, matched, exactSum, spanSupported, spanBlocks, filled, allSupported] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0,
  ];
  for (let block = 0; block < blocks; block++) {
    if (total[block]! < fewPeaks) continue;
    filled++;
    allSupported += supported[block]!;
    if (block < span.first || block > span.last) continue;
    n += total[block]!;
    m += coincident[block]!;
    all += salience[block]!;
    matched += coincidentSalience[block]!;
    exactSum += exact[block]!;
    spanBlocks++;
    spanSupported += supported[block]!;
  }
  const surplus = matched - all * chance.salience;
  return {
    startFrames: line.start,
    scale: line.scale,
    pitchCents: line.cents,
    peaks: n,
    coincident: m,
    chance: chance.share,
    z: zScore(n, m, chance.share),
    excess: m / n - chance.share,
    sharpness: surplus > 0 ? Math.max(0, Math.min(1, (exactSum - all * chance.exact) / surplus)) : 0,
    coverage: spanSupported / spanBlocks,
    fromSeconds: span.first * verification.blockSeconds,
    toSeconds: Math.min((span.last + 1) * verification.blockSeconds, lastTime / framesPerSecond),
    queryCoverage: allSupported / filled,
  };
}

/** Blocks with fewer peaks say nothing. */
const fewPeaks = 4;

function zScore(peaks: number, coincident: number, chance: number): number {
  return (coincident - peaks * chance) / Math.sqrt(peaks * chance + 1);
}

function isSupported(n: number, m: number, chance: number): boolean {
  return m >= 3 && m > n * chance + 3 * Math.sqrt(n * chance + 0.2);
}

/** The run of blocks with the greatest surplus of supported over unsupported ones (Kadane 1984). */
function bestSpan(total: Int32Array, supported: Uint8Array): { first: number; last: number } | null {
  let best = 0;
  let result: { first: number; last: number } | null = null;
  let sum = 0;
  let first = 0;
  for (let block = 0; block < total.length; block++) {
    if (sum <= 0) {
      sum = 0;
      first = block;
    }
    sum += total[block]! < fewPeaks ? 0 : supported[block] ? 1 : -0.7;
    if (sum > best) {
      best = sum;
      result = { first, last: block };
    }
  }
  return result;
}

/** Marks the query peaks that coincide with a song peak shifted by `shift` frames, by how exactly they do. */
function markCoincident(
  query: PeakList,
  song: PeakList,
  line: Line,
  shift: number,
  exactness: Float32Array,
): number {
  const { timeFrames, pitchCents, sharpFrames } = verification;
  let marked = 0;
  let from = 0;
  for (let i = 0; i < query.count; i++) {
    const at = line.start + line.scale * query.times[i]! + shift;
    const cents = query.cents[i]! - line.cents;
    while (from < song.count && song.times[from]! < at - timeFrames) from++;
    let nearest = Infinity;
    for (let j = from; j < song.count && song.times[j]! <= at + timeFrames; j++) {
      const apart = Math.abs(song.cents[j]! - cents);
      if (apart > pitchCents) continue;
      const distance = ((song.times[j]! - at) / sharpFrames) ** 2;
      if (distance < nearest) nearest = distance;
    }
    if (nearest < Infinity) marked++;
    exactness[i] = nearest < Infinity ? Math.exp(-nearest / 2) : 0;
  }
  return marked;
}

const minChance = 0.004;

interface ChanceLevel {
  /** Median share of coincident peaks. */
  readonly share: number;
  /** Shares of the query's salience: of coincident peaks, and of these times their exactness. */
  readonly salience: number;
  readonly exact: number;
}

/** What coincides at shifts where there is no match. `scratch` is overwritten. */
function chanceLevel(query: PeakList, song: PeakList, line: Line, scratch: Float32Array): ChanceLevel {
  const all = query.saliences.reduce((sum, value) => sum + value, 0);
  let salience = 0;
  let exact = 0;
  const shares = chanceShifts.map((shift) => {
    const share = markCoincident(query, song, line, shift, scratch) / Math.max(1, query.count);
    for (let i = 0; i < query.count; i++) {
      if (scratch[i] === 0) continue;
      salience += query.saliences[i]!;
      exact += query.saliences[i]! * scratch[i]!;
    }
    return share;
  });
  shares.sort((a, b) => a - b);
  const middle = shares.length >> 1;
  const scale = all > 0 ? 1 / (all * chanceShifts.length) : 0;
  return {
    share: Math.max(minChance, (shares[middle - 1]! + shares[middle]!) / 2),
    salience: salience * scale,
    exact: exact * scale,
  };
}
