/** The score of a lattice's spacings together: the mean over its deviation where no lattice is. */
import type { LatticeCandidate } from './lattice.js';
import { combScore, nullDeviation } from './lattice-score.js';
import { familyOf } from './lattices.js';
import type { LineContrast } from './line-contrast.js';

type Place = Pick<LatticeCandidate, 'familyId' | 'spacingsHz' | 'fromHz'>;

/** How many of the spacings have lines enough in the band. */
export const linesRead = (contrast: LineContrast, { spacingsHz, fromHz }: Place): number =>
  spacingsHz.filter((spacing) => combScore(contrast, spacing, { fromHz }).lines > 0).length;

export const deviationOf = ({ familyId }: Pick<Place, 'familyId'>, count: number): number =>
  familyId === 'unlisted' ? 1 : nullDeviation(familyOf(familyId), count);

/** 0 where no line is in the band. `withoutHz`: lines that are multiples of this do not count. */
export function placeScore(contrast: LineContrast, place: Place, withoutHz?: number): number {
  const readings = place.spacingsHz
    .map((spacing) => combScore(contrast, spacing, { fromHz: place.fromHz, ...(withoutHz && { withoutHz }) }))
    .filter(({ lines }) => lines > 0);
  if (readings.length === 0) return 0;
  const sum = readings.reduce((total, { score }) => total + score, 0);
  return sum / readings.length / deviationOf(place, readings.length);
}
