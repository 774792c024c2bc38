import { expect, test } from 'vitest';
import { keepsBars } from './kept-bars.js';

test('a tune keeps its bars with a pickup, and where a repeat divides one', () => {
  expect(keepsBars([1, 5, 9, 13, 16, 17, 21, 25], [4, 4])).toBe(true);
});

test('a tune does not keep its bars where the pickup of its next section is missing', () => {
  expect(keepsBars([1, 5, 9, 13, 16, 20, 24, 28, 32], [4, 4])).toBe(false);
});

test('one whole bar in a dozen may begin elsewhere', () => {
  const lines = Array.from({ length: 12 }, (_, at) => 3 * (at + 1));
  expect(keepsBars([...lines, 37, 40], [3, 4])).toBe(true);
});
