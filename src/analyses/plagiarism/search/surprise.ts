/** How unusual a measurement of a song is among those of unrelated songs, which are spread about their mean nearly as a bell. */

/** Of the measurements seen: how many, their sum, and that of their squares. */
export interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

/** Mean and spread before any is seen. */
export interface Usual {
  readonly mean: number;
  readonly spread: number;
}

/** Few songs show their mean, but not their spread: this many outweigh what is usual. */
const [songsForMean, songsForSpread] = [5, 50];
/** Further out the bell is not to be trusted. */
const maxDeviations = 5;

/** −log2 of the height of the bell at `value`, against its middle; 0 below that. */
export function surpriseBits(value: number, { count, sum, squares }: Sums, usual: Usual): number {
  const mean = (sum + songsForMean * usual.mean) / (count + songsForMean);
  const aroundMean = squares - 2 * mean * sum + count * mean * mean;
  const spread = Math.sqrt((aroundMean + songsForSpread * usual.spread ** 2) / (count + songsForSpread));
  const deviations = (value - mean) / spread;
  return (0.5 * Math.min(maxDeviations, Math.max(0, deviations)) ** 2) / Math.LN2;
}
