import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { top } from './candidates.js';

/** What `top` must answer, from its definition. */
function byFullSort(scores: Float32Array, count: number, isComparable: (song: number) => boolean): number[] {
  return [...scores.keys()]
    .filter((song) => scores[song]! > 0 && isComparable(song))
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, count);
}

it.each([
  ['all may be compared', () => true],
  ['most of the best are removed', (song: number) => song % 97 === 0],
  ['none may be compared', () => false],
] as const)('chooses the songs of a full sort, equal scores in their order: %s', (_, isComparable) => {
  const random = seededRandom(3);
  // Few different scores, so that many are equal at the cut-off; a third are zero.
  const scores = Float32Array.from({ length: 5_000 }, () => Math.max(0, Math.floor(60 * random()) - 20));
  for (const count of [1, 40, 700, 6_000])
    expect(top(scores, count, isComparable)).toEqual(byFullSort(scores, count, isComparable));
});
