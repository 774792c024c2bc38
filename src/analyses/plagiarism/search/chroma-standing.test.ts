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
  it('is half of the bits of the bell that the others are spread in, and nothing at their mean or below', () => {
    const standing = chromaStanding(bell(30, 6, 20_000));
    expect(standing(30 - 5)).toBe(0);
    expect(standing(29.9)).toBeCloseTo(0, 2);
    expect(standing(30 + 12)).toBeCloseTo((0.25 * 2 ** 2) / Math.LN2, 1);
    expect(standing(30 + 12)).toBeGreaterThan(standing(30 + 9));
    // Five deviations say as much as any more.
    expect(standing(30 + 300)).toBeCloseTo((0.25 * 5 ** 2) / Math.LN2, 2);
  });

  it('is nothing of a song without a chroma sequence, which the others do not see', () => {
    const scores = bell(20, 5, 100);
    const [with0, without] = [chromaStanding([...scores, 0, 0, 0, 0]), chromaStanding(scores)];
    expect(with0(0)).toBe(0);
    expect(with0(33)).toBe(without(33));
  });

  it('counts less the fewer others there are, half beside five, and of a song alone nothing', () => {
    expect(chromaStanding([])(21)).toBe(0);
    expect(chromaStanding([41])(41)).toBe(0);
    const beside = [1, 5, 20, 200].map((others) => chromaStanding([41, ...bell(21, 5, others)])(41));
    expect(beside.every((bits, at) => at === 0 || bits > beside[at - 1]!)).toBe(true);
    // Nothing is spread about 21: the others count in the spread as songs with none, beside the fifty that are usual.
    const deviations = (others: number): number => (1 / 5) * Math.sqrt((others + 51) / 50);
    for (const others of [5, 45]) {
      const standing = chromaStanding(Array.from({ length: others + 1 }, () => 21))(22);
      const bell = (0.5 * deviations(others) ** 2) / Math.LN2;
      expect(standing / bell).toBeCloseTo((0.5 * others) / (others + 5), 9);
    }
  });
});
