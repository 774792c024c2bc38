/** Which peaks of a query coincide with a song's, and how many would by chance. */
import { median } from '../../../numbers/median.js';
import { verification } from '../parameters.js';
import type { PeakList } from '../peaks/peak-list.js';

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

  constructor(private readonly peaks: number) {
    this.closeness = new Float32Array(peaks);
    this.exactness = new Float32Array(peaks);
  }

  /** Pairs the query's peaks with song peaks shifted by `shift` frames. Returns how many coincide. */
  find(query: PeakList, song: PeakList, line: Line, shift: number): number {
    const { timeFrames, pitchCents, closeFrames, closeCents, sharpFrames } = verification;
    const { closeness, exactness } = this;
    const { times, cents: pitches } = query;
    const { times: songTimes, cents: songPitches, count: songCount } = song;
    let count = 0;
    let from = 0;
    for (let i = 0; i < this.peaks; i++) {
      const at = line.start + line.scale * times[i]! + shift;
      const cents = pitches[i]! - line.cents;
      const [first, last] = [at - timeFrames, at + timeFrames];
      while (from < songCount && songTimes[from]! < first) from++;
      let nearest = Infinity;
      let soonest = Infinity;
      for (let j = from; j < songCount && songTimes[j]! <= last; j++) {
        const apart = Math.abs(songPitches[j]! - cents);
        if (apart > pitchCents) continue;
        const frames = Math.abs(songTimes[j]! - at);
        const distance = (frames / closeFrames) ** 2 + (apart / closeCents) ** 2;
        if (distance < nearest) nearest = distance;
        if (frames < soonest) soonest = frames;
      }
      if (nearest === Infinity) {
        closeness[i] = 0;
        exactness[i] = 0;
        continue;
      }
      count++;
      closeness[i] = Math.exp(-nearest / 2);
      exactness[i] = Math.exp(-((soonest / sharpFrames) ** 2) / 2);
    }
    this.count = count;
    return this.count;
  }
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
