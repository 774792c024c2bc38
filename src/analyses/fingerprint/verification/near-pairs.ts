/** Pairs of a query's peak and a song's that lie near a line, listed once and searched and fitted many times. */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';
import { verification } from '../parameters.js';
import { type PeakList, putPeaks } from '../peaks/peak-list.js';
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
    inMemory = this;
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

/** A parallel to a line, and what most pairs lie on. */
export interface Parallel {
  /** Frames later than the line, and cents above it. */
  readonly frames: number;
  readonly cents: number;
  /** Pairs near it, those beside it counted less. */
  readonly pairs: number;
}

/**
 * Of the parallels of a line that is `faster` than the pairs' own about the query time `middle`: the one near which most pairs of at
 * most `maxCents` lie, by frames and by 20 cents.
 */
export function densest(pairs: NearPairs, faster: number, middle: number, maxCents: number): Parallel {
  const [delays, cents, fromPivot] = lists(pairs);
  const halfRows = Math.ceil(maxCents / rowCents);
  const [first, end] = [pairs.startAt(-maxCents), pairs.endAt(maxCents)];
  const cell = kernel.densest(
    ...([delays, cents, fromPivot, first, end, faster, middle] as const),
    ...([maxCents, halfRows, countsAt, triplesAt, maxAt] as const),
  );
  return {
    frames: (cell % stride) - halfWidthFrames,
    cents: (Math.floor(cell / stride) - halfRows) * rowCents,
    pairs: maxHalves() / 2,
  };
}

/** The same of the pairs whose pitch differs by `cents`, to `withinCents`: of lines `faster` about the pivot, by frames alone. */
export function commonest(pairs: NearPairs, faster: number, cents: number, withinCents: number): Parallel {
  const [delays, all, fromPivot] = lists(pairs);
  const [first, end] = [pairs.startAt(cents - withinCents), pairs.endAt(cents + withinCents)];
  const column = kernel.commonest(
    ...([delays, all, fromPivot, first, end, faster, cents, withinCents, countsAt, maxAt] as const),
  );
  return { frames: column - halfWidthFrames, cents, pairs: maxHalves() / 2 };
}

/** One memory for all lists of the process: a list is copied out before another begins. */
const memory = new wasm.Memory({ initial: 4 });
const kernel = instantiateKernel('near-pairs', memory);

/** Of the kernel's histograms: frames beside a line, numbers a row, and a row's cents. */
export const halfWidthFrames = kernel.halfWidthFrames.value;
const stride = kernel.stride.value;
const rowCents = kernel.rowCents.value;

/** Behind the surroundings. */
const maxAt = 64;
const countsAt = maxAt + 16;
const histogramBytes = 4 * (stride * (2 * Math.ceil(verification.maxPitchCents / rowCents) + 1) + 8);
const triplesAt = countsAt + histogramBytes;
const listsAt = 8 * Math.ceil((triplesAt + histogramBytes) / 8);

const pairBytes = 24;
/** The kernel reads as many pitches at once. */
const lanes = 4;

/** Pairs that the last lists needed room for. */
let room = 4096;
/** Whose lists the memory holds. */
let inMemory: NearPairs | null = null;

/** Where a pair's numbers lie in the memory, list by list. */
type Lists = readonly [delays: number, cents: number, fromPivot: number];

function listAddresses(): Lists {
  return [listsAt, listsAt + 8 * room, listsAt + 16 * room];
}

/** The addresses of its lists, which are put back where another's have taken their place. */
function lists(pairs: NearPairs): Lists {
  const addresses = listAddresses();
  if (inMemory !== pairs) {
    [pairs.delays, pairs.cents, pairs.fromPivot].forEach((numbers, i) => {
      new Float64Array(memory.buffer, addresses[i]!, pairs.count).set(numbers);
    });
    inMemory = pairs;
  }
  return addresses;
}

function maxHalves(): number {
  return new Int32Array(memory.buffer, maxAt, 1)[0]!;
}

interface Listed {
  readonly count: number;
  readonly starts: Int32Array;
  readonly numbers: readonly [Float64Array, Float64Array, Float64Array];
}

/** `surroundings`: start, scale, pivot, halfWidthFrames, widest, maxCents, speedSlack. */
function list(query: PeakList, song: PeakList, surroundings: readonly number[], stepCount: number): Listed {
  // The kernel reads pairs by twos.
  const foundAt = listsAt + pairBytes * room + 8;
  const stepsAt = foundAt + pairBytes * room;
  const queryAt = stepsAt + 4 * stepCount;
  const songAt = queryAt + 8 * query.count;
  reserveBytes(memory, songAt + 8 * song.count + 4 * lanes);
  const { buffer } = memory;
  new Float64Array(buffer, 0, surroundings.length).set(surroundings);
  const steps = new Int32Array(buffer, stepsAt, stepCount).fill(0);
  putPeaks(query, new Float32Array(buffer, queryAt, 2 * query.count));
  putPeaks(song, new Float32Array(buffer, songAt, 2 * song.count));
  const count = kernel.find(queryAt, query.count, songAt, song.count, 0, stepsAt, foundAt, room);
  if (count > room) {
    room = 2 * count;
    return list(query, song, surroundings, stepCount);
  }
  for (let step = 1; step < stepCount; step++) steps[step]! += steps[step - 1]!;
  const starts = steps.slice();
  const addresses = listAddresses();
  kernel.order(foundAt, count, surroundings[5]!, stepsAt, ...addresses);
  const copied = (at: number): Float64Array => new Float64Array(buffer, at, count).slice();
  return { count, starts, numbers: [copied(addresses[0]), copied(addresses[1]), copied(addresses[2])] };
}
