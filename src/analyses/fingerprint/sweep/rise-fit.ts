/**
 * Fits the speed of a place by where levels rise. A room holds levels: where they are high shows a speed to half a percent and a start to 0.2 s, and few peaks
 * coincide there that would correct it. Levels rise where the direct sound comes.
 */
import { type PeakList, stretchOf } from '../peaks/peak-list.js';
import { contrastRowOf, type LevelContrast } from './level-contrast.js';
import type { ChangedPlace } from './place-fit.js';

/** Frames in which a level's rise is measured. */
const riseFrames = 4;
/** What is tried about a place: shares of its scale, and frames of the query's middle. */
const scaleSteps = { share: 5e-4, each: 20 } as const;
const maxDelayFrames = 16;
const delays = 2 * maxDelayFrames + 1;

/** The line near a place along which the query's levels rise most at the song's peaks; the pitch follows where the place's does. The place itself where none rise. */
export function atRises(contrast: LevelContrast, song: PeakList, place: ChangedPlace): ChangedPlace {
  const middle = contrast.frames / 2;
  const at = place.startFrames + place.scale * middle;
  const reach = middle * place.scale * (1 + scaleSteps.share * scaleSteps.each) + maxDelayFrames;
  const near = stretchOf(song, at - reach, at + reach);
  const sums = new Float64Array(delays);
  let best = { sum: 0, delay: 0, scale: place.scale };
  for (let step = -scaleSteps.each; step <= scaleSteps.each; step++) {
    const scale = place.scale * (1 + step * scaleSteps.share);
    addRises(contrast, near, { at, scale, cents: place.cents }, sums);
    sums.forEach((sum, i) => {
      if (sum > best.sum) best = { sum, delay: i - maxDelayFrames, scale };
    });
  }
  const { delay, scale } = best;
  // What comes so much later in the query lies so much earlier in the song.
  const startFrames = at - scale * (middle + delay);
  return { startFrames, scale, cents: place.cents === 0 ? 0 : 1200 * Math.log2(scale) };
}

interface TriedLine {
  /** Where the query's middle would lie. */
  readonly at: number;
  readonly scale: number;
  readonly cents: number;
}

/** How much the levels rise at the song's peaks if they come some frames later in the query: `maxDelayFrames` less at first. */
function addRises(
  { frames, values }: LevelContrast,
  song: PeakList,
  { at, scale, cents }: TriedLine,
  sums: Float64Array,
): void {
  sums.fill(0);
  for (let i = 0; i < song.count; i++) {
    const row = contrastRowOf(song.cents[i]! + cents);
    const first = Math.round(frames / 2 + (song.times[i]! - at) / scale) - maxDelayFrames;
    if (row < 0 || first < riseFrames || first + delays > frames) continue;
    const from = row * frames + first;
    for (let delay = 0; delay < delays; delay++)
      sums[delay]! += values[from + delay]! - values[from + delay - riseFrames]!;
  }
}
