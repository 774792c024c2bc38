/**
 * How much each pulse looks like an offbeat, a beat inside a bar, or the first beat of a bar: a network of one small
 * hidden layer over the features of the pulse and of its neighbours. It knows nothing of the meter, so that the few
 * songs in three teach it as much as the many in four.
 */
import { join } from 'node:path';
import { loadNetwork } from '../../../src/models/embedded/network-file.js';
import { runNetwork, type SmallNetwork } from '../../../src/signal/small-network.js';
import { metricalFeatureCount, metricalFeatureNames } from './metrical-features.js';

const metricalNetworkId = 'metrical-network';
/** Pulses before and after that are seen: more than a bar in all. */
const halfWidth = 5;
const placeNames = ['offbeat', 'beat', 'first-beat-of-bar'];
export const placeCount = placeNames.length;
/** The features of each pulse from `halfWidth` before to as many after: `flux-all@-5` … */
const metricalInputNames = Array.from({ length: 2 * halfWidth + 1 }, (_, at) =>
  metricalFeatureNames.map((name) => `${name}@${at - halfWidth}`),
).flat();
const inputCount = metricalInputNames.length;

let loaded: SmallNetwork | undefined;

/** It is no part of the program: its file and card lie beside this one. */
const folder = join(import.meta.dirname, metricalNetworkId);

/** Read once a process. Throws where a file is not the one that its card names. */
function metricalNetwork(): SmallNetwork {
  loaded ??= loadNetwork(metricalNetworkId, metricalInputNames, placeNames, folder).network;
  return loaded;
}

/** pulses × placeCount probabilities; `features` as metricalFeatures gives them. */
export function placeProbabilities(features: Float32Array): Float32Array {
  const count = features.length / metricalFeatureCount;
  const inputs = new Float32Array(count * inputCount);
  for (let pulse = 0; pulse < count; pulse++)
    neighbourhood(features, pulse, inputs.subarray(pulse * inputCount, (pulse + 1) * inputCount));
  const places = runNetwork(metricalNetwork(), inputs);
  for (let pulse = 0; pulse < count; pulse++)
    softmax(places.subarray(pulse * placeCount, (pulse + 1) * placeCount));
  return places;
}

/** Features of the pulses around `pulse`, zeros beyond the ends. */
function neighbourhood(features: Float32Array, pulse: number, into: Float32Array): void {
  into.fill(0);
  const count = features.length / metricalFeatureCount;
  const from = Math.max(0, pulse - halfWidth);
  const to = Math.min(count, pulse + halfWidth + 1);
  into.set(
    features.subarray(from * metricalFeatureCount, to * metricalFeatureCount),
    (from - pulse + halfWidth) * metricalFeatureCount,
  );
}

/** Turns log-odds into probabilities, in place. */
function softmax(places: Float32Array): void {
  const largest = Math.max(...places);
  let sum = 0;
  for (let place = 0; place < places.length; place++) {
    places[place] = Math.exp(places[place]! - largest);
    sum += places[place]!;
  }
  for (let place = 0; place < places.length; place++) places[place]! /= sum;
}
