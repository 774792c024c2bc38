/** How the level of a recording moves: speech pauses between words and syllables, and has no steady pulse. */
import { percentile } from '../../../numbers/percentile.js';
import { type FrameLevels, framesPerSecond } from './short-frames.js';

export interface LevelMovement {
  /** Share of frames that lie 10 dB and more below the mean power of their second (Scheirer and Slaney's low-energy frames). */
  readonly quiet: number;
  /** Highest autocorrelation of the onsets' strength, 0.16 … 2 s apart, up to 1. */
  readonly pulse: number;
}

const secondFrames = Math.round(framesPerSecond);
/** Share of the mean power. */
const quietShare = 0.1;
/** Seconds this far below the loudest are a pause of the whole recording. */
const pauseDecibels = 30;
const [shortestLag, longestLag] = [0.16, 2].map((seconds) => Math.floor(seconds * framesPerSecond)) as [
  number,
  number,
];

export function levelMovement({ bands, levels }: FrameLevels): LevelMovement {
  return { quiet: quietOf(levels), pulse: pulseOf(onsets(bands)) };
}

function quietOf(levels: Float32Array): number {
  const powers = levels.map((level) => 10 ** (level / 10));
  const loud = percentile(powers, 0.95);
  let [quiet, count] = [0, 0];
  for (let from = 0; from + secondFrames <= powers.length; from += secondFrames >> 1) {
    const second = powers.subarray(from, from + secondFrames);
    const mean = second.reduce((sum, power) => sum + power, 0) / secondFrames;
    if (mean < loud * 10 ** (-pauseDecibels / 10)) continue;
    count += secondFrames;
    for (const power of second) if (power < mean * quietShare) quiet++;
  }
  return count > 0 ? quiet / count : 0;
}

/** By how much the bands rise from one frame to the next, in decibels, less the mean of all frames. */
function onsets(bands: readonly Float32Array[]): Float32Array {
  const rises = new Float32Array(bands[0]!.length);
  for (const band of bands)
    for (let frame = 1; frame < band.length; frame++)
      rises[frame]! += Math.max(0, band[frame]! - band[frame - 1]!) / bands.length;
  const mean = rises.reduce((sum, rise) => sum + rise, 0) / rises.length;
  return rises.map((rise) => rise - mean);
}

function pulseOf(strengths: Float32Array): number {
  const own = meanProduct(strengths, 0);
  if (!(own > 0)) return 1;
  let highest = 0;
  for (let lag = shortestLag; lag <= Math.min(longestLag, strengths.length - 1); lag++)
    highest = Math.max(highest, meanProduct(strengths, lag) / own);
  return Math.min(1, highest);
}

function meanProduct(values: Float32Array, lag: number): number {
  let sum = 0;
  for (let at = lag; at < values.length; at++) sum += values[at]! * values[at - lag]!;
  return sum / (values.length - lag);
}
