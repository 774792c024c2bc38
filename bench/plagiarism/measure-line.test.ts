import { expect, it } from 'vitest';
import { oddPace } from './measure-line.js';

it('a pace is as odd as it is far from the nearest of the same, half and double', () => {
  expect([1, 0.5, 2].map((pace) => oddPace(Math.log2(pace)))).toEqual([0, 0, 0]);
  expect(oddPace(Math.log2(1.2))).toBeCloseTo(Math.log2(1.2), 9);
  expect(oddPace(Math.log2(3 / 4))).toBeCloseTo(Math.log2(4 / 3), 9);
  expect(oddPace(Math.log2(1.8))).toBeCloseTo(1 - Math.log2(1.8), 9);
  // Beyond double there is no usual pace.
  expect(oddPace(Math.log2(5))).toBeCloseTo(Math.log2(5) - 1, 9);
});
