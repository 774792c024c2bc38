/** Notes of a file whose ticks are milliseconds. */
import type { MidiNote } from '../midi-reader.js';
import { tempoMap } from '../tempo-map.js';

export const secondsAsTicks = tempoMap({ tempos: [], ticksPerQuarter: 500 });

/** @returns a note of an electric piano; `velocity`: 1 … 127. */
export const noteInSeconds = (
  startSeconds: number,
  seconds: number,
  pitch: number,
  velocity = 80,
): MidiNote => ({
  startTick: Math.round(1000 * startSeconds),
  endTick: Math.round(1000 * (startSeconds + seconds)),
  pitch,
  velocity,
  channel: 0,
  track: 0,
  program: 4,
});
