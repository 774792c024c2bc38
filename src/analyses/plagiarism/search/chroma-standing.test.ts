import { describe, expect, it } from 'vitest';
import { chromaStanding } from './chroma-standing.js';

/** Of a bell about `mean` with this spread, in order. */
const bell = (mean: number, spread: number, count: number): number[] =>
  Array.from({ length: count }, (_, at) => {
    const share = (at + 0.5) / count;
    // Logistic quantiles, scaled to the spread.
    return mean + (spread * Math.sqrt(3) * Math.log(share / (1 - share))) / Math.PI;
  });

describe('how far a chroma sequence stands out among the candidates', () => {
  it('is in bits of the bell that the others are spread in, and nothing at their mean or below', () => {
    const standing = chromaStanding(bell(30, 6, 2000));
    expect(standing(30 - 5)).toBe(0);
    expect(standing(29.9)).toBeCloseTo(0, 2);
    expect(standing(30 + 12)).toBeCloseTo((0.5 * 2 ** 2) / Math.LN2, 0);
    expect(standing(30 + 12)).toBeGreaterThan(standing(30 + 9));
    // Five deviations say as much as any more.
    expect(standing(30 + 300)).toBeCloseTo((0.5 * 5 ** 2) / Math.LN2, 9);
  });

  it('is nothing of a song without a chroma sequence, which the others do not see', () => {
    const scores = bell(20, 5, 100);
    const [with0, without] = [chromaStanding([...scores, 0, 0, 0, 0]), chromaStanding(scores)];
    expect(with0(0)).toBe(0);
    expect(with0(33)).toBe(without(33));
  });

  it('is by what is usual where there are few candidates: one alone stands out by little', () => {
    expect(chromaStanding([])(16)).toBe(0);
    const alone = chromaStanding([34])(34);
    expect(alone).toBeLessThan(chromaStanding([34, ...bell(16, 4.5, 200)])(34));
    expect(Number.isFinite(alone)).toBe(true);
  });
});
