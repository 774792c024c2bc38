/** Which peaks of a query coincide with a song's, and how many would by chance. */
import { median } from '../../../numbers/median.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { verification } from '../parameters.js';
import { type PeakList, putPeaks } from '../peaks/peak-list.js';

/** songTime = start + scale · queryTime, in frames; the query's pitch lies `cents` above the song's. */
export interface Line {
  readonly start: number;
  readonly scale: number;
  readonly cents: number;
}

/** For each query peak: 0 where nothing coincides, else how close the nearest song peak is, and how exact in time. */
export class Pairs {
  readonly closeness: Float32Array;
  readonly exactness: Float32Array;
  count = 0;

  constructor(peaks: number) {
    this.closeness = new Float32Array(peaks);
    this.exactness = new Float32Array(peaks);
  }

  /** Pairs the query's peaks with song peaks shifted by `shift` frames. Returns how many coincide. */
  find(query: PeakList, song: PeakList, line: Line, shift: number): number {
    const { closeness, exactness } = this;
    closeness.fill(0);
    exactness.fill(0);
    const found = coincidences(query, song, line, shift);
    for (let at = 0; at < found.length; at += foundNumbers) {
      const peak = found[at]!;
      closeness[peak] = Math.exp(-found[at + 1]! / 2);
      exactness[peak] = Math.exp(-((found[at + 2]! / verification.sharpFrames) ** 2) / 2);
    }
    this.count = found.length / foundNumbers;
    return this.count;
  }
}

/** Numbers of a peak that coincides: which of the query's, the nearest peak's squared distance, and the frames of the soonest. */
const foundNumbers = 3;
const rulesBytes = 56;

/** One memory for all measurements of the process: what is found is looked at before more is. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('coincidences', memory);

/** The query's peaks that coincide, in their order; a view that holds until it is asked again. */
function coincidences(query: PeakList, song: PeakList, line: Line, shift: number): Float64Array {
  const { timeFrames, pitchCents, closeFrames, closeCents } = verification;
  const songAt = rulesBytes + 8 * foundNumbers * query.count;
  const queryAt = songAt + 8 * song.count;
  reserveBytes(memory, queryAt + 8 * query.count);
  const { buffer } = memory;
  const rules = [line.start, line.scale, line.cents, timeFrames, pitchCents, closeFrames, closeCents];
  new Float64Array(buffer, 0, rules.length).set(rules);
  putPeaks(query, new Float32Array(buffer, queryAt, 2 * query.count));
  putPeaks(song, new Float32Array(buffer, songAt, 2 * song.count));
  const count = kernel.find(queryAt, query.count, songAt, song.count, 0, shift, rulesBytes);
  return new Float64Array(buffer, rulesBytes, foundNumbers * count);
}

/** Shifts in frames at which coincidences are chance; no two are multiples of one beat. */
const chanceShifts = [37, -43, 59, -67, 83, -97, 109, -127];

/** Share of peaks that is taken to coincide by chance at least: eight shifts cannot show less. */
export const minChance = 0.004;

/** What coincides at shifts where there is no match, a query peak. */
export interface ChanceLevel {
  /** Coincident peaks; median of the shifts. */
  readonly share: number;
  /** Their closeness; median of the shifts; and its variance. */
  readonly closeness: number;
  readonly variance: number;
  /** Shares of the query's salience: of coincident peaks, and of these times their exactness. */
  readonly salience: number;
  readonly exact: number;
}

export function chanceLevel(query: PeakList, song: PeakList, line: Line): ChanceLevel {
  const pairs = new Pairs(query.count);
  const shares: number[] = [];
  const closenesses: number[] = [];
  let [squares, all, salience, exact] = [0, 0, 0, 0];
  for (const shift of chanceShifts) {
    shares.push(pairs.find(query, song, line, shift) / query.count);
    let closeness = 0;
    for (let i = 0; i < query.count; i++) {
      all += query.saliences[i]!;
      const close = pairs.closeness[i]!;
      if (close === 0) continue;
      closeness += close;
      squares += close * close;
      salience += query.saliences[i]!;
      exact += query.saliences[i]! * pairs.exactness[i]!;
    }
    closenesses.push(closeness / query.count);
  }
  return {
    share: Math.max(minChance, median(shares) ?? 0),
    closeness: Math.max(minChance / 2, median(closenesses) ?? 0),
    variance: Math.max(minChance / 2, squares / query.count / chanceShifts.length),
    salience: all > 0 ? salience / all : 0,
    exact: all > 0 ? exact / all : 0,
  };
}
