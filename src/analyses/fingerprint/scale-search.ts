/**
 * Searches the scale of a line that is known at one time only. Two or three hits of a damaged query show a place and hardly
 * a scale; under an assumed change each scale has one pitch, so that few pairs of peaks need to be looked at.
 */
import type { Line } from './coincidence.js';
import { framesPerSecond } from './parameters.js';
import { type PeakList, stretchOf } from './peak-list.js';

export interface CoarseLine extends Line {
  /** Pairs of peaks on it. */
  readonly pairs: number;
}

export interface ScaleSearch {
  /** Query time, in frames, at which the line is known. */
  readonly pivot: number;
  readonly pitchFollows: 'nothing' | 'speed';
}

/** As far as a look-up's neighbouring cells reach. */
const scales = { min: 0.9, max: 1.1 } as const;
/** Frames by which the ends may be off at the nearest scale that is tried. */
const blurFrames = 1.5;
/** Half a step of scales is 3 cents, and peaks are placed to 10. */
const pitchCents = 25;
const halfWidthFrames = 14;
const cellCount = 2 * halfWidthFrames + 1;
/** Beside the pivot. The work grows with the cube of this; a least-squares fit carries the line to a longer query's ends. */
const halfWindowFrames = 30 * framesPerSecond;

/** The line through the pivot with the most pairs of peaks; null where none has three. */
export function searchScale(
  wholeQuery: PeakList,
  song: PeakList,
  line: Line,
  { pivot, pitchFollows }: ScaleSearch,
): CoarseLine | null {
  const query = stretchOf(wholeQuery, pivot - halfWindowFrames, pivot + halfWindowFrames);
  const widest = Math.max(line.scale - scales.min, scales.max - line.scale);
  const maxCents = pitchFollows === 'speed' ? 1200 * Math.log2(scales.max) + 2 * pitchCents : pitchCents;
  const pairs = new NearPairs(query, song, line, { pivot, widest, maxCents });
  const length = query.times[query.count - 1] ?? 0;
  const first = query.times[0] ?? 0;
  const step = (2 * blurFrames) / Math.max(1, pivot - first, length - pivot);
  let best: CoarseLine | null = null;
  for (let scale: number = scales.min; scale <= scales.max; scale += step) {
    const cents = pitchFollows === 'speed' ? 1200 * Math.log2(scale) : 0;
    const start = line.start + (line.scale - scale) * pivot;
    const found = mostPairs(pairs, line.scale, { start, scale, cents });
    if (found.pairs >= minPairs && (!best || found.pairs > best.pairs)) best = found;
  }
  return best;
}

/** The delay at which most pairs of one pitch coincide; null where none has three. */
export function atKeptSpeed(query: PeakList, song: PeakList, line: Line): CoarseLine | null {
  const pairs = new NearPairs(query, song, line, { pivot: 0, widest: 0, maxCents: pitchCents });
  const found = mostPairs(pairs, line.scale, line);
  return found.pairs >= minPairs ? found : null;
}

const minPairs = 3;

/** The line with the most pairs among those parallel to `line`; `scale` is that of the pairs' own line. */
function mostPairs(pairs: NearPairs, scale: number, line: Line): CoarseLine {
  const { delays, cents, fromPivot } = pairs;
  const cells = new Float32Array(cellCount);
  const end = pairs.endAt(line.cents + pitchCents);
  for (let pair = pairs.startAt(line.cents - pitchCents); pair < end; pair++) {
    if (Math.abs(cents[pair]! - line.cents) > pitchCents) continue;
    const delay = delays[pair]! - (line.scale - scale) * fromPivot[pair]!;
    const cell = Math.round(delay) + halfWidthFrames;
    if (cell >= 0 && cell < cellCount) cells[cell]!++;
  }
  let [most, mostAt] = [0, 1];
  for (let cell = 1; cell + 1 < cellCount; cell++) {
    const count = cells[cell - 1]! + 1.5 * cells[cell]! + cells[cell + 1]!;
    if (count > most) [most, mostAt] = [count, cell];
  }
  return { ...line, start: line.start + mostAt - halfWidthFrames, pairs: most };
}

/** Every pair of nearly one pitch that lies on a line whose scale differs by no more than `widest`; in steps of pitch. */
class NearPairs {
  /** Song time less the time on the line, in frames. */
  readonly delays: Float64Array;
  /** The query's pitch above the song's; rising from step to step of pitchCents. */
  readonly cents: Float64Array;
  /** Query time from the pivot, in frames. */
  readonly fromPivot: Float64Array;
  /** Of each step, and of the end: its first pair. */
  private readonly starts: Int32Array;
  private readonly maxCents: number;

  constructor(
    query: PeakList,
    song: PeakList,
    line: Line,
    { pivot, widest, maxCents }: { pivot: number; widest: number; maxCents: number },
  ) {
    this.maxCents = maxCents;
    const delays: number[] = [];
    const cents: number[] = [];
    const fromPivots: number[] = [];
    let first = 0;
    for (let i = 0; i < query.count; i++) {
      const fromPivot = query.times[i]! - pivot;
      const at = line.start + line.scale * query.times[i]!;
      const halfWidth = halfWidthFrames + 1 + widest * Math.abs(fromPivot);
      // Rises with i as long as `widest` < line.scale: what was passed is in reach of no later peak.
      while (first < song.count && song.times[first]! < at - halfWidth) first++;
      for (let j = first; j < song.count && song.times[j]! < at + halfWidth; j++) {
        const apart = query.cents[i]! - song.cents[j]!;
        if (apart > maxCents || apart < -maxCents) continue;
        delays.push(song.times[j]! - at);
        cents.push(apart);
        fromPivots.push(fromPivot);
      }
    }
    this.starts = new Int32Array(this.stepOf(maxCents) + 2);
    for (const apart of cents) this.starts[this.stepOf(apart) + 1]!++;
    for (let step = 1; step < this.starts.length; step++) this.starts[step]! += this.starts[step - 1]!;
    const next = this.starts.slice();
    [this.delays, this.cents, this.fromPivot] = [0, 1, 2].map(() => new Float64Array(cents.length)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (let pair = 0; pair < cents.length; pair++) {
      const at = next[this.stepOf(cents[pair]!)]!++;
      this.delays[at] = delays[pair]!;
      this.cents[at] = cents[pair]!;
      this.fromPivot[at] = fromPivots[pair]!;
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
    return Math.floor((within + this.maxCents) / pitchCents);
  }
}
