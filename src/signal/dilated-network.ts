/**
 * Networks of dilated convolutions along rows of measurements, of count or of steps of time (after van den Oord et al., "WaveNet", 2016,
 * section 2.1, not causal), which hear every row among its neighbours. One answer is of each row, or all are of the rows as a whole.
 */

/** Rows of one length, one behind another. */
export interface MeasuredRows {
  readonly columns: number;
  readonly values: Float32Array | Float64Array;
}

/** outputs × inputs, row by row. */
export interface Layer {
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

export interface DilatedBlock {
  /** In rows. */
  readonly dilation: number;
  /** Of the rows `dilation` before, itself, and as far behind: each channels × channels. */
  readonly wide: readonly [before: Layer['weights'], at: Layer['weights'], after: Layer['weights']];
  readonly wideBias: Float32Array;
  readonly mix: Layer;
}

export interface DilatedNetwork {
  readonly channels: number;
  /** Of each column. */
  readonly mean: Float32Array;
  readonly spread: Float32Array;
  readonly input: Layer;
  readonly blocks: readonly DilatedBlock[];
  readonly answers: Layer;
}

/** Scaled measurements are cut off here: standard deviations. */
const inputLimit = 5;

/** The network's only answer, of each row. `rows` has the columns that the network was trained on, at least one row. */
export function answerOfRows(rows: MeasuredRows, network: DilatedNetwork): Float32Array {
  const heard = hearRows(rows, network);
  const { channels, answers } = network;
  const count = heard.length / channels;
  const answer = new Float32Array(count).fill(answers.bias[0]!);
  for (let row = 0; row < count; row++)
    addProducts(answers.weights, heard, row * channels, channels, answer, row, 1);
  return answer;
}

/** The network's answers of the rows as a whole, by the mean of what it hears. `rows` as above. */
export function answersOfWhole(rows: MeasuredRows, network: DilatedNetwork): Float32Array {
  const heard = hearRows(rows, network);
  const { channels, answers } = network;
  const mean = new Float32Array(channels);
  for (let at = 0; at < heard.length; at++) mean[at % channels]! += (heard[at]! * channels) / heard.length;
  const whole = Float32Array.from(answers.bias);
  addProducts(answers.weights, mean, 0, channels, whole, 0, whole.length);
  return whole;
}

/** Rows × channels. Cost: rows × (columns × channels + 4 × blocks × channels²). */
function hearRows({ columns, values }: MeasuredRows, network: DilatedNetwork): Float32Array {
  const { channels, blocks, input, mean, spread } = network;
  const count = values.length / columns;
  const scaled = Float32Array.from(values, (value, at) => {
    const column = at % columns;
    return Math.min(inputLimit, Math.max(-inputLimit, (value - mean[column]!) / spread[column]!));
  });
  const heard = new Float32Array(count * channels);
  for (let row = 0; row < count; row++) {
    heard.set(input.bias, row * channels);
    addProducts(input.weights, scaled, row * columns, columns, heard, row * channels, channels);
  }
  bend(heard);
  const wide = new Float32Array(heard.length);
  for (const block of blocks) addBlock(block, heard, wide, channels);
  bend(heard);
  return heard;
}

/** Adds to `heard` what the block hears; rows outside of them are silent. `wide`: as long, overwritten. */
function addBlock(
  { dilation, wide: weights, wideBias, mix }: DilatedBlock,
  heard: Float32Array,
  wide: Float32Array,
  channels: number,
): void {
  const count = heard.length / channels;
  for (let row = 0; row < count; row++) {
    wide.set(wideBias, row * channels);
    for (let tap = 0; tap < weights.length; tap++) {
      const from = row + (tap - 1) * dilation;
      if (from >= 0 && from < count)
        addProducts(weights[tap]!, heard, from * channels, channels, wide, row * channels, channels);
    }
  }
  bend(wide);
  for (let row = 0; row < count; row++) {
    const at = row * channels;
    addProducts(mix.weights, wide, at, channels, heard, at, channels);
    for (let channel = 0; channel < channels; channel++) heard[at + channel]! += mix.bias[channel]!;
  }
}

/** Adds a row of weights times the inputs to each output, four rows at a time: an addition has to wait for the one before it in its row alone. */
function addProducts(
  weights: Float32Array,
  from: Float32Array,
  fromAt: number,
  inputs: number,
  into: Float32Array,
  intoAt: number,
  outputs: number,
): void {
  let row = 0;
  for (; row + 4 <= outputs; row += 4) {
    const at = row * inputs;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0; i < inputs; i++) {
      const value = from[fromAt + i]!;
      a += weights[at + i]! * value;
      b += weights[at + inputs + i]! * value;
      c += weights[at + 2 * inputs + i]! * value;
      d += weights[at + 3 * inputs + i]! * value;
    }
    into[intoAt + row]! += a;
    into[intoAt + row + 1]! += b;
    into[intoAt + row + 2]! += c;
    into[intoAt + row + 3]! += d;
  }
  for (; row < outputs; row++) {
    let sum = 0;
    for (let i = 0; i < inputs; i++) sum += weights[row * inputs + i]! * from[fromAt + i]!;
    into[intoAt + row]! += sum;
  }
}

/** Exponential linear units (Clevert et al. 2016, section 3), in place. */
function bend(values: Float32Array): void {
  for (let at = 0; at < values.length; at++) if (values[at]! < 0) values[at] = Math.expm1(values[at]!);
}
