import { describe, expect, it } from 'vitest';
import { embeddedTuneRule, logLikelihood, tuneBits } from './tune-rule.js';

const placed = (notes: number, agreeing: number, chanceShare = 0.16) => ({ notes, agreeing, chanceShare });

describe('what a share of agreeing notes says of a common tune', () => {
  it('never falls where more notes agree, and goes from negative to positive', () => {
    const bits = Array.from({ length: 101 }, (_, agreeing) => tuneBits(placed(100, agreeing)));
    for (const [at, value] of bits.slice(1).entries()) expect(value).toBeGreaterThanOrEqual(bits[at]!);
    expect(bits[0]!).toBe(bits[20]!);
    expect(bits[24]!).toBeLessThan(-2);
    expect(bits[50]!).toBeGreaterThan(8);
    expect(bits[100]!).toBeGreaterThan(bits[99]!);
  });

  it('falls with the share that other places would give', () => {
    expect(tuneBits(placed(100, 45, 0.3))).toBeLessThan(tuneBits(placed(100, 45, 0.1)));
  });

  it('is more of more notes, and nothing of few', () => {
    expect(tuneBits(placed(80, 48))).toBeGreaterThan(2 * tuneBits(placed(20, 12)));
    expect(tuneBits(placed(3.9, 3))).toBe(0);
    expect(tuneBits(placed(4, 4))).toBeGreaterThan(0);
  });

  it('is the ratio of two beta-binomial likelihoods: with one note, of their means', () => {
    const rule = {
      unrelated: { aboveChance: 0.25, concentration: 7 },
      related: { aboveChance: 0.5, concentration: 3 },
    };
    const [one, no] = [placed(1, 1, 0.2), placed(1, 0, 0.2)];
    expect(Math.exp(logLikelihood(one, rule.unrelated))).toBeCloseTo(0.4, 9);
    expect(Math.exp(logLikelihood(no, rule.unrelated))).toBeCloseTo(0.6, 9);
    expect(Math.exp(logLikelihood(one, rule.related))).toBeCloseTo(0.6, 9);
    const many = placed(10, 7, 0.2);
    const odds = logLikelihood(many, rule.related) - logLikelihood(many, rule.unrelated);
    expect(tuneBits(many, rule)).toBeCloseTo(odds / Math.LN2, 9);
  });

  it('comes with the program: versions of a song differ more from each other than unrelated songs do', () => {
    const { unrelated, related } = embeddedTuneRule();
    expect(related.aboveChance).toBeGreaterThan(unrelated.aboveChance);
    expect(related.concentration).toBeLessThan(unrelated.concentration);
  });
});
