/** The product's choice of metre, as the baseline: four measurements with weights set by hand (src/music/rhythm/rhythm.ts). */

import type { HeardReading } from './hearing.js';
import { readingFeatureNames } from './reading-features.js';

const weights = { 'tempo-prior': 1, periodicity: 0.4, 'bars-gain': 2.5, 'pulse-strength': 0.25 } as const;
/** What four must be likelier by, a pulse. */
const fourHandicap = 0.03;
const sharpness = 6;

const measured = ({ features }: HeardReading, name: string): number =>
  features[readingFeatureNames.indexOf(name)]!;

/** Of each reading, log-odds: readings come in pairs, each tempo in its likelier metre and in the other. */
export function handSetScores(readings: readonly HeardReading[]): number[] {
  return readings.map((_, at) => {
    const [likelier, other] = [readings[at - (at % 2)]!, readings[at - (at % 2) + 1]!];
    const own = Object.entries(weights).reduce(
      (sum, [name, weight]) => sum + weight * measured(likelier, name),
      0,
    );
    if (at % 2 === 0) return sharpness * own;
    const handicapped = (reading: HeardReading): number =>
      measured(reading, 'bars-gain') - (reading.meter === 4 ? fourHandicap : 0);
    return sharpness * (own - weights['bars-gain'] * (handicapped(likelier) - handicapped(other)));
  });
}
