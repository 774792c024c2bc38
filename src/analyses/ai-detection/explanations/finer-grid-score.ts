/**
 * Is a lattice part of a finer grid? Music from a sequencer repeats the same samples on an exact grid of time: drums
 * at 125 BPM draw lines at every multiple of 8.33 Hz, and those of 50 Hz are among them. A decoder leaves nothing
 * between the lines of its family, so what stands there is taken off.
 */

import { combScore } from '../lattice/lattice-score.js';
import { type LineContrast, lowestHz } from '../lattice/line-contrast.js';
import { binHz } from '../listen/mean-spectrum.js';

/** Nearer than this is a line's own main lobe. */
const nearestBins = 4;
const ownLobeBins = 3.2;
const halfWayLobeBins = 2.4;
/** Grids from 5 to 60 Hz: slower ones are not resolved, and faster ones show in the loudness. */
const farthestHz = 60;
/** The best of some thirty chance readings, in deviations: up to here nothing stands there. */
const bestByChance = 2;

/** Distance of `bins` from the nearest multiple of `spacingBins`. */
const awayFromMultiple = (bins: number, spacingBins: number): number =>
  Math.abs(bins - Math.round(bins / spacingBins) * spacingBins);

/** The lattices that are read together, finest first. */
export interface GridQuestion {
  readonly spacingsHz: readonly number[];
  /** Deviation of the mean of their scores where no lattice is. */
  readonly deviation: number;
  /** Whether lines half-way between the finest are a decoder's too. */
  readonly mayHalve?: boolean;
  readonly fromHz?: number;
  /** The fastest grid to look for; 60 Hz by default. */
  readonly upToHz?: number;
}

/**
 * What a finer grid would explain of a score: the same score read at one distance on both sides of every line, at the
 * distance where it is highest, less what chance reaches. In deviations, 0 or more.
 */
export function finerGridScore(
  contrast: LineContrast,
  { spacingsHz, deviation, mayHalve = false, fromHz = lowestHz, upToHz = farthestHz }: GridQuestion,
): number {
  const spacings = spacingsHz.filter((spacing) => combScore(contrast, spacing, { fromHz }).lines > 0);
  if (spacings.length === 0) return 0;
  const finestBins = spacings[0]! / binHz;
  let highest = 0;
  for (let bins = nearestBins; bins * binHz < upToHz; bins++) {
    if (awayFromMultiple(bins, finestBins) <= ownLobeBins) continue;
    if (mayHalve && awayFromMultiple(bins, finestBins / 2) <= halfWayLobeBins) continue;
    const offsetHz = bins * binHz;
    let sum = 0;
    for (const spacing of spacings) {
      if (bins >= spacing / binHz - ownLobeBins) continue;
      const above = combScore(contrast, spacing, { fromHz, offsetHz }).score;
      const below = combScore(contrast, spacing, { fromHz, offsetHz: -offsetHz }).score;
      sum += (above + below) / 2;
    }
    highest = Math.max(highest, sum);
  }
  return Math.max(0, highest / spacings.length / deviation - bestByChance);
}
