import { expect, it } from 'vitest';
import { seededRandom } from '../../../src/signal/seeded-random.js';
import { fitLogistic } from './logistic-fit.js';

it('finds the weights that made the answers', () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 4000 }, () => [4 * random() - 2, 4 * random() - 2]);
  const targets = rows.map(([a, b]) => random() < 1 / (1 + Math.exp(-(1.5 * a! - 0.7 * b! + 0.4))));
  const [first, second, bias] = fitLogistic(rows, targets);
  expect(first).toBeCloseTo(1.5, 0);
  expect(second).toBeCloseTo(-0.7, 0);
  expect(bias).toBeCloseTo(0.4, 0);
});
