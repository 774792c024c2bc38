import { describe, expect, it } from 'vitest';
import { logBeta, logGamma } from './log-gamma.js';

describe('the logarithm of the gamma function', () => {
  it('is that of the factorial for whole numbers, and of the root of pi for a half', () => {
    expect(logGamma(1)).toBeCloseTo(0, 9);
    expect(logGamma(6)).toBeCloseTo(Math.log(120), 9);
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 9);
    expect(logGamma(171)).toBeCloseTo(
      Array.from({ length: 170 }, (_, n) => Math.log(n + 1)).reduce((x, y) => x + y),
      8,
    );
  });

  it('gives the beta function, which is 1 / (a · binomial of a + b − 1 over a) for whole numbers', () => {
    expect(logBeta(3, 4)).toBeCloseTo(Math.log(1 / 60), 9);
    expect(logBeta(0.5, 0.5)).toBeCloseTo(Math.log(Math.PI), 9);
  });
});
