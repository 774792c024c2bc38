/**
 * A network that answers about each row of a sequence by the rows before and after it: dilated convolutions, each of
 * which adds to what the layers before it found (Oord et al., "WaveNet", 2016; Bai, Kolter & Koltun, "An empirical
 * evaluation of generic convolutional and recurrent networks for sequence modeling", 2018), here in both directions.
 *
 * Cost: rows × (hidden × inputs + layers × 3 × hidden²) multiplications.
 */

/** Rows that a layer reads: one before, the row itself, one after. */
const taps = 3;

/** Normalises each row, reads the rows `dilation` before and after, too, and adds its rectified sums to the row. */
export interface SequenceLayer {
  /** Rows from one tap to the next; ≥ 1. */
  readonly dilation: number;
  /** What a normalised row is multiplied by, and what is added: hidden each. */
  readonly scale: Float64Array;
  readonly shift: Float64Array;
  /** hidden × taps × hidden: unit by unit, the row before first. */
  readonly weights: Float64Array;
  /** hidden. */
  readonly bias: Float64Array;
}

/** 64-bit numbers so that no sum has to convert any; what is handed from layer to layer is kept in 32. */
export interface SequenceNetwork {
  readonly inputs: number;
  readonly hidden: number;
  /** Of each input. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** Scaled inputs are cut off at ± this. */
  readonly limit: number;
  /** hidden × inputs, unit by unit. */
  readonly entry: Float64Array;
  readonly entryBias: Float64Array;
  readonly layers: readonly SequenceLayer[];
  /** hidden. */
  readonly exit: Float64Array;
  readonly exitBias: number;
}

/** Keeps the deviation of a row that is the same everywhere from being nothing, as PyTorch's LayerNorm has it. */
const minVariance = 1e-5;

/** One answer a row, log-odds where the network was trained so; `rows` is rows × `network.inputs`. */
export function runSequenceNetwork(network: SequenceNetwork, rows: Float32Array): Float32Array {
  const { inputs, hidden, layers, exit } = network;
  const count = Math.floor(rows.length / inputs);
  const state = enter(network, rows, count);
  const normal = new Float32Array(count * hidden);
  const read = new Float64Array(taps * hidden);
  const sums = new Float64Array(hidden);
  for (const layer of layers) {
    normalise(state, count, hidden, layer, normal);
    for (let row = 0; row < count; row++) {
      for (let tap = 0; tap < taps; tap++)
        gather(normal, row + (tap - 1) * layer.dilation, count, hidden, read, tap * hidden);
      rowSums(layer.weights, layer.bias, read, sums);
      const at = row * hidden;
      for (let unit = 0; unit < hidden; unit++) state[at + unit]! += sums[unit]! > 0 ? sums[unit]! : 0;
    }
  }
  const answers = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    let sum = network.exitBias;
    for (let unit = 0; unit < hidden; unit++) sum += exit[unit]! * state[row * hidden + unit]!;
    answers[row] = sum;
  }
  return answers;
}

/** rows × hidden: each row scaled, cut off, and through the first layer. */
function enter(network: SequenceNetwork, rows: Float32Array, count: number): Float32Array {
  const { inputs, hidden, mean, deviation, limit, entry, entryBias } = network;
  const state = new Float32Array(count * hidden);
  const scaled = new Float64Array(inputs);
  const sums = new Float64Array(hidden);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < inputs; i++) {
      const value = (rows[row * inputs + i]! - mean[i]!) / deviation[i]!;
      scaled[i] = Math.min(limit, Math.max(-limit, value));
    }
    rowSums(entry, entryBias, scaled, sums);
    for (let unit = 0; unit < hidden; unit++) state[row * hidden + unit] = sums[unit]! > 0 ? sums[unit]! : 0;
  }
  return state;
}

/** Each row less its mean and over its deviation, scaled and shifted (Ba, Kiros & Hinton, "Layer normalization", 2016). */
function normalise(
  state: Float32Array,
  count: number,
  hidden: number,
  { scale, shift }: SequenceLayer,
  normal: Float32Array,
): void {
  for (let row = 0; row < count; row++) {
    const at = row * hidden;
    let sum = 0;
    for (let unit = 0; unit < hidden; unit++) sum += state[at + unit]!;
    const mean = sum / hidden;
    let squares = 0;
    for (let unit = 0; unit < hidden; unit++) {
      const distance = state[at + unit]! - mean;
      squares += distance * distance;
    }
    const factor = 1 / Math.sqrt(squares / hidden + minVariance);
    for (let unit = 0; unit < hidden; unit++)
      normal[at + unit] = (state[at + unit]! - mean) * factor * scale[unit]! + shift[unit]!;
  }
}

/** Copies a row to `target` from `to` on: nothing where there is none, before the first and after the last. */
function gather(
  rows: Float32Array,
  row: number,
  count: number,
  hidden: number,
  target: Float64Array,
  to: number,
): void {
  const isThere = row >= 0 && row < count;
  const at = row * hidden;
  for (let unit = 0; unit < hidden; unit++) target[to + unit] = isThere ? rows[at + unit]! : 0;
}

/** Bias and weighted sum of each row of weights, four at a time: an addition has to wait for the one before it in its row alone. */
function rowSums(weights: Float64Array, bias: Float64Array, values: Float64Array, sums: Float64Array): void {
  const width = values.length;
  let row = 0;
  for (; row + 4 <= sums.length; row += 4) {
    const first = row * width;
    const second = first + width;
    const third = second + width;
    const fourth = third + width;
    let a = bias[row]!;
    let b = bias[row + 1]!;
    let c = bias[row + 2]!;
    let d = bias[row + 3]!;
    for (let i = 0; i < width; i++) {
      const value = values[i]!;
      a += weights[first + i]! * value;
      b += weights[second + i]! * value;
      c += weights[third + i]! * value;
      d += weights[fourth + i]! * value;
    }
    sums[row] = a;
    sums[row + 1] = b;
    sums[row + 2] = c;
    sums[row + 3] = d;
  }
  for (; row < sums.length; row++) {
    let sum = bias[row]!;
    for (let i = 0; i < width; i++) sum += weights[row * width + i]! * values[i]!;
    sums[row] = sum;
  }
}
