/** Sequence networks as data: models/embedded/<id>/network.json, with weights as 32-bit numbers in base64. */
import { z } from 'zod';
import type { SequenceNetwork } from '../../signal/sequence-network.js';
import { type SequenceShape, sequenceNetwork, weightCount } from '../../signal/sequence-weights.js';
import { loadModel, requireNames } from './load-model.js';
import type { ModelCard } from './model-card.js';
import { networkFile } from './network-file.js';

const sequenceNetworkFormat = 'contrafact-sequence-network';

const finite = z.number().finite();
const bytesPerWeight = 4;

const sequenceFileSchema = z
  .strictObject({
    format: z.literal(sequenceNetworkFormat),
    formatVersion: z.literal(1),
    id: z.string().min(1),
    version: z.string().min(1).max(80),
    /** What is read of each row, and how it is scaled. */
    inputs: z.array(z.strictObject({ name: z.string(), mean: finite, deviation: finite.positive() })).min(1),
    /** Scaled inputs are cut off at ± this. */
    limit: finite.positive(),
    hidden: z.number().int().positive(),
    /** Of each layer: rows from one tap to the next. */
    dilations: z.array(z.number().int().positive()),
    output: z.string(),
    /** What a row that a line takes gains over its answer: chosen with the weights, on songs left out. */
    gain: finite,
    /** Log-odds to which the best clear row around is raised before that, and all around with it: chosen with the gain. */
    clearLogOdds: finite,
    /** Networks whose mean is the answer: little-endian 32-bit weights of each, in the order of sequence-weights.ts. */
    networks: z.array(z.base64()).min(1),
  })
  .refine(
    (file) =>
      file.networks.every((weights) => byteLength(weights) === bytesPerWeight * weightCount(shapeOf(file))),
    {
      message: 'each network must have as many weights as its inputs, hidden units and layers take',
    },
  );

const byteLength = (weights: string): number => Buffer.byteLength(weights, 'base64');

interface Stored {
  readonly hidden: number;
  readonly dilations: readonly number[];
  readonly limit: number;
  readonly inputs: readonly { readonly mean: number; readonly deviation: number }[];
}

function shapeOf({ hidden, dilations, inputs, limit }: Stored): SequenceShape {
  return {
    hidden,
    dilations,
    limit,
    mean: inputs.map(({ mean }) => mean),
    deviation: inputs.map(({ deviation }) => deviation),
  };
}

function weightsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / bytesPerWeight }, (_, i) =>
    view.getFloat32(i * bytesPerWeight, true),
  );
}

export interface LoadedSequenceNetworks {
  /** Their mean is the answer. */
  readonly networks: readonly SequenceNetwork[];
  readonly gain: number;
  readonly clearLogOdds: number;
  readonly card: ModelCard;
}

/**
 * Reads, hashes and checks models/embedded/<id>/network.json.
 * @throws Error naming what is wrong: hash, shape, a weight that is no number, or inputs in another order than the program's
 */
export function loadSequenceNetworks(
  id: string,
  inputNames: readonly string[],
  outputName: string,
  folder?: string,
): LoadedSequenceNetworks {
  const { content, card } = loadModel(id, networkFile, sequenceFileSchema, inputNames, folder);
  requireNames(
    `The network ${id}`,
    content.inputs.map(({ name }) => name),
    inputNames,
  );
  requireNames(`The network ${id}'s output`, [content.output], [outputName]);
  const shape = shapeOf(content);
  const networks = content.networks.map((base64) => {
    const weights = weightsOf(base64);
    if (!weights.every(Number.isFinite)) throw new Error(`The network ${id} has a weight that is no number.`);
    return sequenceNetwork(shape, weights);
  });
  return { networks, gain: content.gain, clearLogOdds: content.clearLogOdds, card };
}
