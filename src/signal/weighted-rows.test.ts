import { describe, expect, it } from 'vitest';
import { weightedRows } from './weighted-rows.js';

const waves = (count: number, step: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(step * i + 0.4));

/** As it is defined: one unit of one row at a time. */
function plainly(
  values: Float32Array,
  width: number,
  weights: Float32Array,
  bias: Float32Array,
  offsets: number[],
): number[] {
  const count = values.length / width;
  return Array.from({ length: count }, (_, row) =>
    Array.from(bias, (start, unit) => {
      let sum = start;
      for (const [tap, offset] of offsets.entries())
        for (let i = 0; i < width; i++) {
          const from = row + offset;
          const value = from >= 0 && from < count ? values[from * width + i]! : 0;
          sum += value * weights[(unit * offsets.length + tap) * width + i]!;
        }
      return sum;
    }),
  ).flat();
}

describe('weighted sums of rows', () => {
  it('are what the definition gives, for any number of rows, values, units and taps', () => {
    for (const [count, width, units, offsets] of [
      [1, 1, 1, [0]],
      [2, 5, 16, [0]],
      [7, 3, 5, [-1, 0, 1]],
      [9, 48, 48, [-4, 0, 4]],
      [3, 4, 17, [-32, 0, 32]],
    ] as const) {
      const values = Float32Array.from(waves(count * width, 1.7));
      const weights = waves(units * offsets.length * width, 0.9);
      const bias = waves(units, 2.3);
      const sums = new Float32Array(count * units);
      weightedRows(values, width, { weights, bias, offsets }, sums);
      const expected = plainly(values, width, weights, bias, [...offsets]);
      for (const [at, sum] of sums.entries()) expect(sum).toBeCloseTo(expected[at]!, 4);
    }
  });

  it('read nothing of the rows that were there before', () => {
    const once = { weights: Float32Array.of(1, 1, 1), bias: Float32Array.of(0), offsets: [-1, 0, 1] };
    weightedRows(new Float32Array(100).fill(9), 1, once, new Float32Array(100));
    const sums = new Float32Array(3);
    weightedRows(Float32Array.of(1, 2, 4), 1, once, sums);
    expect([...sums]).toEqual([3, 7, 6]);
  });

  it('of no rows are none', () => {
    const none = new Float32Array(0);
    weightedRows(none, 4, { weights: waves(8, 1), bias: waves(2, 1), offsets: [0] }, none);
    expect(none).toHaveLength(0);
  });
});
