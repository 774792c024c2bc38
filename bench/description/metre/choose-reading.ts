import type { HeardReading } from './hearing.js';

interface Choice {
  /** The best reading in the likelier metre. */
  readonly reading: HeardReading;
  /** How likely the song is in three, over all readings. */
  readonly three: number;
}

/** As the product chooses (src/music/rhythm/rhythm.ts): the metre over all readings, then the best of its readings. */
export function chooseReading(readings: readonly HeardReading[], scores: readonly number[]): Choice {
  const best = Math.max(...scores);
  const weights = { 3: 0, 4: 0 };
  for (const [at, { meter }] of readings.entries()) weights[meter] += Math.exp(scores[at]! - best);
  const three = weights[3] / (weights[3] + weights[4]);
  const meter = three > 0.5 ? 3 : 4;
  const own = [...readings.keys()].filter((at) => readings[at]!.meter === meter);
  const reading = readings[own.reduce((first, at) => (scores[at]! > scores[first]! ? at : first))]!;
  return { reading, three };
}
