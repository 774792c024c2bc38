/** Fits how shares of agreeing notes are distributed (src/analyses/plagiarism/evidence/tune-rule.ts), by maximum likelihood. */
import { logLikelihood, type ShareDistribution } from '../../src/analyses/plagiarism/evidence/tune-rule.js';
import type { PlacedNotes } from '../../src/music/melody/laying/placed-notes.js';
import { logistic } from '../../src/signal/logistic.js';

/** Bounds of the search, logarithmic: odds of the share above chance, and concentration. */
const bounds = [
  [-6, 4],
  [0, 9],
] satisfies [number, number][];
/** Each number in turn, so often; and steps of each search, which divide the bounds by 1.6 each. */
const [rounds, steps] = [30, 30];
const golden = (Math.sqrt(5) - 1) / 2;

const distribution = ([odds, concentration]: readonly [number, number]): ShareDistribution => ({
  aboveChance: logistic(odds),
  concentration: Math.exp(concentration),
});

/** Of at least one pair. */
export function fitShares(pairs: readonly PlacedNotes[]): ShareDistribution {
  const likelihood = (point: readonly [number, number]): number =>
    pairs.reduce((sum, pair) => sum + logLikelihood(pair, distribution(point)), 0);
  let point: [number, number] = [-1, 3];
  for (let round = 0; round < rounds; round++)
    for (const place of [0, 1]) {
      const at = (value: number): [number, number] => (place === 0 ? [value, point[1]] : [point[0], value]);
      let [low, high]: [number, number] = bounds[place]!;
      for (let step = 0; step < steps; step++) {
        const [x, y] = [high - golden * (high - low), low + golden * (high - low)];
        if (likelihood(at(x)) > likelihood(at(y))) high = y;
        else low = x;
      }
      point = at((low + high) / 2);
    }
  return distribution(point);
}
