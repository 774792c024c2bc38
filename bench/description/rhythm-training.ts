/** Fits the metrical network by stochastic gradient descent (Kingma & Ba, "Adam", ICLR 2015). */

import { metricalFeatureCount } from '../../src/music/rhythm/metrical-features.js';
import {
  halfWidth,
  inputCount,
  neighbourhood,
  placeCount,
  softmax,
} from '../../src/music/rhythm/metrical-network.js';
import type { SmallNetwork } from '../../src/signal/small-network.js';
import { shuffle } from '../shuffle.js';
import type { Examples } from './rhythm-examples.js';
import { randomOf } from './rhythm-songs.js';

const hiddenCount = 8;
const epochs = 10;
const batch = 64;
const topRate = 2e-3;
const decay = 1e-2;

/** Weights while they are being fitted: a row for each input, and for each hidden unit. */
export interface TrainableWeights {
  /** inputCount × hiddenCount. */
  readonly hidden: Float32Array;
  readonly hiddenBias: Float32Array;
  /** hiddenCount × placeCount. */
  readonly output: Float32Array;
  readonly outputBias: Float32Array;
}

/** The network that the weights make; three decimals are enough, and a difference of versions stays readable. */
export function networkOf({ hidden, hiddenBias, output, outputBias }: TrainableWeights): SmallNetwork {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const turned = (values: Float32Array, columns: number): Float64Array => {
    const rows = values.length / columns;
    return Float64Array.from({ length: values.length }, (_, at) =>
      round(values[(at % rows) * columns + Math.floor(at / rows)]!),
    );
  };
  return {
    scaling: null,
    activation: 'tanh',
    sums: 'float32',
    inputs: inputCount,
    hidden: turned(hidden, hiddenCount),
    hiddenBias: Float64Array.from(hiddenBias, round),
    output: turned(output, placeCount),
    outputBias: Float64Array.from(outputBias, round),
  };
}

/** Fills `hidden` with the activations of the hidden layer and `places` with probabilities. */
function forward(
  { hidden: first, hiddenBias, output, outputBias }: TrainableWeights,
  input: Float32Array,
  hidden: Float32Array,
  places: Float32Array,
): void {
  hidden.set(hiddenBias);
  for (let i = 0; i < inputCount; i++) {
    const value = input[i]!;
    if (value === 0) continue;
    for (let k = 0; k < hiddenCount; k++) hidden[k]! += value * first[i * hiddenCount + k]!;
  }
  places.set(outputBias);
  for (let k = 0; k < hiddenCount; k++) {
    hidden[k] = Math.tanh(hidden[k]!);
    for (let place = 0; place < placeCount; place++)
      places[place]! += hidden[k]! * output[k * placeCount + place]!;
  }
  softmax(places);
}

interface Sample {
  readonly features: Float32Array;
  readonly pulse: number;
  readonly place: number;
  readonly weight: number;
}

/** `importance`: of a song; its pulses share a weight that grows with the root of their number. */
export function trainNetwork(
  songs: readonly { readonly examples: Examples; readonly importance: number }[],
  seed: number,
): TrainableWeights {
  const samples = songs.flatMap(({ examples: { features, places }, importance }) => {
    const known = places.reduce((sum, place) => sum + Number(place >= 0), 0);
    const weight = Math.min(1, (importance * 10) / Math.sqrt(Math.max(1, known)));
    return [...places].flatMap((place, pulse): Sample[] =>
      place < 0 ? [] : [{ features, pulse, place, weight }],
    );
  });
  const random = randomOf(seed);
  const weights = freshWeights(random);
  const optimiser = new Adam(weights, Math.ceil(samples.length / batch) * epochs);
  const gradient = zeros();
  const input = new Float32Array(inputCount);
  const hidden = new Float32Array(hiddenCount);
  const places = new Float32Array(placeCount);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(samples, random);
    for (let start = 0; start < samples.length; start += batch) {
      for (const part of Object.values(gradient)) part.fill(0);
      let total = 0;
      for (const sample of samples.slice(start, start + batch)) {
        neighbourhood(sample.features, sample.pulse, input);
        disturb(input, random);
        forward(weights, input, hidden, places);
        addGradient(weights, input, hidden, places, sample, gradient);
        total += sample.weight;
      }
      optimiser.step(gradient, 1 / total);
    }
  }
  return weights;
}

function freshWeights(random: () => number): TrainableWeights {
  const normal = (): number => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
  const weights = zeros();
  for (let i = 0; i < weights.hidden.length; i++)
    weights.hidden[i] = (0.5 * normal()) / Math.sqrt(inputCount);
  for (let i = 0; i < weights.output.length; i++)
    weights.output[i] = (0.5 * normal()) / Math.sqrt(hiddenCount);
  return weights;
}

const zeros = (): TrainableWeights => ({
  hidden: new Float32Array(inputCount * hiddenCount),
  hiddenBias: new Float32Array(hiddenCount),
  output: new Float32Array(hiddenCount * placeCount),
  outputBias: new Float32Array(placeCount),
});

/** Levels vary from recording to recording, and a feature may say nothing at all. */
function disturb(input: Float32Array, random: () => number): void {
  for (let i = 0; i < inputCount; i++) input[i]! *= 1 + 0.45 * (random() + random() - 1);
  if (random() > 0.3) return;
  const silent = Math.floor(random() * metricalFeatureCount);
  for (let i = 0; i <= 2 * halfWidth; i++) input[i * metricalFeatureCount + silent] = 0;
}

/** Of the cross entropy. */
function addGradient(
  weights: TrainableWeights,
  input: Float32Array,
  hidden: Float32Array,
  places: Float32Array,
  { place, weight }: Sample,
  into: TrainableWeights,
): void {
  const back = new Float32Array(hiddenCount);
  for (let c = 0; c < placeCount; c++) {
    const error = weight * (places[c]! - Number(c === place));
    into.outputBias[c]! += error;
    for (let k = 0; k < hiddenCount; k++) {
      into.output[k * placeCount + c]! += error * hidden[k]!;
      back[k]! += error * weights.output[k * placeCount + c]!;
    }
  }
  for (let k = 0; k < hiddenCount; k++) {
    back[k]! *= 1 - hidden[k]! * hidden[k]!;
    into.hiddenBias[k]! += back[k]!;
  }
  for (let i = 0; i < inputCount; i++) {
    if (input[i] === 0) continue;
    for (let k = 0; k < hiddenCount; k++) into.hidden[i * hiddenCount + k]! += input[i]! * back[k]!;
  }
}

class Adam {
  private readonly mean = zeros();
  private readonly square = zeros();
  private steps = 0;

  constructor(
    private readonly weights: TrainableWeights,
    private readonly allSteps: number,
  ) {}

  /** The rate warms up over 200 steps, or a tenth of fewer, and falls to zero at the last. */
  step(gradient: TrainableWeights, scale: number): void {
    this.steps++;
    const fall = 0.5 * (1 + Math.cos((Math.PI * this.steps) / this.allSteps));
    const rate = topRate * Math.min(1, this.steps / Math.min(200, this.allSteps / 10)) * fall;
    const meanShare = 1 - 0.9 ** this.steps;
    const squareShare = 1 - 0.999 ** this.steps;
    for (const part of Object.keys(gradient) as (keyof TrainableWeights)[]) {
      const [values, slopes] = [this.weights[part], gradient[part]];
      const [mean, square] = [this.mean[part], this.square[part]];
      const shrink = part === 'hidden' || part === 'output' ? decay : 0;
      for (let i = 0; i < values.length; i++) {
        const slope = slopes[i]! * scale;
        mean[i] = 0.9 * mean[i]! + 0.1 * slope;
        square[i] = 0.999 * square[i]! + 0.001 * slope * slope;
        const move = mean[i]! / meanShare / (Math.sqrt(square[i]! / squareShare) + 1e-8);
        values[i]! -= rate * (move + shrink * values[i]!);
      }
    }
  }
}
