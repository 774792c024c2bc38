import { expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { discriminant } from './discriminant.js';

/** Nearly a bell of spread 1. */
const bell = (random: () => number): number =>
  Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);

/** Classes differ by 3 in the second dimension, by 1 in the third; members differ by 5, 1, 1 and 1, the first two together. */
function made(classes: number, members: number): number[][][] {
  const random = seededRandom(4);
  return Array.from({ length: classes }, () => {
    const [second, third] = [3 * bell(random), bell(random)];
    return Array.from({ length: members }, () => {
      const shared = bell(random);
      return [5 * shared, second + 0.5 * shared + bell(random), third + bell(random), bell(random)];
    });
  });
}

it('puts the direction first in which classes differ most, whatever varies more within them', () => {
  const { mean, projection } = discriminant(made(400, 5), 2, 0);
  const [first, next] = projection as [number[], number[]];
  expect(mean).toHaveLength(4);
  const share = (row: readonly number[], at: number): number => Math.abs(row[at]!) / Math.hypot(...row);
  expect(share(first, 1)).toBeGreaterThan(0.95);
  expect(share(next, 2)).toBeGreaterThan(0.95);
  // What the first dimension shares with the second within a class is taken out.
  expect(first[0]! / first[1]!).toBeCloseTo(-0.1, 1);
});

it('gives directions of variance 1 within classes that do not vary together', () => {
  const classes = made(600, 6);
  const { projection } = discriminant(classes, 3, 0);
  const within = classes.flatMap((vectors) => {
    const middle = vectors[0]!.map(
      (_, at) => vectors.reduce((sum, one) => sum + one[at]!, 0) / vectors.length,
    );
    return vectors.map((one) =>
      projection.map((row) => row.reduce((sum, weight, at) => sum + weight * (one[at]! - middle[at]!), 0)),
    );
  });
  for (const [i] of projection.entries())
    for (const [j] of projection.entries()) {
      const product = within.reduce((sum, one) => sum + one[i]! * one[j]!, 0) / (within.length * (5 / 6));
      expect(product).toBeCloseTo(i === j ? 1 : 0, 9);
    }
});

it('refuses to learn from nothing', () => {
  expect(() => discriminant([], 2, 1)).toThrow('No classes');
});
