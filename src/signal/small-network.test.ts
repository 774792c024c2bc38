import { describe, expect, it } from 'vitest';
import { runNetwork, type SmallNetwork } from './small-network.js';

const rectified: SmallNetwork = {
  scaling: { mean: Float64Array.of(1, 0), deviation: Float64Array.of(2, 1) },
  activation: 'rectified',
  sums: 'float64',
  inputs: 2,
  hidden: Float32Array.of(1, 0, 0, -1),
  hiddenBias: Float64Array.of(0.5, 0),
  output: Float64Array.of(2, 10),
  outputBias: Float64Array.of(-1),
};

describe('a small network', () => {
  it('adds what its rectified units give, of inputs that are scaled and cut off', () => {
    // (3 − 1) / 2 + 0.5 = 1.5; the second unit is negative. Then 100 is cut off at 4, and −2 wakes the second unit.
    expect([...runNetwork(rectified, Float32Array.of(3, 1, 100, -2))]).toEqual([2, 28]);
  });

  it('has an answer for each output, of inputs as they come, through a hyperbolic tangent', () => {
    const network: SmallNetwork = {
      ...rectified,
      scaling: null,
      activation: 'tanh',
      output: Float64Array.of(2, 10, 0, 1),
      outputBias: Float64Array.of(-1, 3),
    };
    const [first, second] = runNetwork(network, Float32Array.of(6, -2));
    expect(first).toBeCloseTo(2 * Math.tanh(6.5) + 10 * Math.tanh(2) - 1, 5);
    expect(second).toBeCloseTo(Math.tanh(2) + 3, 5);
  });

  it('rounds every step of a sum to the precision that it was trained with', () => {
    const small = 2 ** -24;
    const sums = (of: SmallNetwork['sums']): number => {
      const ones = Float64Array.of(small, small);
      const one = Float64Array.of(1);
      const hidden = { scaling: null, hidden: ones, hiddenBias: one, output: one };
      return runNetwork(
        { ...rectified, ...hidden, sums: of, outputBias: Float64Array.of(-1) },
        Float32Array.of(1, 1),
      )[0]!;
    };
    expect(sums('float32')).toBe(0);
    expect(sums('float64')).toBe(2 * small);
  });

  it('gives a unit among many what it gives alone, to the last bit', () => {
    const inputs = 7;
    const weights = (count: number, seed: number): Float64Array =>
      Float64Array.from({ length: count }, (_, i) => Math.sin(seed + 13 * i) / 3);
    const [hidden, hiddenBias] = [weights(6 * inputs, 1), weights(6, 2)];
    const rows = Float32Array.from(weights(3 * inputs, 3));
    const network = { ...rectified, scaling: null, inputs, outputBias: Float64Array.of(0) };
    for (const sums of ['float32', 'float64'] as const)
      for (let unit = 0; unit < 6; unit++) {
        const output = Float64Array.from({ length: 6 }, (_, of) => (of === unit ? 1 : 0));
        const among = runNetwork({ ...network, sums, hidden, hiddenBias, output }, rows);
        const alone = runNetwork(
          {
            ...network,
            sums,
            hidden: hidden.subarray(unit * inputs, (unit + 1) * inputs),
            hiddenBias: hiddenBias.subarray(unit, unit + 1),
            output: Float64Array.of(1),
          },
          rows,
        );
        expect(among).toEqual(alone);
      }
  });
});
