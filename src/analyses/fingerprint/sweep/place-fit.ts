/** Fits a place that a sweep over assumed changes found coarsely: where the query's levels stand out most at the song's peaks. */

import { type PeakList, stretchOf } from '../peaks/peak-list.js';
import { contrastRowOf, type LevelContrast } from './level-contrast.js';
import { drawnPeaks } from './scoring.js';

/** How a query that was changed lies in a song: song frames = startFrames + scale · its frames; its pitch above the song's. */
export interface ChangedPlace {
  readonly startFrames: number;
  readonly scale: number;
  readonly cents: number;
}

/** A place, and the sum of what the levels stand out by at the song's peaks there, over the root of their number. */
export interface ScoredPlace extends ChangedPlace {
  readonly score: number;
}

/** Frames that levels are averaged over, as in a sweep at unchanged speed (sweep.ts). */
const smoothedFrames = 4;
/** What coarse steps leave open: as a share of the scale or as pitch, and in frames of the place's middle. */
const changeSteps = { share: 0.006, cents: 10, each: 5 } as const;
const delaySteps = { frames: 4, each: 7 } as const;

/** Of one query. */
export class PlaceFit {
  private readonly frames: number;
  private readonly smoothed: Float32Array;

  constructor({ frames, values }: LevelContrast) {
    this.frames = frames;
    this.smoothed = new Float32Array(values.length);
    for (let row = 0; row < values.length; row += frames) {
      let sum = 0;
      for (let at = row; at < row + frames; at++) {
        sum += values[at]! - (at - smoothedFrames >= row ? values[at - smoothedFrames]! : 0);
        this.smoothed[Math.max(row, at - smoothedFrames / 2)] = sum / smoothedFrames;
      }
    }
  }

  /** The place of the highest score near a coarse one; the score is 0 where none of the song's peaks lie there. */
  highest(song: PeakList, place: ChangedPlace): ScoredPlace {
    const middle = this.frames / 2;
    const at = place.startFrames + place.scale * middle;
    const reach = delaySteps.frames * delaySteps.each + middle * changeSteps.share * changeSteps.each;
    const near = stretchOf(song, place.startFrames - reach, at + place.scale * middle + reach);
    let best: ScoredPlace = { ...place, score: 0 };
    for (let step = -changeSteps.each; step <= changeSteps.each; step++) {
      const { scale, cents } = changedBy(place, step);
      const { delayFrames, score } = this.bestDelay(near, at, scale, cents);
      if (score > best.score) best = { startFrames: at + delayFrames - scale * middle, scale, cents, score };
    }
    return best;
  }

  /** `at` is where the query's middle would lie. */
  private bestDelay(
    song: PeakList,
    at: number,
    scale: number,
    cents: number,
  ): { delayFrames: number; score: number } {
    const { frames, smoothed } = this;
    const sums = new Float64Array(2 * delaySteps.each + 1);
    // A later place has the song's peaks at earlier frames of the query.
    const step = delaySteps.frames / scale;
    let count = 0;
    for (let i = 0; i < song.count; i++) {
      const row = contrastRowOf(song.cents[i]! + cents);
      const frame = frames / 2 + (song.times[i]! - at) / scale;
      if (row < 0 || frame < 0 || frame >= frames) continue;
      count++;
      const from = row * frames;
      let there = frame + delaySteps.each * step;
      if (there < frames && frame > delaySteps.each * step + 1) {
        // All delays are within the query.
        for (let delay = 0; delay < sums.length; delay++, there -= step)
          sums[delay]! += smoothed[from + (there | 0)]!;
        continue;
      }
      for (let delay = 0; delay < sums.length; delay++, there -= step) {
        if (there >= 0 && there < frames) sums[delay]! += smoothed[from + (there | 0)]!;
      }
    }
    const highest = sums.indexOf(Math.max(...sums));
    return {
      delayFrames: (highest - delaySteps.each) * delaySteps.frames,
      score: sums[highest]! / Math.sqrt(count + drawnPeaks),
    };
  }
}

/** The place's change, and what is a little more or less of the same kind: of speed, of tempo alone or of pitch alone. */
function changedBy({ scale, cents }: ChangedPlace, step: number): { scale: number; cents: number } {
  if (scale === 1) return { scale, cents: cents + step * changeSteps.cents };
  const factor = 1 + step * changeSteps.share;
  return { scale: scale * factor, cents: cents === 0 ? 0 : cents + 1200 * Math.log2(factor) };
}
