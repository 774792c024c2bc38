import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { fitShares } from './fit-shares.js';

describe('fitted shares of agreeing notes', () => {
  it('are the ones that the pairs were drawn from', () => {
    const random = seededRandom(7);
    const pairs = Array.from({ length: 400 }, () => {
      // Two shares in equal parts have the mean 0.5 and, as a beta distribution, few differences.
      const share = random() < 0.5 ? 0.4 : 0.6;
      let agreeing = 0;
      for (let note = 0; note < 200; note++) if (random() < share) agreeing++;
      return { notes: 200, agreeing, chanceShare: 0 };
    });
    const { aboveChance, concentration } = fitShares(pairs);
    expect(aboveChance).toBeCloseTo(0.5, 1);
    // Variance 0.01 = 0.25 / (concentration + 1).
    expect(concentration).toBeGreaterThan(18);
    expect(concentration).toBeLessThan(32);
  });
});
