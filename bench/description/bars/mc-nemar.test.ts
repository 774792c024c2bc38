import { expect, it } from 'vitest';
import { mcNemar } from './mc-nemar.js';

it('changes to one side alone are unlikely by chance, as many to both are not', () => {
  expect(mcNemar(10, 0)).toBeCloseTo(2 / 1024, 12);
  expect(mcNemar(3, 3)).toBe(1);
  expect(mcNemar(0, 0)).toBe(1);
});
