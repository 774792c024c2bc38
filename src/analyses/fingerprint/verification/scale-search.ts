/**
 * Searches the scale of a line that is known at one time only. Two or three hits of a damaged query show a place and hardly
 * a scale; under an assumed change each scale has one pitch, so that few pairs of peaks need to be looked at.
 */

import { framesPerSecond } from '../parameters.js';
import { type PeakList, stretchOf } from '../peaks/peak-list.js';
import type { Line } from './coincidence.js';
import { commonest, halfWidthFrames, NearPairs } from './near-pairs.js';

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
/**
 * Where the pitch follows the speed, a pair lies on no line whose speed is farther from the one that its pitch asks for: 25 cents
 * are 1.46 % of a speed, which is 1.14 at most, and the speed is known to 0.04 %.
 */
const speedSlack = 0.018;
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
  const about = { pivot, halfWidthFrames, widest, maxCents };
  const pairs = new NearPairs(query, song, line, pitchFollows === 'speed' ? { ...about, speedSlack } : about);
  const length = query.times[query.count - 1] ?? 0;
  const first = query.times[0] ?? 0;
  const step = (2 * blurFrames) / Math.max(1, pivot - first, length - pivot);
  let best: CoarseLine | null = null;
  for (let scale: number = scales.min; scale <= scales.max; scale += step) {
    const cents = pitchFollows === 'speed' ? 1200 * Math.log2(scale) : 0;
    const start = line.start + (line.scale - scale) * pivot;
    const found = maxPairs(pairs, line.scale, { start, scale, cents });
    if (found.pairs >= minPairs && (!best || found.pairs > best.pairs)) best = found;
  }
  return best;
}

/** The delay at which most pairs of one pitch coincide; null where none has three. */
export function atKeptSpeed(query: PeakList, song: PeakList, line: Line): CoarseLine | null {
  const pairs = new NearPairs(query, song, line, {
    pivot: 0,
    halfWidthFrames,
    widest: 0,
    maxCents: pitchCents,
  });
  const found = maxPairs(pairs, line.scale, line);
  return found.pairs >= minPairs ? found : null;
}

const minPairs = 3;

/** The line with the most pairs among those parallel to `line`; `scale` is that of the pairs' own line. */
function maxPairs(pairs: NearPairs, scale: number, line: Line): CoarseLine {
  const found = commonest(pairs, line.scale - scale, line.cents, pitchCents);
  return { ...line, start: line.start + found.frames, pairs: found.pairs };
}
