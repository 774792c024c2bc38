/** Fits a SmallNetwork to weighted yes-or-no examples: cross-entropy, Adam (Kingma & Ba 2015), reproducible. */

import { logistic } from '../../src/signal/logistic.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { inputLimit, type SmallNetwork } from '../../src/signal/small-network.js';
import { shuffle } from '../shuffle.js';

export interface Examples {
  /** count × width. */
  readonly features: Float32Array;
  readonly width: number;
  /** 1 yes, 0 no. */
  readonly labels: Uint8Array;
  /** 0 leaves an example out. */
  readonly weights: Float32Array;
}

export interface TrainingOptions {
  readonly hiddenUnits: number;
  readonly epochs: number;
  readonly seed: number;
  readonly decay: number;
}

const batchSize = 128;
const learningRate = 3e-3;
const minMiss = 1e-3;

export function trainNetwork(examples: Examples, options: TrainingOptions): SmallNetwork {
  const { features, width, labels, weights } = examples;
  const used = Int32Array.from(labels.keys()).filter((row) => weights[row]! > 0);
  const { mean, deviation } = momentsOf(features, width, used);
  const random = seededRandom(options.seed);
  const units = options.hiddenUnits;
  const hiddenCount = units * width;
  // All parameters in one array: hidden weights, hidden biases, output weights, output bias.
  const parameters = new Float64Array(hiddenCount + 2 * units + 1);
  for (let i = 0; i < hiddenCount; i++) parameters[i] = normal(random) / Math.sqrt(width);
  for (let i = 0; i < units; i++) parameters[hiddenCount + units + i] = normal(random) / Math.sqrt(units);
  const gradient = new Float64Array(parameters.length);
  const first = new Float64Array(parameters.length);
  const second = new Float64Array(parameters.length);
  const scaled = new Float64Array(width);
  const active = new Float64Array(units);
  const steps = options.epochs * Math.floor(used.length / batchSize);
  let step = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    shuffle(used, random);
    for (let start = 0; start + batchSize <= used.length; start += batchSize) {
      gradient.fill(0);
      for (let k = start; k < start + batchSize; k++) {
        const row = used[k]!;
        for (let i = 0; i < width; i++) {
          const value = (features[row * width + i]! - mean[i]!) / deviation[i]!;
          scaled[i] = Math.min(inputLimit, Math.max(-inputLimit, value));
        }
        let sum = parameters[parameters.length - 1]!;
        for (let unit = 0; unit < units; unit++) {
          let input = parameters[hiddenCount + unit]!;
          for (let i = 0, at = unit * width; i < width; i++, at++) input += parameters[at]! * scaled[i]!;
          active[unit] = Math.max(0, input);
          sum += parameters[hiddenCount + units + unit]! * active[unit]!;
        }
        const miss = (logistic(sum) - labels[row]!) * weights[row]!;
        // Most examples are soon classified for certain: they would change nothing, and cost most of the time.
        if (Math.abs(miss) < minMiss) continue;
        const error = miss / batchSize;
        gradient[parameters.length - 1]! += error;
        for (let unit = 0; unit < units; unit++) {
          if (active[unit]! <= 0) continue;
          gradient[hiddenCount + units + unit]! += error * active[unit]!;
          const back = error * parameters[hiddenCount + units + unit]!;
          gradient[hiddenCount + unit]! += back;
          for (let i = 0, at = unit * width; i < width; i++, at++) gradient[at]! += back * scaled[i]!;
        }
      }
      step++;
      const rate = learningRate * Math.min(1, 2 * (1 - step / steps) + 0.02);
      for (let i = 0; i < parameters.length; i++) {
        const slope = gradient[i]! + options.decay * parameters[i]!;
        first[i] = 0.9 * first[i]! + 0.1 * slope;
        second[i] = 0.999 * second[i]! + 0.001 * slope * slope;
        const unbiased = Math.sqrt(second[i]! / (1 - 0.999 ** step)) + 1e-8;
        parameters[i]! -= (rate * first[i]!) / (1 - 0.9 ** step) / unbiased;
      }
    }
  }
  const rounded = parameters.map(round);
  return {
    scaling: { mean: Float64Array.from(mean, round), deviation: Float64Array.from(deviation, round) },
    activation: 'rectified',
    sums: 'float64',
    inputs: width,
    hidden: Float32Array.from(rounded.subarray(0, hiddenCount)),
    hiddenBias: rounded.slice(hiddenCount, hiddenCount + units),
    output: rounded.slice(hiddenCount + units, hiddenCount + 2 * units),
    outputBias: rounded.slice(-1),
  };
}

/** One network that answers the mean of what several answer, which were fitted to the same examples. */
export function joinNetworks(networks: readonly SmallNetwork[]): SmallNetwork {
  const count = networks.length;
  return {
    ...networks[0]!,
    hidden: Float32Array.from(networks.flatMap(({ hidden }) => [...hidden])),
    hiddenBias: Float64Array.from(networks.flatMap(({ hiddenBias }) => [...hiddenBias])),
    output: Float64Array.from(
      networks.flatMap(({ output }) => [...output].map((weight) => round(weight / count))),
    ),
    outputBias: Float64Array.of(
      round(networks.reduce((sum, { outputBias }) => sum + outputBias[0]!, 0) / count),
    ),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function momentsOf(
  features: Float32Array,
  width: number,
  rows: Int32Array,
): { mean: number[]; deviation: number[] } {
  const mean = new Array<number>(width).fill(0);
  const squares = new Array<number>(width).fill(0);
  for (const row of rows) {
    for (let i = 0; i < width; i++) {
      const value = features[row * width + i]!;
      mean[i]! += value / rows.length;
      squares[i]! += (value * value) / rows.length;
    }
  }
  return { mean, deviation: squares.map((square, i) => Math.sqrt(Math.max(1e-4, square - mean[i]! ** 2))) };
}

/** Box & Muller. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
