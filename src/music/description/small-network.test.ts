import { describe, expect, it } from 'vitest';
import { answers } from './small-network.js';

describe('a small network', () => {
  it('adds what its rectified units say, of features that are scaled and cut off', () => {
    const network = {
      mean: [1, 0],
      deviation: [2, 1],
      hidden: [1, 0, 0, -1],
      hiddenBias: [0.5, 0],
      output: [2, 10],
      outputBias: -1,
    };
    // (3 − 1) / 2 + 0.5 = 1.5; the second unit is negative. Then 100 is cut off at 4, and −2 wakes the second unit.
    expect(Array.from(answers(network, Float32Array.of(3, 1, 100, -2)))).toEqual([2, 28]);
  });
});
