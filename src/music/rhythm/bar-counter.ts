/**
 * The scores of all beats that a bar pointer may count, frame by frame, in WebAssembly (wasm/bar-counts.ts), and how each of them was
 * reached: bar-pointer.ts says what is counted. O(frames × intervals).
 */
import { instantiateKernel } from '../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../signal/wasm/wasm.js';

/** The places of a bar are computed side by side. */
export const maxPlaces = 4;
/** Frames that are computed at once: their answers are copied out of the kernel's memory then. */
const framesAtOnce = 256;
const [laneBytes, ruleBytes, bestBytes] = [4 * maxPlaces, 12, 32];
/** More than any count's score. */
const never = 1e9;

const memory = new wasm.Memory({ initial: 1 });
let kernel: ReturnType<typeof instantiateKernel<'bar-counts'>> | null = null;

export interface BarRules {
  /** Frames between two beats, rising; at most 255 of them. */
  readonly intervals: readonly number[];
  /** Of each interval: what a beat with it costs, and what the step from the interval before costs (0 for the first). */
  readonly unusual: readonly number[];
  readonly steps: readonly number[];
  /** What a bar costs that ends with each place, at most `maxPlaces` of them. */
  readonly ends: readonly number[];
}

export interface CountedBeat {
  readonly frame: number;
  /** Index into `intervals`: the one that led to it. */
  readonly interval: number;
  /** In its bar, from 0. */
  readonly place: number;
}

export interface LikeliestBeats {
  readonly score: number;
  /** The last beat of the likeliest count. */
  readonly last: CountedBeat;
  /** The beat before; null where the count begins. */
  before(beat: CountedBeat): CountedBeat | null;
}

/** `beat` and `downbeat` are as long as each other. Null where there is no frame. */
export function likeliestBeats(
  beat: Float32Array,
  downbeat: Float32Array,
  rules: BarRules,
): LikeliestBeats | null {
  const { intervals, ends } = rules;
  const count = intervals.length;
  const frames = beat.length;
  if (frames === 0) return null;
  const ring = intervals.at(-1)! + 1;
  const at = layOut(count, ring);
  writeRules(rules, at.rules);
  new Float32Array(memory.buffer, at.best, 1)[0] = -never;
  const changes = new Uint8Array(frames * count * maxPlaces);
  const arrivals = new Uint8Array(frames * count);
  const own = {
    beat: new Float32Array(memory.buffer, at.beat, framesAtOnce),
    downbeat: new Float32Array(memory.buffer, at.downbeat, framesAtOnce),
    changes: new Uint8Array(memory.buffer, at.changes, framesAtOnce * count * maxPlaces),
    arrivals: new Uint8Array(memory.buffer, at.arrivals, framesAtOnce * count),
  };
  kernel ??= instantiateKernel('bar-counts', memory);
  for (let first = 0; first < frames; first += framesAtOnce) {
    const length = Math.min(framesAtOnce, frames - first);
    own.beat.set(beat.subarray(first, first + length));
    own.downbeat.set(downbeat.subarray(first, first + length));
    kernel.count(
      at.rules,
      count,
      ends.length,
      at.beat,
      at.downbeat,
      first,
      length,
      frames,
      at.leaving,
      ring,
      at.row,
      at.changes,
      at.arrivals,
      at.best,
    );
    changes.set(own.changes.subarray(0, length * count * maxPlaces), first * count * maxPlaces);
    arrivals.set(own.arrivals.subarray(0, length * count), first * count);
  }
  const [score] = new Float32Array(memory.buffer, at.best, 1);
  const [frame, interval, place] = new Uint32Array(memory.buffer, at.best + 4, 3);
  return {
    score: score!,
    last: { frame: frame!, interval: interval!, place: place! },
    before(beat) {
      const earlier = beat.frame - intervals[beat.interval]!;
      if (earlier < 0) return null;
      const place = beat.place > 0 ? beat.place - 1 : arrivals[beat.frame * count + beat.interval]!;
      const interval = changes[(earlier * count + beat.interval) * maxPlaces + place]!;
      return { frame: earlier, place, interval };
    },
  };
}

interface Layout {
  readonly rules: number;
  readonly best: number;
  readonly beat: number;
  readonly downbeat: number;
  readonly row: number;
  readonly changes: number;
  readonly arrivals: number;
  readonly leaving: number;
}

/** Addresses of the kernel's parts, multiples of 16. */
function layOut(count: number, ring: number): Layout {
  let end = 0;
  const next = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / 16) * 16;
    return at;
  };
  const parts = {
    rules: next(laneBytes + count * ruleBytes),
    best: next(bestBytes),
    beat: next(4 * framesAtOnce),
    downbeat: next(4 * framesAtOnce),
    row: next(2 * laneBytes * count),
    changes: next(framesAtOnce * count * maxPlaces),
    arrivals: next(framesAtOnce * count),
    leaving: next(ring * count * laneBytes),
  };
  reserveBytes(memory, end);
  return parts;
}

function writeRules({ intervals, unusual, steps, ends }: BarRules, at: number): void {
  const numbers = new DataView(memory.buffer, at, laneBytes + intervals.length * ruleBytes);
  for (let place = 0; place < maxPlaces; place++) numbers.setFloat32(4 * place, ends[place] ?? never, true);
  for (const [index, interval] of intervals.entries()) {
    const rule = laneBytes + index * ruleBytes;
    numbers.setUint32(rule, interval, true);
    numbers.setFloat32(rule + 4, unusual[index]!, true);
    numbers.setFloat32(rule + 8, steps[index]!, true);
  }
}
