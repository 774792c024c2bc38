import { expect, it } from 'vitest';
import { barsOf, barsText } from './bars.js';

it('bars of a passage are counted from 1, a pickup is bar 0, and a bar line at the end begins no other bar', () => {
  const song = { downbeats: [2, 6, 10, 14, 18] };
  expect(barsOf(song, 2, 16)).toEqual([1, 4]);
  expect(barsOf(song, 6, 4)).toEqual([2, 2]);
  expect(barsOf(song, 0, 16)).toEqual([0, 4]);
  expect(barsOf(song, 0, 2)).toEqual([0, 0]);
  expect(barsOf(song, 16, 8)).toEqual([4, 5]);
  expect([barsText([1, 4]), barsText([2, 2]), barsText([0, 4]), barsText([0, 0])]).toEqual([
    'bars 1 to 4',
    'bar 2',
    'the pickup to bar 4',
    'the pickup',
  ]);
});
