import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { binCount, binHz } from '../listen/mean-spectrum.js';
import type { LatticeCandidate } from './lattice.js';
import { combScore, familyScore, nullDeviation } from './lattice-score.js';
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

describe('combScore of whole bins', () => {
  /** 1 at the even multiples of 64 bins, −0.5 at the odd ones. */
  const spacingHz = 64 * binHz;
  const values = new Float32Array(binCount);
  for (let k = 0; 64 * k < binCount; k++) values[64 * k] = k % 2 === 0 ? 1 : -0.5;
  const contrast: LineContrast = { values, highestHz: 111 * spacingHz, bandwidthHz: 18_000 };
  const fromHz = 11.5 * spacingHz;

  it('is the sum of the lines in the band over the deviation of such a sum', () => {
    const { score, lines } = combScore(contrast, spacingHz, { fromHz });
    expect(lines).toBe(100);
    expect(score).toBeCloseTo((50 - 25) / Math.sqrt(75), 5);
    const between = combScore(contrast, spacingHz, { fromHz, offsetHz: binHz / 2 });
    expect(between.score).toBeCloseTo(((50 - 25) / 2 / Math.sqrt(75)) * (between.lines / 100) ** 0.5, 1);
    expect(combScore(contrast, spacingHz, { fromHz, offsetHz: 2 * binHz }).score).toBeCloseTo(0, 6);
  });

  it('leaves out the multiples of another spacing where its own lines are moved, too', () => {
    // Lines at (k + 1/4) spacings: every fifth is a multiple of 5/4.
    const moved = new Float32Array(binCount);
    for (let k = 1; 64 * k + 16 < binCount; k += 5) moved[64 * k + 16] = 1;
    const options = { fromHz, offsetHz: spacingHz / 4 };
    const read = (withoutHz?: number): number =>
      combScore({ ...contrast, values: moved }, spacingHz, { ...options, ...(withoutHz && { withoutHz }) })
        .score;
    expect(read()).toBeGreaterThan(2);
    expect(read(1.25 * spacingHz)).toBe(0);
  });

  it('leaves out the multiples of another spacing, and reads nothing of fewer than three lines', () => {
    const odd = combScore(contrast, spacingHz, { fromHz, withoutHz: 2 * spacingHz });
    expect(odd.lines).toBe(50);
    expect(odd.score).toBeCloseTo(-25 / Math.sqrt(0.75 * 50), 5);
    expect(combScore(contrast, spacingHz, { fromHz, withoutHz: spacingHz })).toEqual({ score: 0, lines: 0 });
    const lines = (count: number): number =>
      combScore({ ...contrast, highestHz: (11.6 + count) * spacingHz }, spacingHz, { fromHz }).lines;
    expect([lines(2), lines(3)]).toEqual([0, 3]);
  });
});

describe('nullDeviation', () => {
  const of = (id: string): (typeof latticeFamilies)[number] => latticeFamilies.find((one) => one.id === id)!;

  it('counts the lines that octaves share: √(finer / coarser) of two', () => {
    const correlations = Array.from({ length: 7 }, (_, a) =>
      Array.from({ length: 7 }, (_, b) => Math.sqrt(2 ** -Math.abs(a - b))),
    ).flat();
    const sum = correlations.reduce((total, one) => total + one, 0);
    expect(nullDeviation(of('hop-512'), 7)).toBeCloseTo(Math.sqrt(sum) / 7, 6);
    expect(nullDeviation(of('hop-512'), 1)).toBe(1);
  });

  it('and those of 75, 300 and 600 Hz', () => {
    const correlations = 3 + 2 * (Math.sqrt(1 / 4) + Math.sqrt(1 / 8) + Math.sqrt(1 / 2));
    expect(nullDeviation(of('seventy-five'), 3)).toBeCloseTo(Math.sqrt(correlations) / 3, 6);
  });
});

describe('the searches', () => {
  it('read lines above 4 kHz where no architecture is named, and need ten', () => {
    const between = (fromHz: number, toHz: number): number => {
      const contrast = nothing(8);
      const values = contrast.values.slice();
      for (let k = Math.ceil(fromHz / 131.7); k * 131.7 < toHz; k++)
        values[Math.round((k * 131.7) / binHz)] = 3;
      return evidence(searchUnconstrained({ ...contrast, values, highestHz: 6000 }));
    };
    expect(between(4000, 5900)).toBeGreaterThan(3);
    expect(between(1000, 3950)).toBeLessThan(2);
  });

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
