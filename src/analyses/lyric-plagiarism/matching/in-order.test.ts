import { describe, expect, it } from 'vitest';
import { alignInOrder } from './in-order.js';

const size = 6;
const ones = new Float32Array(size).fill(1);
/** Each query line resembles one line of the song by 0.3, everything else by 0.1. */
const weakly = (partner: (row: number) => number): Float32Array =>
  Float32Array.from({ length: size * size }, (_, at) =>
    partner(Math.floor(at / size)) === at % size ? 0.3 : 0.1,
  );
const sum = (gains: Float32Array): number => gains.reduce((total, gain) => total + gain, 0);

describe('alignment in order', () => {
  it('adds up weak pairs that stand in the same order in both lyrics', () => {
    const gains = alignInOrder(
      weakly((row) => row),
      ones,
      ones,
    );
    expect([...gains].every((gain) => Math.abs(gain - 0.3) < 1e-6)).toBe(true);
  });

  it('gives the same pairs in another order little more than chance', () => {
    const reversed = sum(
      alignInOrder(
        weakly((row) => size - 1 - row),
        ones,
        ones,
      ),
    );
    expect(reversed).toBeLessThan(0.3 + 0.1 * size);
  });

  it('goes on where lines are missing, and uses no line twice', () => {
    const gains = alignInOrder(
      new Float32Array([1, 1, 1, 0, 1, 1]),
      new Float32Array([1, 1]),
      ones.subarray(0, 3),
    );
    expect(sum(gains)).toBe(2);
    const skipped = alignInOrder(
      new Float32Array([1, 0, 0, 0, 0, 1]),
      new Float32Array([1, 1]),
      new Float32Array([1, 1, 0.5]),
    );
    expect([...skipped]).toEqual([1, 0.5]);
  });

  it('finds nothing where nothing is alike', () => {
    expect(sum(alignInOrder(new Float32Array(6), ones.subarray(0, 2), ones.subarray(0, 3)))).toBe(0);
  });
});
