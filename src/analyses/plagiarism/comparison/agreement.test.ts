import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { agreementBits } from './agreement.js';

const shared = (bits: number, transposition = 3) => ({ bits, transposition });

describe('what melody and chroma sequence add to each other', () => {
  it('is half of the weaker one, less what such sums have by chance, whichever it is', () => {
    const [strong, weak] = [shared(16), shared(10)];
    expect(agreementBits(strong, weak)).toBeCloseTo(5 - 1.3447, 4);
    expect(agreementBits(weak, strong)).toBe(agreementBits(strong, weak));
  });

  it('is nothing in different keys, without one of them, or where the weaker one says little', () => {
    expect(agreementBits(shared(16), shared(10, 4))).toBe(0);
    expect(agreementBits(null, shared(10))).toBe(0);
    expect(agreementBits(shared(16), null)).toBe(0);
    expect(agreementBits(shared(16), shared(2.6))).toBe(0);
    expect(agreementBits(shared(16), shared(-8))).toBe(0);
  });

  // Tails about the one that was measured: faster ones gain less, and slower ones little more than a quarter.
  it.each([
    [1.4, 0.15],
    [1.7, 0.21],
    [2.1, 0.28],
    [2.4, 0.33],
  ])(
    'makes levels of unrelated songs whose tails fall e-fold every %f bits at most %f likelier',
    (tail, most) => {
      const random = seededRandom(7);
      const drawn = (): number => -tail * Math.log(1 - random());
      const levels = [2.6 * tail, 3.6 * tail, 4.6 * tail];
      const counts = levels.map(() => ({ alone: 0, together: 0 }));
      for (let pair = 0; pair < 400_000; pair++) {
        const [tune, chroma] = [drawn(), drawn()];
        const alone = Math.max(tune, chroma);
        const together = alone + agreementBits(shared(tune), shared(chroma));
        levels.forEach((level, at) => {
          if (alone >= level) counts[at]!.alone++;
          if (together >= level) counts[at]!.together++;
        });
      }
      for (const { alone, together } of counts) {
        expect(alone).toBeGreaterThan(1000);
        expect(together / alone).toBeGreaterThan(1);
        // With a margin for chance: some 8,000 pairs lie above the highest level.
        expect(together / alone).toBeLessThan(1 + most + 0.02);
      }
    },
  );
});
