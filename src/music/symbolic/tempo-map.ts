/** When a tick of a MIDI file sounds, and which tick sounds when. */
import { countAtMost } from '../../numbers/rising.js';
import type { MidiFile } from './midi-reader.js';

/** 120 BPM, until the file says otherwise. */
const unsaidMicroseconds = 500_000;

export interface TempoMap {
  /** Seconds from the file's start; `tick` ≥ 0, also fractional. O(log tempo changes). */
  secondsAt(tick: number): number;
  /** The inverse, fractional; `seconds` ≥ 0. */
  tickAt(seconds: number): number;
}

/** `tempos`: sorted by tick; of several at one tick the last one counts. */
export function tempoMap({
  tempos,
  ticksPerQuarter,
}: Pick<MidiFile, 'tempos' | 'ticksPerQuarter'>): TempoMap {
  const count = tempos.length + 1;
  const ticks = new Float64Array(count);
  const seconds = new Float64Array(count);
  const secondsPerTick = new Float64Array(count).fill(unsaidMicroseconds / 1e6 / ticksPerQuarter);
  for (const [index, { tick, microsecondsPerQuarter }] of tempos.entries()) {
    ticks[index + 1] = tick;
    seconds[index + 1] = seconds[index]! + (tick - ticks[index]!) * secondsPerTick[index]!;
    secondsPerTick[index + 1] = microsecondsPerQuarter / 1e6 / ticksPerQuarter;
  }
  return {
    secondsAt(tick) {
      const at = lastNotAbove(ticks, tick);
      return seconds[at]! + (tick - ticks[at]!) * secondsPerTick[at]!;
    },
    tickAt(time) {
      const at = lastNotAbove(seconds, time);
      return ticks[at]! + (time - seconds[at]!) / secondsPerTick[at]!;
    },
  };
}

/** Index of the last of the rising `values` that is no greater; 0 where all are. */
export function lastNotAbove(values: Float64Array, value: number): number {
  return Math.max(0, countAtMost(values, value) - 1);
}
