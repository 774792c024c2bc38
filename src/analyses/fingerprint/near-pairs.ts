/** Pairs of a query's peak and a song's that lie near a line, listed once and searched and fitted many times. */
import type { Line } from './coincidence.js';
import type { PeakList } from './peak-list.js';

export interface Surroundings {
  /** Query time, in frames, where lines of other scales meet this one. */
  readonly pivot: number;
  /** Song frames beside a line, and by how much its scale may differ from this line's. */
  readonly halfWidthFrames: number;
  readonly widest: number;
  /** Pitch differences, both ways. */
  readonly maxCents: number;
}

/** Steps of pitch difference in which pairs are ordered. */
const stepCents = 25;

/** Every pair of nearly one pitch that lies on a line whose scale differs by no more than `widest`; in steps of pitch. */
export class NearPairs {
  readonly count: number;
  /** Song time less the time on the line, in frames. */
  readonly delays: Float64Array;
  /** The query's pitch above the song's; rising from step to step. */
  readonly cents: Float64Array;
  /** Query time from the pivot, in frames. */
  readonly fromPivot: Float64Array;
  /** Of each step, and of the end: its first pair. */
  private readonly starts: Int32Array;
  private readonly maxCents: number;

  constructor(
    query: PeakList,
    song: PeakList,
    readonly line: Line,
    { pivot, halfWidthFrames, widest, maxCents }: Surroundings,
  ) {
    this.maxCents = maxCents;
    let found = listed;
    let count = 0;
    let first = 0;
    for (let i = 0; i < query.count; i++) {
      const fromPivot = query.times[i]! - pivot;
      const at = line.start + line.scale * query.times[i]!;
      const pitch = query.cents[i]!;
      const halfWidth = halfWidthFrames + 1 + widest * Math.abs(fromPivot);
      // Rises with i as long as `widest` < line.scale: what was passed is in reach of no later peak.
      while (first < song.count && song.times[first]! < at - halfWidth) first++;
      for (let j = first; j < song.count && song.times[j]! < at + halfWidth; j++) {
        const apart = pitch - song.cents[j]!;
        if (apart > maxCents || apart < -maxCents) continue;
        if (3 * count === found.length) found = listed = doubled(found);
        found[3 * count] = song.times[j]! - at;
        found[3 * count + 1] = apart;
        found[3 * count + 2] = fromPivot;
        count++;
      }
    }
    this.count = count;
    this.starts = new Int32Array(this.stepOf(maxCents) + 2);
    for (let pair = 0; pair < count; pair++) this.starts[this.stepOf(found[3 * pair + 1]!) + 1]!++;
    for (let step = 1; step < this.starts.length; step++) this.starts[step]! += this.starts[step - 1]!;
    const next = this.starts.slice();
    this.delays = new Float64Array(count);
    this.cents = new Float64Array(count);
    this.fromPivot = new Float64Array(count);
    for (let pair = 0; pair < count; pair++) {
      const at = next[this.stepOf(found[3 * pair + 1]!)]!++;
      this.delays[at] = found[3 * pair]!;
      this.cents[at] = found[3 * pair + 1]!;
      this.fromPivot[at] = found[3 * pair + 2]!;
    }
  }

  /** No pair before it reaches `cents`. */
  startAt(cents: number): number {
    return this.starts[this.stepOf(cents)]!;
  }

  /** No pair from it on is below or at `cents`. */
  endAt(cents: number): number {
    return this.starts[this.stepOf(cents) + 1]!;
  }

  private stepOf(cents: number): number {
    const within = Math.max(-this.maxCents, Math.min(this.maxCents, cents));
    return Math.floor((within + this.maxCents) / stepCents);
  }
}

/** Pairs as they are found, in threes: used again, as a query has hundreds of lists. */
let listed = new Float64Array(3 * 4096);

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
