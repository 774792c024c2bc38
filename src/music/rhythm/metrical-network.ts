/**
 * How much each pulse looks like an offbeat, a beat inside a bar, or the first beat of a bar: a network of one small
 * hidden layer over the features of the pulse and of its neighbours. It knows nothing of the meter, so that the few
 * songs in three teach it as much as the many in four. `npm run bench -- description --fit-rhythm` makes the weights.
 */
import { metricalFeatureCount } from './metrical-features.js';
import { metricalWeights } from './metrical-weights.js';

/** Pulses before and after that are seen: more than a bar in all. */
export const halfWidth = 5;
export const hiddenCount = 8;
/** Offbeat, beat, first beat of a bar. */
export const placeCount = 3;
export const inputCount = (2 * halfWidth + 1) * metricalFeatureCount;

export interface MetricalWeights {
  /** inputCount × hiddenCount. */
  readonly hidden: readonly number[];
  readonly hiddenBias: readonly number[];
  /** hiddenCount × placeCount. */
  readonly output: readonly number[];
  readonly outputBias: readonly number[];
}

/** pulses × placeCount probabilities; `features` as metricalFeatures gives them. */
export function placeProbabilities(
  features: Float32Array,
  weights: MetricalWeights = metricalWeights,
): Float32Array {
  const count = features.length / metricalFeatureCount;
  const probabilities = new Float32Array(count * placeCount);
  const input = new Float32Array(inputCount);
  const hidden = new Float32Array(hiddenCount);
  for (let pulse = 0; pulse < count; pulse++) {
    neighbourhood(features, pulse, input);
    const row = probabilities.subarray(pulse * placeCount, (pulse + 1) * placeCount);
    forward(weights, input, hidden, row);
  }
  return probabilities;
}

/** Features of the pulses around `pulse`, zeros beyond the ends. */
export function neighbourhood(features: Float32Array, pulse: number, into: Float32Array): void {
  into.fill(0);
  const count = features.length / metricalFeatureCount;
  const from = Math.max(0, pulse - halfWidth);
  const to = Math.min(count, pulse + halfWidth + 1);
  into.set(
    features.subarray(from * metricalFeatureCount, to * metricalFeatureCount),
    (from - pulse + halfWidth) * metricalFeatureCount,
  );
}

/** Fills `hidden` with the activations of the hidden layer and `places` with probabilities. */
export function forward(
  { hidden: first, hiddenBias, output, outputBias }: MetricalWeights | TrainableWeights,
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
  const largest = Math.max(...places);
  let sum = 0;
  for (let place = 0; place < placeCount; place++) {
    places[place] = Math.exp(places[place]! - largest);
    sum += places[place]!;
  }
  for (let place = 0; place < placeCount; place++) places[place]! /= sum;
}

/** The same weights while they are being fitted. */
export type TrainableWeights = { readonly [Part in keyof MetricalWeights]: Float32Array };
