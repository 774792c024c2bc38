import { describe, expect, it } from 'vitest';
import { weighHashes } from './weigh-hashes.js';

const lookUp = (keys: number[]) => ({
  keys: Uint32Array.from(keys),
  times: Uint32Array.from(keys, (_, i) => i * 3),
  spanUnits: 160,
});
const counts = new Map([
  [1, 5],
  [2, 1000],
  [3, 0],
  [4, 40],
  [5, 40],
]);

describe('hashes that an engine votes on', () => {
  it('are all that have postings, while their hits are within the bound', () => {
    const hashes = weighHashes([lookUp([1, 2, 3, 4])], counts, 1045);
    expect(hashes.map(({ key, hash, time }) => [key, hash, time])).toEqual([
      [1, 0, 0],
      [2, 1, 3],
      [4, 3, 9],
    ]);
  });

  /** Keys of 10, 20, 30 … postings, the common ones first. */
  const many = Array.from({ length: 200 }, (_, i) => 200 - i);
  const countOfMany = new Map(many.map((key) => [key, key * 10]));

  it('are those of the rarest keys where all would be more, over all look-ups together', () => {
    // 1 to 150: 10 · 150 · 151 / 2 hits.
    const hashes = weighHashes(
      [lookUp(many.filter((key) => key % 2)), lookUp(many.filter((key) => key % 2 === 0))],
      countOfMany,
      113_250,
    );
    expect(Math.max(...hashes.map(({ key }) => key))).toBe(150);
    expect(hashes.filter(({ lookUp }) => lookUp === 0)).toHaveLength(75);
    expect(hashes.filter(({ lookUp }) => lookUp === 1)).toHaveLength(75);
  });

  it('count a key’s hits as often as the query has it', () => {
    const twice = [...many, 150];
    expect(Math.max(...weighHashes([lookUp(twice)], countOfMany, 113_250).map(({ key }) => key))).toBe(149);
  });

  it('are the rarest 128 at least, whatever they cost', () => {
    expect(weighHashes([lookUp(many)], countOfMany, 1)).toHaveLength(128);
  });

  it('weigh less where their key is common', () => {
    const [rare, common] = weighHashes([lookUp([1, 2])], counts);
    expect(rare!.weight).toBeGreaterThan(common!.weight);
  });
});
