/** Small networks as data: models/embedded/<id>/network.json. */
import { z } from 'zod';
import type { SmallNetwork } from '../../signal/small-network.js';
import { type LoadedModel, loadModel, requireNames } from './load-model.js';
import type { ModelCard } from './model-card.js';

export const networkFile = 'network.json';
export const networkFormat = 'contrafact-small-network';

const finite = z.number().finite();
const kind = z.enum(['float32', 'float64']);

/** One row for each unit and output: its bias, and a weight for each of what it reads. */
const layer = z.array(z.strictObject({ bias: finite, weights: z.array(finite).min(1) })).min(1);

export const networkFileSchema = z
  .strictObject({
    format: z.literal(networkFormat),
    formatVersion: z.literal(1),
    id: z.string().min(1),
    version: z.string().min(1).max(80),
    activation: z.enum(['rectified', 'tanh']),
    /** What the weights of the hidden layer, all other numbers and every step of a sum are rounded to. */
    precision: z.strictObject({ hidden: kind, others: kind, sums: kind }),
    /** Mean and deviation where inputs are to be scaled: of all, or of none. */
    inputs: z
      .array(
        z.strictObject({
          name: z.string(),
          mean: finite.optional(),
          deviation: finite.positive().optional(),
        }),
      )
      .min(1),
    outputs: z.array(z.string()).min(1),
    hiddenLayer: layer,
    outputLayer: layer,
  })
  .refine(({ inputs, hiddenLayer }) => hiddenLayer.every(({ weights }) => weights.length === inputs.length), {
    message: 'each hidden unit must have a weight for every input',
  })
  .refine(
    ({ hiddenLayer, outputLayer, outputs }) =>
      outputLayer.length === outputs.length &&
      outputLayer.every(({ weights }) => weights.length === hiddenLayer.length),
    { message: 'each output must have a weight for every hidden unit' },
  )
  .refine(
    ({ inputs }) =>
      inputs.every(({ mean, deviation }) => (mean === undefined) === (deviation === undefined)) &&
      new Set(inputs.map(({ mean }) => mean === undefined)).size === 1,
    { message: 'all inputs have a mean and a deviation, or none' },
  );

export type NetworkFile = z.infer<typeof networkFileSchema>;

/** The network that a file describes, in the numbers that it names. */
function networkOf({ activation, precision, inputs, hiddenLayer, outputLayer }: NetworkFile): SmallNetwork {
  const listed = (of: 'float32' | 'float64', values: readonly number[]): Float32Array | Float64Array =>
    of === 'float32' ? Float32Array.from(values) : Float64Array.from(values);
  const { hidden, others, sums } = precision;
  return {
    scaling:
      inputs[0]!.mean === undefined
        ? null
        : {
            mean: listed(
              others,
              inputs.map(({ mean }) => mean!),
            ),
            deviation: listed(
              others,
              inputs.map(({ deviation }) => deviation!),
            ),
          },
    activation,
    sums,
    inputs: inputs.length,
    hidden: listed(
      hidden,
      hiddenLayer.flatMap(({ weights }) => weights),
    ),
    hiddenBias: listed(
      others,
      hiddenLayer.map(({ bias }) => bias),
    ),
    output: listed(
      others,
      outputLayer.flatMap(({ weights }) => weights),
    ),
    outputBias: listed(
      others,
      outputLayer.map(({ bias }) => bias),
    ),
  };
}

/**
 * Reads, hashes and checks models/embedded/<id>/network.json.
 * @throws Error naming what is wrong: hash, shape, or inputs and outputs in another order than the program's
 */
export function loadNetwork(
  id: string,
  inputNames: readonly string[],
  outputNames: readonly string[],
  folder?: string,
): { readonly network: SmallNetwork; readonly card: ModelCard } {
  const { content, card }: LoadedModel<NetworkFile> = loadModel(
    id,
    networkFile,
    networkFileSchema,
    inputNames,
    folder,
  );
  requireNames(
    `The network ${id}`,
    content.inputs.map(({ name }) => name),
    inputNames,
  );
  requireNames(`The network ${id}'s output`, content.outputs, outputNames);
  return { network: networkOf(content), card };
}
