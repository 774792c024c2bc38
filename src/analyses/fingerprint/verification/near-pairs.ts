/** Pairs of a query's peak and a song's that lie near a line, listed once and searched and fitted many times. */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import type { PeakList } from '../peaks/peak-list.js';
import type { Line } from './coincidence.js';

export interface Surroundings {
  /** Query time, in frames, where lines of other scales meet this one. */
  readonly pivot: number;
  /** Song frames beside a line, and by how much its scale may differ from this line's. */
  readonly halfWidthFrames: number;
  readonly widest: number;
  /** Pitch differences, both ways. */
  readonly maxCents: number;
  /**
   * Where the pitch follows the speed: by how much the speed that a pair's pitch asks for may differ from the one that its time does.
   * Without it, by anything.
   */
  readonly speedSlack?: number;
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
    { pivot, halfWidthFrames, widest, maxCents, speedSlack = Infinity }: Surroundings,
  ) {
    this.maxCents = maxCents;
    const stepCount = this.stepOf(maxCents) + 2;
    const listed = list(
      query,
      song,
      [line.start, line.scale, pivot, halfWidthFrames, widest, maxCents, speedSlack],
      stepCount,
    );
    this.starts = listed.starts;
    this.count = listed.count;
    [this.delays, this.cents, this.fromPivot] = listed.numbers;
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

const pairBytes = 24;
const surroundingsBytes = 56;
/** The kernel reads as many pitches at once. */
const lanes = 4;

/** One memory for all lists of the process: a list is copied out before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('near-pairs', memory);
/** Pairs that the last lists needed room for. */
let room = 4096;

interface Listed {
  readonly count: number;
  readonly starts: Int32Array;
  readonly numbers: readonly [Float64Array, Float64Array, Float64Array];
}

/** `surroundings`: start, scale, pivot, halfWidthFrames, widest, maxCents, speedSlack. */
function list(query: PeakList, song: PeakList, surroundings: readonly number[], stepCount: number): Listed {
  const stepsAt = surroundingsBytes;
  const queryAt = stepsAt + 4 * stepCount;
  const songAt = queryAt + 8 * query.count;
  const foundAt = 8 * Math.ceil((songAt + 8 * song.count + 4 * lanes) / 8);
  const listsAt = foundAt + pairBytes * room;
  reserveBytes(memory, listsAt + pairBytes * room);
  const { buffer } = memory;
  new Float64Array(buffer, 0, surroundings.length).set(surroundings);
  const steps = new Int32Array(buffer, stepsAt, stepCount).fill(0);
  put(query, new Float32Array(buffer, queryAt, 2 * query.count));
  put(song, new Float32Array(buffer, songAt, 2 * song.count));
  const count = kernel.find(queryAt, query.count, songAt, song.count, 0, stepsAt, foundAt, room);
  if (count > room) {
    room = 2 * count;
    return list(query, song, surroundings, stepCount);
  }
  for (let step = 1; step < stepCount; step++) steps[step]! += steps[step - 1]!;
  const starts = steps.slice();
  const listAt = [0, 1, 2].map((which) => listsAt + 8 * room * which) as [number, number, number];
  kernel.order(foundAt, count, surroundings[5]!, stepsAt, ...listAt);
  const copied = (at: number): Float64Array => new Float64Array(buffer, at, count).slice();
  return { count, starts, numbers: [copied(listAt[0]), copied(listAt[1]), copied(listAt[2])] };
}

function put({ count, times, cents }: PeakList, area: Float32Array): void {
  area.set(times.length === count ? times : times.subarray(0, count));
  area.set(cents.length === count ? cents : cents.subarray(0, count), count);
}
