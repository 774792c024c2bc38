/** The weights of a sequence network as one list of numbers, as they are stored. */
import type { SequenceLayer, SequenceNetwork } from './sequence-network.js';

export interface SequenceShape {
  readonly hidden: number;
  /** Of each layer, from the first on. */
  readonly dilations: readonly number[];
  /** Of each input. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  readonly limit: number;
}

/** How many weights a network of this shape has. */
export function weightCount({ hidden, dilations, mean }: SequenceShape): number {
  const layer = 2 * hidden + 3 * hidden * hidden + hidden;
  return hidden * mean.length + hidden + dilations.length * layer + hidden + 1;
}

/**
 * `weights`: entry and its bias; scale, shift, weights and bias of each layer; exit and its bias: each in the order
 * that SequenceNetwork says.
 */
export function sequenceNetwork(shape: SequenceShape, weights: Float32Array): SequenceNetwork {
  const { hidden, dilations, mean, deviation, limit } = shape;
  let at = 0;
  const next = (count: number): Float32Array => {
    at += count;
    return weights.subarray(at - count, at);
  };
  const entry = next(hidden * mean.length);
  const entryBias = next(hidden);
  const layers = dilations.map((dilation): SequenceLayer => {
    const scale = next(hidden);
    const shift = next(hidden);
    return { dilation, scale, shift, weights: next(hidden * 3 * hidden), bias: next(hidden) };
  });
  const exit = next(hidden);
  return {
    inputs: mean.length,
    hidden,
    mean: Float64Array.from(mean),
    deviation: Float64Array.from(deviation),
    limit,
    entry,
    entryBias,
    layers,
    exit,
    exitBias: next(1)[0]!,
  };
}
