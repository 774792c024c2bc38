import { describe, expect, it } from 'vitest';
import { runSequenceNetwork, type SequenceNetwork } from './sequence-network.js';
import { type SequenceShape, sequenceNetwork, weightCount } from './sequence-weights.js';

const shape: SequenceShape = {
  hidden: 5,
  dilations: [1, 2],
  mean: [0.5, 0, -1],
  deviation: [2, 1, 0.5],
  limit: 5,
};
const waves = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(1.7 * i + 0.3));
const network = sequenceNetwork(shape, waves(weightCount(shape)));
const rowsOf = (count: number): Float32Array =>
  Float32Array.from({ length: count * 3 }, (_, i) => 3 * Math.sin(i));

/** The same, written as it is defined: one row at a time, from the last layer back. */
function plainly(of: SequenceNetwork, rows: Float32Array): number[] {
  const { inputs, hidden } = of;
  const units = Array.from({ length: hidden }, (_, unit) => unit);
  const count = rows.length / inputs;
  let state = Array.from({ length: count }, (_, row) =>
    units.map((unit) => {
      let sum = of.entryBias[unit]!;
      for (let i = 0; i < inputs; i++) {
        const value = (rows[row * inputs + i]! - of.mean[i]!) / of.deviation[i]!;
        sum += Math.max(-of.limit, Math.min(of.limit, value)) * of.entry[unit * inputs + i]!;
      }
      return Math.max(0, sum);
    }),
  );
  for (const { dilation, scale, shift, weights, bias } of of.layers) {
    const normal = state.map((row) => {
      const mean = row.reduce((a, b) => a + b, 0) / hidden;
      const variance = row.reduce((a, b) => a + (b - mean) ** 2, 0) / hidden;
      return row.map((value, u) => ((value - mean) / Math.sqrt(variance + 1e-5)) * scale[u]! + shift[u]!);
    });
    state = state.map((row, at) =>
      row.map((value, unit) => {
        const read = [at - dilation, at, at + dilation].flatMap((from) => normal[from] ?? units.map(() => 0));
        const sum = read.reduce((a, b, i) => a + b * weights[unit * read.length + i]!, bias[unit]!);
        return value + Math.max(0, sum);
      }),
    );
  }
  return state.map((row) => row.reduce((sum, value, unit) => sum + value * of.exit[unit]!, of.exitBias));
}

describe('a sequence network', () => {
  it('answers what PyTorch answers with the same weights', () => {
    // Linear, LayerNorm and Conv1d (three taps, dilated by 1 and 2) in 64 bits; the second input is cut off nowhere, the third is.
    const expected = [1.2650297, 4.5024089, -0.6036361, 5.9410795, -0.9631694, 7.9710231];
    const found = [...runSequenceNetwork(network, rowsOf(6))];
    for (const [row, answer] of expected.entries()) expect(found[row]).toBeCloseTo(answer, 5);
  });

  it('answers about a row that is alone, and nothing about none', () => {
    expect(runSequenceNetwork(network, rowsOf(1))[0]).toBeCloseTo(0.3841602, 5);
    expect(runSequenceNetwork(network, new Float32Array(0))).toHaveLength(0);
  });

  it('answers what its definition says, with any number of units and rows fewer than a layer spans', () => {
    for (const hidden of [4, 7])
      for (const count of [1, 2, 5, 40]) {
        const other = { ...shape, hidden, dilations: [1, 4, 16] };
        const of = sequenceNetwork(other, waves(weightCount(other)));
        const found = runSequenceNetwork(of, rowsOf(count));
        const expected = plainly(of, rowsOf(count));
        for (const [row, answer] of expected.entries()) expect(found[row]).toBeCloseTo(answer, 3);
      }
  });

  it('hears of a row as far away as its dilations add up to, before and after, and no farther', () => {
    const changed = rowsOf(20);
    changed[10 * 3]! += 2;
    const [before, after] = [runSequenceNetwork(network, rowsOf(20)), runSequenceNetwork(network, changed)];
    const differing = [...before.keys()].filter((row) => before[row] !== after[row]);
    expect([differing[0], differing.at(-1)]).toEqual([7, 13]);
  });

  it('takes what is far outside of what it learnt from as the edge of that', () => {
    const far = (value: number): number => runSequenceNetwork(network, Float32Array.of(0, value, 0))[0]!;
    expect(far(1e6)).toBe(far(5));
    expect(far(-1e6)).toBe(far(-5));
  });
});
