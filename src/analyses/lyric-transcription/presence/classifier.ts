/**
 * The probability that someone sings or speaks, a window: standardised features through one hidden layer
 * (tanh) and a logistic. The weights were trained by `npm run bench -- transcription --train`.
 */
export interface PresenceWeights {
  readonly inputs: number;
  readonly hidden: number;
  /** Little-endian 32-bit floats in base64: means, deviations, hidden × inputs, hidden biases, output, bias. */
  readonly values: string;
}

export interface PresenceNetwork {
  readonly inputs: number;
  readonly hidden: number;
  readonly means: Float32Array;
  readonly deviations: Float32Array;
  readonly first: Float32Array;
  readonly biases: Float32Array;
  readonly second: Float32Array;
  bias: number;
}

/** Throws RangeError when the number of values is not that of the shape. */
export function unpackNetwork({ inputs, hidden, values }: PresenceWeights): PresenceNetwork {
  const bytes = Buffer.from(values, 'base64');
  const floats = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const needed = 2 * inputs + hidden * inputs + 2 * hidden + 1;
  if (floats.length !== needed)
    throw new RangeError(`Presence weights: ${floats.length} of ${needed} values`);
  let at = 0;
  const take = (count: number): Float32Array => {
    at += count;
    return floats.subarray(at - count, at);
  };
  return {
    inputs,
    hidden,
    means: take(inputs),
    deviations: take(inputs),
    first: take(hidden * inputs),
    biases: take(hidden),
    second: take(hidden),
    bias: take(1)[0]!,
  };
}

/** Far outside of what was trained on, a feature says no more than at the edge. */
const farthestDeviation = 4;

/** Logit of each window; `windows` holds `network.inputs` features a window. */
export function presenceLogits(network: PresenceNetwork, windows: Float32Array): Float32Array {
  const { inputs, hidden, means, deviations, first, biases, second, bias } = network;
  const count = windows.length / inputs;
  const out = new Float32Array(count);
  const input = new Float32Array(inputs);
  for (let window = 0; window < count; window++) {
    for (let i = 0; i < inputs; i++) {
      const value = (windows[window * inputs + i]! - means[i]!) / deviations[i]!;
      input[i] = Math.max(-farthestDeviation, Math.min(farthestDeviation, value));
    }
    let sum = bias;
    for (let unit = 0; unit < hidden; unit++) {
      let activation = biases[unit]!;
      for (let i = 0; i < inputs; i++) activation += first[unit * inputs + i]! * input[i]!;
      sum += second[unit]! * Math.tanh(activation);
    }
    out[window] = sum;
  }
  return out;
}
