/** How unusual a measurement of a song is among those of unrelated songs, which are spread about their mean nearly as a bell. */

/** Further out the bell is not to be trusted. */
const maxDeviations = 5;

/** −log2 of the height of the bell at `value`, against its middle; 0 below that. */
export function surpriseBits(value: number, mean: number, spread: number): number {
  const deviations = (value - mean) / spread;
  return (0.5 * Math.min(maxDeviations, Math.max(0, deviations)) ** 2) / Math.LN2;
}
