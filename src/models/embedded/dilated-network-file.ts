/** Networks of dilated convolutions as data: models/embedded/<id>/weights.json, written by scripts/bars/beat_export.py. */
import { z } from 'zod';
import type { DilatedNetwork, Layer } from '../../signal/dilated-network.js';

/** Each weight is a signed integer of 8 bits, times `step`. */
const layer = z.strictObject({ step: z.number().positive(), weights: z.base64(), bias: z.array(z.number()) });

const networkSchema = z.strictObject({
  channels: z.int().positive(),
  mean: z.array(z.number()),
  spread: z.array(z.number().positive()),
  input: layer,
  /** `wide` is taps × channels × channels. */
  blocks: z.array(z.strictObject({ dilation: z.int().positive(), wide: layer, mix: layer })).min(1),
  answers: layer,
});
type NetworkSchema = typeof networkSchema;

/** Of a network that reads rows of `columns` measurements. */
export function dilatedNetworkSchema(columns: number): NetworkSchema {
  return networkSchema.extend({
    mean: networkSchema.shape.mean.length(columns),
    spread: networkSchema.shape.spread.length(columns),
  });
}

const taps = 3;

/** @throws Error where a layer has another number of weights or biases than the file's sizes say */
export function dilatedNetworkOf(file: z.infer<NetworkSchema>, answers: number): DilatedNetwork {
  const { channels, mean, spread } = file;
  const square = channels * channels;
  return {
    channels,
    mean: Float32Array.from(mean),
    spread: Float32Array.from(spread),
    input: layerOf(file.input, mean.length, channels),
    blocks: file.blocks.map(({ dilation, wide, mix }) => {
      const { weights, bias } = layerOf(wide, taps * channels, channels);
      const tap = (number: number): Float32Array => weights.subarray(number * square, (number + 1) * square);
      return {
        dilation,
        wide: [tap(0), tap(1), tap(2)],
        wideBias: bias,
        mix: layerOf(mix, channels, channels),
      };
    }),
    answers: layerOf(file.answers, channels, answers),
  };
}

function layerOf({ step, weights, bias }: z.infer<typeof layer>, inputs: number, outputs: number): Layer {
  const values = new Int8Array(Buffer.from(weights, 'base64'));
  if (values.length !== inputs * outputs || bias.length !== outputs)
    throw new Error(
      `A layer has ${values.length} weights and ${bias.length} biases; ${inputs * outputs} and ${outputs} were expected.`,
    );
  return { weights: Float32Array.from(values, (value) => value * step), bias: Float32Array.from(bias) };
}
