/**
 * A network that answers about each row of a sequence by the rows before and after it: dilated convolutions, each of
 * which adds to what the layers before it found (Oord et al., "WaveNet", 2016; Bai, Kolter & Koltun, "An empirical
 * evaluation of generic convolutional and recurrent networks for sequence modeling", 2018), here in both directions.
 *
 * Cost: rows × (hidden × inputs + layers × 3 × hidden²) multiplications, in 32 bits (weighted-rows.ts).
 */
import { weightedRows } from './weighted-rows.js';

/** Normalises each row, reads the rows `dilation` before and after, too, and adds its rectified sums to the row. */
export interface SequenceLayer {
  /** Rows from one tap to the next; ≥ 1. */
  readonly dilation: number;
  /** What a normalised row is multiplied by, and what is added: hidden each. */
  readonly scale: Float32Array;
  readonly shift: Float32Array;
  /** hidden × 3 × hidden: unit by unit, the row before first, then the row itself, then the row after. */
  readonly weights: Float32Array;
  /** hidden. */
  readonly bias: Float32Array;
}

/** Weights are 32-bit numbers, as they are stored and as the kernel adds them up. */
export interface SequenceNetwork {
  readonly inputs: number;
  readonly hidden: number;
  /** Of each input. */
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** Scaled inputs are cut off at ± this. */
  readonly limit: number;
  /** hidden × inputs, unit by unit. */
  readonly entry: Float32Array;
  readonly entryBias: Float32Array;
  readonly layers: readonly SequenceLayer[];
  /** hidden. */
  readonly exit: Float32Array;
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
  const sums = new Float32Array(count * hidden);
  for (const layer of layers) {
    normalise(state, count, hidden, layer, normal);
    const { weights, bias, dilation } = layer;
    weightedRows(normal, hidden, { weights, bias, offsets: [-dilation, 0, dilation] }, sums);
    for (let i = 0; i < sums.length; i++) state[i]! += sums[i]! > 0 ? sums[i]! : 0;
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
  const scaled = new Float32Array(count * inputs);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < inputs; i++) {
      const value = (rows[row * inputs + i]! - mean[i]!) / deviation[i]!;
      scaled[row * inputs + i] = Math.min(limit, Math.max(-limit, value));
    }
  }
  const state = new Float32Array(count * hidden);
  weightedRows(scaled, inputs, { weights: entry, bias: entryBias, offsets: [0] }, state);
  for (let i = 0; i < state.length; i++) if (state[i]! < 0) state[i] = 0;
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
