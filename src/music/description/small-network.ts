/** A network of one hidden layer (rectified), the smallest that can weigh features against each other. */

export interface SmallNetwork {
  /** Of each feature; scaled features are cut off at ± `featureLimit`. */
  readonly mean: readonly number[];
  readonly deviation: readonly number[];
  /** hidden × features, row by row. */
  readonly hidden: readonly number[];
  readonly hiddenBias: readonly number[];
  readonly output: readonly number[];
  readonly outputBias: number;
}

export const featureLimit = 4;

/** The network's answer to each row of `features` (count × features of the network): log odds. */
export function answers(network: SmallNetwork, features: Float32Array): Float32Array {
  const { mean, deviation, output, outputBias, hiddenBias } = network;
  const width = mean.length;
  const hidden = Float32Array.from(network.hidden);
  const scaled = new Float32Array(width);
  const found = new Float32Array(Math.floor(features.length / width));
  for (let row = 0; row < found.length; row++) {
    for (let i = 0; i < width; i++) {
      const value = (features[row * width + i]! - mean[i]!) / deviation[i]!;
      scaled[i] = Math.min(featureLimit, Math.max(-featureLimit, value));
    }
    let sum = outputBias;
    for (let unit = 0; unit < output.length; unit++) {
      let input = hiddenBias[unit]!;
      for (let i = 0, at = unit * width; i < width; i++, at++) input += hidden[at]! * scaled[i]!;
      if (input > 0) sum += output[unit]! * input;
    }
    found[row] = sum;
  }
  return found;
}
