import { describe, expect, it } from 'vitest';
import { createDotProducts } from './dot-products.js';

/** Whole numbers from −127 to 127, among them both ends. */
const numbers = (length: number, seed: number): Int8Array =>
  Int8Array.from({ length }, (_, at) => ((at * at * 31 + at * seed + 17) % 255) - 127);

describe('dot products of int8 vectors', () => {
  it.each([1, 31, 32, 128, 384])('are exact for %i dimensions and any number of rows', (dimensions) => {
    const query = numbers(3 * dimensions, 5);
    const products = createDotProducts(query, dimensions);
    for (const count of [1, 700, 2]) {
      const targets = numbers(count * dimensions, 11);
      const expected = Int32Array.from({ length: 3 * count }, (_, at) => {
        const [row, column] = [Math.floor(at / count), at % count];
        let sum = 0;
        for (let d = 0; d < dimensions; d++)
          sum += query[row * dimensions + d]! * targets[column * dimensions + d]!;
        return sum;
      });
      expect(products.with(targets)).toEqual(expected);
    }
  });

  it('do not overflow where every value is at its end', () => {
    const ends = new Int8Array(768).fill(-127);
    expect([...createDotProducts(ends, 768).with(ends)]).toEqual([768 * 127 * 127]);
  });

  it('are none for a song without lines', () => {
    expect(createDotProducts(numbers(128, 3), 128).with(new Int8Array(0))).toHaveLength(0);
  });
});
