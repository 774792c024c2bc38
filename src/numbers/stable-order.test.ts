import { expect, it } from 'vitest';
import { seededRandom } from '../signal/seeded-random.js';
import { inRisingOrder } from './stable-order.js';

const cases: [string, (random: () => number) => number][] = [
  ['whole numbers with equal ones', (random) => Math.floor(random() * 300)],
  ['negative numbers and fractions', (random) => (random() - 0.5) * 40],
  ['many numbers within a unit', (random) => random()],
  ['numbers beyond 32 bits', (random) => Math.floor(random() * 2 ** 40)],
  ['one number', () => -3.5],
];

it.each(cases)('the order of %s is that of a stable comparing sort', (_, draw) => {
  const random = seededRandom(3);
  const values = Float64Array.from({ length: 2000 }, () => draw(random));
  const items = Int32Array.from({ length: 2000 }, (_, i) => i).filter((i) => i % 3 !== 1);
  const expected = [...items].sort((a, b) => values[a]! - values[b]!);
  expect([...inRisingOrder(values, items)]).toEqual(expected);
});

it('the order of nothing is nothing', () => {
  expect(inRisingOrder(new Float64Array(3), new Int32Array(0))).toHaveLength(0);
});
