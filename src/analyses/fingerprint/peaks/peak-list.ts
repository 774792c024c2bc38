/** Peaks of one recording, in order of time. */
import { countBelow } from '../../../numbers/rising.js';

export interface PeakList {
  readonly count: number;
  /** In frames; rising. */
  readonly times: Float32Array;
  /** Cents above framing.minHz. */
  readonly cents: Float32Array;
  /** Level over the band's mean, in units of 3 dB. */
  readonly saliences: Float32Array;
  /** log2 of the band's power, in units of 3 dB; only differences within one recording mean something. */
  readonly levels: Float32Array;
}

export class GrowingPeaks {
  private times: Float32Array = new Float32Array(1024);
  private cents: Float32Array = new Float32Array(1024);
  private saliences: Float32Array = new Float32Array(1024);
  private levels: Float32Array = new Float32Array(1024);
  private count = 0;

  push(time: number, cents: number, salience: number, level: number): void {
    if (this.count === this.times.length) {
      this.times = doubled(this.times);
      this.cents = doubled(this.cents);
      this.saliences = doubled(this.saliences);
      this.levels = doubled(this.levels);
    }
    this.times[this.count] = time;
    this.cents[this.count] = cents;
    this.saliences[this.count] = salience;
    this.levels[this.count] = level;
    this.count++;
  }

  list(): PeakList {
    return {
      count: this.count,
      times: this.times.slice(0, this.count),
      cents: this.cents.slice(0, this.count),
      saliences: this.saliences.slice(0, this.count),
      levels: this.levels.slice(0, this.count),
    };
  }
}

function doubled(array: Float32Array): Float32Array {
  const larger = new Float32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** The peaks that fewer than `limit` others within ± half a second exceed in salience; `limit` a second. */
export function keepMostSalient(peaks: PeakList, limit: number, framesPerSecond: number): PeakList {
  const kept = new GrowingPeaks();
  const halfWidth = framesPerSecond / 2;
  let first = 0;
  for (let i = 0; i < peaks.count; i++) {
    const time = peaks.times[i]!;
    const salience = peaks.saliences[i]!;
    while (peaks.times[first]! < time - halfWidth) first++;
    let above = 0;
    for (let j = first; j < peaks.count && peaks.times[j]! <= time + halfWidth && above < limit; j++) {
      if (peaks.saliences[j]! > salience) above++;
    }
    if (above < limit) kept.push(time, peaks.cents[i]!, salience, peaks.levels[i]!);
  }
  return inOrderOfTime(kept.list());
}

/** Refined times of neighbouring frames can change places by a fraction of a frame. */
function inOrderOfTime(peaks: PeakList): PeakList {
  const { times, cents, saliences, levels } = peaks;
  for (let i = 1; i < peaks.count; i++) {
    const time = times[i]!;
    const cent = cents[i]!;
    const salience = saliences[i]!;
    const level = levels[i]!;
    let j = i - 1;
    for (; j >= 0 && (times[j]! > time || (times[j] === time && cents[j]! > cent)); j--) {
      times[j + 1] = times[j]!;
      cents[j + 1] = cents[j]!;
      saliences[j + 1] = saliences[j]!;
      levels[j + 1] = levels[j]!;
    }
    times[j + 1] = time;
    cents[j + 1] = cent;
    saliences[j + 1] = salience;
    levels[j + 1] = level;
  }
  return peaks;
}

/** The peaks from one frame up to another, their times counted from the first. */
export function peaksBetween(peaks: PeakList, fromFrame: number, toFrame: number): PeakList {
  const from = firstAt(peaks, fromFrame);
  const to = firstAt(peaks, toFrame);
  return {
    count: to - from,
    times: peaks.times.slice(from, to).map((time) => time - fromFrame),
    cents: peaks.cents.slice(from, to),
    saliences: peaks.saliences.slice(from, to),
    levels: peaks.levels.slice(from, to),
  };
}

/** The peaks of [fromFrame, toFrame) with their times as they are; a view, no copy. */
export function stretchOf(peaks: PeakList, fromFrame: number, toFrame: number): PeakList {
  const from = firstAt(peaks, fromFrame);
  const to = firstAt(peaks, toFrame);
  return {
    count: to - from,
    times: peaks.times.subarray(from, to),
    cents: peaks.cents.subarray(from, to),
    saliences: peaks.saliences.subarray(from, to),
    levels: peaks.levels.subarray(from, to),
  };
}

/** Puts the times, and behind them the pitches, where a kernel reads them; `area` has room for two numbers a peak. */
export function putPeaks({ count, times, cents }: PeakList, area: Float32Array): void {
  area.set(times.length === count ? times : times.subarray(0, count));
  area.set(cents.length === count ? cents : cents.subarray(0, count), count);
}

/** The first peak that is not before a time, in frames. */
function firstAt({ times, count }: Pick<PeakList, 'times' | 'count'>, frame: number): number {
  return countBelow(times, frame, count);
}
