/** A network of one hidden layer, the smallest that can weigh measurements against each other. */

type Numbers = Float32Array | Float64Array;

export interface SmallNetwork {
  /** Of each input: scaled inputs are cut off at ± `inputLimit`. Null where inputs come as they are to be used. */
  readonly scaling: { readonly mean: Numbers; readonly deviation: Numbers } | null;
  readonly activation: 'rectified' | 'tanh';
  /** What sums are rounded to at each step: a network gives the same bits as when it was trained. */
  readonly sums: 'float32' | 'float64';
  readonly inputs: number;
  /** units × inputs, row by row. */
  readonly hidden: Numbers;
  readonly hiddenBias: Numbers;
  /** outputs × units, row by row. */
  readonly output: Numbers;
  readonly outputBias: Numbers;
}

/** Far outside of what was trained on, a measurement counts no more than at the edge: standard deviations. */
const inputLimit = 4;

/** rows × outputs, log-odds where the network was trained so; `rows` is rows × `network.inputs`. */
export function runNetwork(network: SmallNetwork, rows: Float32Array): Float32Array {
  const { inputs, hidden, hiddenBias, output, outputBias, activation } = network;
  const units = hiddenBias.length;
  const outputs = outputBias.length;
  const isSingle = network.sums === 'float32';
  const count = Math.floor(rows.length / inputs);
  const answers = new Float32Array(count * outputs);
  const input = new Float32Array(inputs);
  const sums = new Float64Array(units);
  const active = isSingle ? new Float32Array(units) : new Float64Array(units);
  for (let row = 0; row < count; row++) {
    scale(network, rows, row * inputs, input);
    weightedSums(hiddenBias, hidden, input, isSingle, sums);
    for (let unit = 0; unit < units; unit++) {
      const sum = sums[unit]!;
      active[unit] = activation === 'tanh' ? Math.tanh(sum) : sum > 0 ? sum : 0;
    }
    for (let k = 0; k < outputs; k++)
      answers[row * outputs + k] = weightedSum(outputBias[k]!, output, k * units, active, isSingle);
  }
  return answers;
}

function scale({ scaling }: SmallNetwork, rows: Float32Array, from: number, input: Float32Array): void {
  if (scaling === null) {
    input.set(rows.subarray(from, from + input.length));
    return;
  }
  const { mean, deviation } = scaling;
  for (let i = 0; i < input.length; i++) {
    const value = (rows[from + i]! - mean[i]!) / deviation[i]!;
    input[i] = Math.min(inputLimit, Math.max(-inputLimit, value));
  }
}

/** Of each row of weights. Four rows at a time, for an addition has to wait for the one before it in its row alone. */
function weightedSums(
  bias: Numbers,
  weights: Numbers,
  values: Numbers,
  isSingle: boolean,
  sums: Float64Array,
): void {
  const width = values.length;
  let row = 0;
  for (; row + 4 <= sums.length; row += 4) {
    if (isSingle) fourSingleSums(bias, weights, values, row, sums);
    else fourSums(bias, weights, values, row, sums);
  }
  for (; row < sums.length; row++)
    sums[row] = weightedSum(bias[row]!, weights, row * width, values, isSingle);
}

function fourSums(bias: Numbers, weights: Numbers, values: Numbers, row: number, sums: Float64Array): void {
  const width = values.length;
  const at = row * width;
  let a = bias[row]!;
  let b = bias[row + 1]!;
  let c = bias[row + 2]!;
  let d = bias[row + 3]!;
  for (let i = 0; i < width; i++) {
    const value = values[i]!;
    a += weights[at + i]! * value;
    b += weights[at + width + i]! * value;
    c += weights[at + 2 * width + i]! * value;
    d += weights[at + 3 * width + i]! * value;
  }
  sums[row] = a;
  sums[row + 1] = b;
  sums[row + 2] = c;
  sums[row + 3] = d;
}

/** Rounded to 32 bits at every step. */
function fourSingleSums(
  bias: Numbers,
  weights: Numbers,
  values: Numbers,
  row: number,
  sums: Float64Array,
): void {
  const width = values.length;
  const at = row * width;
  let a = Math.fround(bias[row]!);
  let b = Math.fround(bias[row + 1]!);
  let c = Math.fround(bias[row + 2]!);
  let d = Math.fround(bias[row + 3]!);
  for (let i = 0; i < width; i++) {
    const value = values[i]!;
    a = Math.fround(a + value * weights[at + i]!);
    b = Math.fround(b + value * weights[at + width + i]!);
    c = Math.fround(c + value * weights[at + 2 * width + i]!);
    d = Math.fround(d + value * weights[at + 3 * width + i]!);
  }
  sums[row] = a;
  sums[row + 1] = b;
  sums[row + 2] = c;
  sums[row + 3] = d;
}

/** The bias, and each weight from `from` on times its value, in that order. */
function weightedSum(
  bias: number,
  weights: Numbers,
  from: number,
  values: Numbers,
  isSingle: boolean,
): number {
  let sum = bias;
  if (isSingle) {
    sum = Math.fround(sum);
    for (let i = 0; i < values.length; i++) sum = Math.fround(sum + values[i]! * weights[from + i]!);
    return sum;
  }
  for (let i = 0; i < values.length; i++) sum += weights[from + i]! * values[i]!;
  return sum;
}
