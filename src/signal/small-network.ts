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
export const inputLimit = 4;

/** rows × outputs, log-odds where the network was trained so; `rows` is rows × `network.inputs`. */
export function runNetwork(network: SmallNetwork, rows: Float32Array): Float32Array {
  const { inputs, hidden, hiddenBias, output, outputBias, activation } = network;
  const units = hiddenBias.length;
  const outputs = outputBias.length;
  const isSingle = network.sums === 'float32';
  const count = Math.floor(rows.length / inputs);
  const answers = new Float32Array(count * outputs);
  const input = new Float32Array(inputs);
  const active = isSingle ? new Float32Array(units) : new Float64Array(units);
  for (let row = 0; row < count; row++) {
    scale(network, rows, row * inputs, input);
    for (let unit = 0; unit < units; unit++) {
      const sum = weightedSum(hiddenBias[unit]!, hidden, unit * inputs, input, isSingle);
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
