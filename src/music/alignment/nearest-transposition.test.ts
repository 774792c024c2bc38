import { expect, it } from 'vitest';
import { nearestTransposition } from './nearest-transposition.js';

it('goes down where that is nearer, and up by half an octave', () => {
  expect([0, 1, 6, 7, 11].map(nearestTransposition)).toEqual([0, 1, 6, -5, -1]);
});
