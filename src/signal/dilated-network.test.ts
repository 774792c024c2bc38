import { describe, expect, it } from 'vitest';
import { answerOfRows, answersOfWhole, type DilatedNetwork } from './dilated-network.js';

/** One channel that is the measurement itself; a block that adds to each row `weights` of the rows before, at and behind it. */
const network = (weights: readonly [number, number, number], dilation = 1): DilatedNetwork => ({
  channels: 1,
  mean: Float32Array.of(0),
  spread: Float32Array.of(1),
  input: { weights: Float32Array.of(1), bias: Float32Array.of(0) },
  blocks: [
    {
      dilation,
      wide: [Float32Array.of(weights[0]), Float32Array.of(weights[1]), Float32Array.of(weights[2])],
      wideBias: Float32Array.of(0),
      mix: { weights: Float32Array.of(1), bias: Float32Array.of(0) },
    },
  ],
  answers: { weights: Float32Array.of(2), bias: Float32Array.of(-1) },
});
const rows = (...values: number[]): { columns: number; values: Float64Array } => ({
  columns: 1,
  values: Float64Array.from(values),
});
const firsts = (...given: Parameters<typeof answerOfRows>): number[] => [...answerOfRows(...given)];

describe('a network of dilated convolutions', () => {
  it('hears at each row what lies a dilation before and behind it, and silence outside of them', () => {
    // 2 × (itself + before + 10 × behind) - 1.
    expect(firsts(rows(1, 2, 3), network([1, 0, 10]))).toEqual([2 * 21 - 1, 2 * 33 - 1, 2 * 5 - 1]);
    expect(firsts(rows(1, 2, 3), network([1, 0, 10], 2))).toEqual([2 * 31 - 1, 2 * 2 - 1, 2 * 4 - 1]);
  });

  it('bends what is below zero and cuts off what lies far outside of what it was trained on', () => {
    const [low, high] = firsts(rows(-100, 100), network([0, 0, 0]));
    expect(low).toBeCloseTo(2 * Math.expm1(Math.expm1(-5)) - 1, 5);
    expect(high).toBeCloseTo(2 * 5 - 1, 5);
  });

  it('scales measurements by their mean and spread', () => {
    const scaled = { ...network([0, 0, 0]), mean: Float32Array.of(3), spread: Float32Array.of(2) };
    expect(firsts(rows(7, 3), scaled)).toEqual([2 * 2 - 1, -1]);
  });

  it('answers of the whole by the mean of what it hears at all rows', () => {
    const answers = { weights: Float32Array.of(1, -1), bias: Float32Array.of(0, 0.5) };
    expect([...answersOfWhole(rows(1, 2, 3), { ...network([0, 0, 0]), answers })]).toEqual([2, -1.5]);
  });
});
