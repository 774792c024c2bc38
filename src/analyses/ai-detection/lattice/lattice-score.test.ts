import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import type { LatticeCandidate } from './lattice.js';
import { combScore, familyScore } from './lattice-score.js';
import {
  findExact,
  scoreAt,
  searchScale,
  searchUnconstrained,
  unconstrainedScoreAt,
} from './lattice-search.js';
import { latticeFamilies } from './lattices.js';
import type { LineContrast } from './line-contrast.js';
import { evidenceOf } from './own-null.js';

/** Contrasts of mean 0 and deviation 1 without any structure: what "no lattice" looks like. */
function nothing(seed: number): LineContrast {
  const random = seededRandom(seed);
  const deviation = Math.sqrt(12);
  const values = Float32Array.from({ length: binCount }, () => deviation * (random() - 0.5));
  return { values, highestHz: 16_000, bandwidthHz: 18_000 };
}

/** Lifts every line of a lattice above 1 kHz by `lift` deviations: a decoder's are lost under the music below. */
function withLines(contrast: LineContrast, spacingHz: number, lift: number): LineContrast {
  const values = contrast.values.slice();
  const first = Math.ceil(1000 / spacingHz) * spacingHz;
  for (let hz = first; hz < contrast.highestHz; hz += spacingHz) values[Math.round(hz / binHz)]! += lift;
  return { ...contrast, values };
}

const evidence = ({ score, ownNull, candidates }: LatticeCandidate): number =>
  evidenceOf(score, ownNull, candidates);
const best = (candidates: readonly LatticeCandidate[]): LatticeCandidate =>
  candidates.reduce((one, other) => (evidence(other) > evidence(one) ? other : one));

describe('familyScore', () => {
  it.each(latticeFamilies)('of $id is a standard normal where there is no lattice', (family) => {
    const scores = Array.from({ length: 300 }, (_, seed) => familyScore(nothing(seed), family));
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
    expect(Math.abs(mean)).toBeLessThan(0.25);
    expect(Math.sqrt(variance)).toBeGreaterThan(0.8);
    expect(Math.sqrt(variance)).toBeLessThan(1.25);
  });

  it('finds a weak lattice that no single line shows', () => {
    const hop512 = latticeFamilies.find(({ id }) => id === 'hop-512')!;
    expect(familyScore(withLines(nothing(1), 86.1328, 1.2), hop512)).toBeGreaterThan(5);
  });
});

describe('combScore', () => {
  it('says nothing where the band holds fewer than three lines', () => {
    expect(combScore({ ...nothing(1), highestHz: 2500 }, 1000)).toEqual({ score: 0, lines: 0 });
  });
});

describe('the searches', () => {
  it('find the speed of a lattice to a ten-thousandth', () => {
    const found = best(searchScale(withLines(nothing(2), 100 * 0.9713, 3)));
    expect(found.familyId).toBe('fifty');
    expect(Math.abs(found.scale - 0.9713)).toBeLessThan(1e-4);
    expect(evidence(found)).toBeGreaterThan(5);
  });

  it('find as little as chance leads one to expect where there is nothing', () => {
    const powers = Array.from({ length: 12 }, (_, seed) => nothing(seed)).flatMap((one) => [
      evidence(best(findExact(one))),
      evidence(best(searchScale(one))),
      evidence(searchUnconstrained(one)),
    ]);
    expect(powers.filter((power) => power > 1).length).toBeLessThan(9);
    expect(Math.max(...powers)).toBeLessThan(2.5);
  });

  it('read the same score again at the place that they found', () => {
    const contrast = withLines(nothing(3), 100 * 0.9713, 3);
    for (const candidate of [...findExact(contrast), ...searchScale(contrast), searchUnconstrained(contrast)])
      expect(scoreAt(contrast, candidate)).toBeCloseTo(candidate.score, 4);
  });

  it('find a spacing nobody listed', () => {
    const found = searchUnconstrained(withLines(nothing(4), 131.7, 3));
    expect(found.spacingsHz[0]).toBeCloseTo(131.7, 1);
    expect(evidence(found)).toBeGreaterThan(5);
  });

  it('give the same lines more evidence at a speed named beforehand than at any other', () => {
    const at = (speed: number): LatticeCandidate =>
      searchScale(withLines(nothing(6), 100 * speed, 3)).find(({ familyId }) => familyId === 'fifty')!;
    const gain = Math.log10(at(1.0327).candidates / at(1.03).candidates);
    expect(gain).toBeGreaterThan(0.8);
    expect(evidence(at(1.03)) - evidence(at(1.0327))).toBeGreaterThan(gain - 0.6);
    const shifted = searchUnconstrained(withLines(nothing(7), 86.1328125 * 2 ** (1 / 12), 3));
    const unlisted = searchUnconstrained(withLines(nothing(7), 131.7, 3));
    expect(Math.log10(unlisted.candidates / shifted.candidates)).toBeGreaterThan(2);
  });

  it('take off what stands half-way and a third of the way between the lines', () => {
    const grid = withLines(nothing(5), 22, 3);
    for (const spacingHz of [44, 66, 88]) {
      expect(combScore(grid, spacingHz).score).toBeGreaterThan(10);
      expect(unconstrainedScoreAt(grid, spacingHz)).toBeLessThan(3);
    }
  });
});
