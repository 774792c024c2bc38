import { describe, expect, it } from 'vitest';
import { SimilaritySpread, similarityInBits } from './chroma-similarity.js';

/** What is usual before any song is seen. */
const usual = 10_000;
const spreadOf = (...products: number[]): SimilaritySpread => {
  const spread = new SimilaritySpread();
  spread.add(Float32Array.from([...products, 99]), products.length);
  return spread;
};

describe('how much the similarity of two chroma sequences says', () => {
  it('is the height of the bell in bits, by the usual spread where no song is seen, and at most five deviations', () => {
    const none = spreadOf();
    const bell = (deviations: number): number => deviations ** 2 / 2 / Math.LN2;
    expect(none.bits(2 * usual)).toBeCloseTo(bell(2), 6);
    expect(none.bits(5 * usual)).toBeCloseTo(bell(5), 6);
    expect(none.bits(6 * usual)).toBeCloseTo(bell(5), 6);
    expect(none.bits(-usual)).toBe(0);
    expect(none.bits(0)).toBe(0);
  });

  it('is measured from the mean of the songs of the dataset, which five songs more at 0 draw down', () => {
    const same = Array.from({ length: 5 }, () => 20_000);
    const spread = spreadOf(...same);
    expect(spread.bits(10_000)).toBe(0);
    expect(spread.bits(10_001)).toBeGreaterThan(0);
    // Songs without a chroma sequence, whose products are 0, are none of them.
    expect(spreadOf(...same, 0, 0, 0).bits(30_000)).toBe(spread.bits(30_000));
    // Squares about the mean of 5 songs, and of 50 usual ones.
    const deviation = Math.sqrt((5 * 10_000 ** 2 + 50 * usual ** 2) / 55);
    expect(spread.bits(30_000)).toBeCloseTo((20_000 / deviation) ** 2 / 2 / Math.LN2, 6);
  });

  it('is that of the best reading of the tempo, of which another one costs a bit and a half', () => {
    const spreads = [spreadOf(), spreadOf(), spreadOf()];
    const bits = (deviations: number): number => deviations ** 2 / 2 / Math.LN2;
    const found = (...deviations: number[]) =>
      similarityInBits(
        deviations.map((times) => times * usual),
        spreads,
      );
    expect(found(2, 1, 1)).toEqual({ similarity: expect.closeTo(bits(2), 6), tempo: 1 });
    expect(found(2, 3, 1)).toEqual({ similarity: expect.closeTo(bits(3) - 1.5, 6), tempo: 0.5 });
    expect(found(2, 1, 3)).toEqual({ similarity: expect.closeTo(bits(3) - 1.5, 6), tempo: 2 });
    expect(found(2, 2.2, 1).tempo).toBe(1);
    expect(found(-1, 1, -1)).toEqual({ similarity: 0, tempo: 1 });
  });
});
