/** Trains the voice-presence network: Adam, weight decay, input noise; reproducible by its seed. */

import { logistic } from '../../src/signal/logistic.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import type { SmallNetwork } from '../../src/signal/small-network.js';
import { shuffle } from '../shuffle.js';

export interface Example {
  readonly features: Float32Array;
  readonly label: 0 | 1;
  readonly weight: number;
}

export interface TrainOptions {
  readonly hidden: number;
  readonly epochs: number;
  readonly decay: number;
  readonly noise: number;
  readonly seed: number;
}

export function trainNetwork(examples: readonly Example[], options: TrainOptions): SmallNetwork {
  const { hidden, epochs, decay, noise, seed } = options;
  const random = seededRandom(seed);
  const inputs = examples[0]!.features.length;
  const { means, deviations } = statistics(examples, inputs);
  const size = hidden * inputs + 2 * hidden + 1;
  const parameters = new Float32Array(size);
  for (let i = 0; i < hidden * inputs; i++) parameters[i] = (random() - 0.5) * (1.5 / Math.sqrt(inputs));
  for (let i = 0; i < hidden; i++) parameters[hidden * inputs + hidden + i] = (random() - 0.5) * 0.5;
  const gradient = new Float32Array(size);
  const first = new Float32Array(size);
  const second = new Float32Array(size);
  const input = new Float32Array(inputs);
  const active = new Float32Array(hidden);
  const order = examples.map((_, i) => i);
  const meanWeight = examples.reduce((sum, { weight }) => sum + weight, 0) / examples.length;
  const batch = 64;
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const rate = 0.003 * 0.5 * (1 + Math.cos((Math.PI * epoch) / epochs));
    for (let start = 0; start < order.length; start += batch) {
      gradient.fill(0);
      const end = Math.min(order.length, start + batch);
      for (let k = start; k < end; k++) {
        const { features, label, weight } = examples[order[k]!]!;
        for (let i = 0; i < inputs; i++) {
          const value = (features[i]! - means[i]!) / deviations[i]!;
          // A sum of three uniform draws is close enough to a bell.
          input[i] = Math.max(-4, Math.min(4, value)) + noise * 2 * (random() + random() + random() - 1.5);
        }
        backward(parameters, gradient, input, active, hidden, label, weight / meanWeight / (end - start));
      }
      step += 1;
      for (let i = 0; i < size; i++) {
        const g = gradient[i]!;
        first[i] = 0.9 * first[i]! + 0.1 * g;
        second[i] = 0.999 * second[i]! + 0.001 * g * g;
        const scaled = first[i]! / (1 - 0.9 ** step) / (Math.sqrt(second[i]! / (1 - 0.999 ** step)) + 1e-8);
        parameters[i]! -= rate * (scaled + (i < hidden * inputs ? decay * parameters[i]! : 0));
      }
    }
  }
  let at = 0;
  const take = (count: number): Float32Array => {
    at += count;
    return parameters.slice(at - count, at);
  };
  return {
    scaling: { mean: means, deviation: deviations },
    activation: 'tanh',
    sums: 'float64',
    inputs,
    hidden: take(hidden * inputs),
    hiddenBias: take(hidden),
    output: take(hidden),
    outputBias: take(1),
  };
}

function backward(
  parameters: Float32Array,
  gradient: Float32Array,
  input: Float32Array,
  active: Float32Array,
  hidden: number,
  label: number,
  weight: number,
): void {
  const inputs = input.length;
  const biasAt = hidden * inputs;
  const outAt = biasAt + hidden;
  let logit = parameters[outAt + hidden]!;
  for (let unit = 0; unit < hidden; unit++) {
    let sum = parameters[biasAt + unit]!;
    const base = unit * inputs;
    for (let i = 0; i < inputs; i++) sum += parameters[base + i]! * input[i]!;
    active[unit] = Math.tanh(sum);
    logit += parameters[outAt + unit]! * active[unit]!;
  }
  const error = (logistic(logit) - label) * weight;
  gradient[outAt + hidden]! += error;
  for (let unit = 0; unit < hidden; unit++) {
    gradient[outAt + unit]! += error * active[unit]!;
    const inner = error * parameters[outAt + unit]! * (1 - active[unit]! ** 2);
    gradient[biasAt + unit]! += inner;
    const base = unit * inputs;
    for (let i = 0; i < inputs; i++) gradient[base + i]! += inner * input[i]!;
  }
}

function statistics(
  examples: readonly Example[],
  inputs: number,
): { means: Float32Array; deviations: Float32Array } {
  const means = new Float32Array(inputs);
  const deviations = new Float32Array(inputs);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (const { features, weight } of examples)
    for (let i = 0; i < inputs; i++) means[i]! += (weight / total) * features[i]!;
  for (const { features, weight } of examples)
    for (let i = 0; i < inputs; i++) deviations[i]! += (weight / total) * (features[i]! - means[i]!) ** 2;
  for (let i = 0; i < inputs; i++) deviations[i] = Math.sqrt(deviations[i]!) + 1e-4;
  return { means, deviations };
}

/** One network whose logit is the mean of theirs. All must have been trained on the same examples. */
export function joinNetworks(networks: readonly SmallNetwork[]): SmallNetwork {
  const [one] = networks;
  if (!one || networks.length === 1) return one!;
  const joined = (part: (network: SmallNetwork) => ArrayLike<number>): Float32Array =>
    Float32Array.from(networks.flatMap((network) => Array.from(part(network))));
  const bias = networks.reduce((sum, { outputBias }) => sum + outputBias[0]!, 0) / networks.length;
  return {
    ...one,
    hidden: joined(({ hidden }) => hidden),
    hiddenBias: joined(({ hiddenBias }) => hiddenBias),
    output: joined(({ output }) => output).map((weight) => weight / networks.length),
    outputBias: Float32Array.of(bias),
  };
}
