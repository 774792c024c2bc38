import { describe, expect, it } from 'vitest';
import { heaviestPath } from './in-order.js';

const size = 6;
const ones = new Float32Array(size).fill(1);
/** Each phrase of the lyric resembles one of the song by 0.3, everything else by 0.1. */
const weakly = (partner: (row: number) => number): Float32Array =>
  Float32Array.from({ length: size * size }, (_, at) =>
    partner(Math.floor(at / size)) === at % size ? 0.3 : 0.1,
  );

describe('the heaviest path in order', () => {
  it('adds up weak pairs that stand in the same order in both lyrics', () => {
    expect(
      heaviestPath(
        weakly((row) => row),
        ones,
        ones,
      ),
    ).toBeCloseTo(0.3 * size);
  });

  it('gives the same pairs in another order little more than chance', () => {
    const backwards = weakly((row) => size - 1 - row);
    expect(heaviestPath(backwards, ones, ones)).toBeLessThan(0.3 + 0.1 * size);
    expect(heaviestPath(backwards, ones, ones, true)).toBeCloseTo(0.3 * size);
  });

  it('goes on where phrases are missing, and uses none twice', () => {
    const three = ones.subarray(0, 3);
    expect(heaviestPath(Float32Array.of(1, 1, 1, 0, 1, 1), Float32Array.of(1, 1), three)).toBe(2);
    const uneven = heaviestPath(
      Float32Array.of(1, 0, 0, 0, 0, 1),
      Float32Array.of(1, 1),
      Float32Array.of(1, 1, 0.5),
    );
    expect(uneven).toBe(1.5);
  });

  it('is 0 where nothing is similar', () => {
    expect(heaviestPath(new Float32Array(6), ones.subarray(0, 2), ones.subarray(0, 3))).toBe(0);
  });
});
