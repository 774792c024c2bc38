/**
 * One pass of the decoder over known tokens, without its cache: how likely each was, and where the alignment heads
 * attended. Exports with attentions (the public hub's `*_timestamped`) have outputs `cross_attentions.LAYER`.
 */
import type { Tensor } from 'onnxruntime-node';
import type { Attentions } from './attention-alignment.js';
import { type DecoderSession, emptyCache } from './decoder-state.js';
import type { WhisperSettings } from './settings.js';

export interface Attended {
  /** Row i belongs to the step that predicts token i + 1 of those that were fed. */
  readonly attentions: Attentions;
  /** Natural logarithm of the probability of token i + 1 after tokens 0 … i. */
  readonly logProbabilities: Float32Array;
}

/** `states` are of one window. */
export type Attend = (states: Tensor, tokens: readonly number[]) => Promise<Attended>;

/** Null where the decoder gives no cross-attentions of the layers that are needed. */
export function decoderAttention(
  decoder: DecoderSession,
  path: string,
  settings: WhisperSettings,
  TensorType: typeof Tensor,
): Attend | null {
  const name = (layer: number): string => `cross_attentions.${layer}`;
  const layers = [...new Set(settings.alignmentHeads.map(({ layer }) => layer))];
  if (layers.length === 0 || !layers.every((layer) => decoder.outputNames.includes(name(layer)))) return null;
  const pastNames = decoder.inputNames.filter((input) => input.startsWith('past_key_values.'));
  const hasSwitch = decoder.inputNames.includes('use_cache_branch');

  return async (states, tokens) => {
    const feeds: Record<string, Tensor> = {
      ...emptyCache(pastNames, 1, settings, TensorType),
      input_ids: new TensorType('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: states,
    };
    if (hasSwitch) feeds.use_cache_branch = new TensorType('bool', Uint8Array.of(0), [1]);
    const outputs = await decoder.run(feeds, ['logits', ...layers.map(name)]).catch((error: Error) => {
      throw new Error(`${path} does not run over ${tokens.length} tokens (${error.message.slice(0, 200)}).`);
    });
    const heads = settings.alignmentHeads.map(({ layer, head }) => {
      const tensor = outputs[name(layer)]!;
      const size = tensor.dims[2]! * tensor.dims[3]!;
      return (tensor.data as Float32Array).subarray(head * size, (head + 1) * size);
    });
    const frames = outputs[name(layers[0]!)]!.dims[3]!;
    const logits = outputs.logits!.data as Float32Array;
    return {
      attentions: { heads, tokens: tokens.length, frames },
      logProbabilities: nextTokenLogProbabilities(logits, tokens, settings),
    };
  };
}

/** Among the text tokens and the end: timestamps are no alternative to a word here. */
function nextTokenLogProbabilities(
  logits: Float32Array,
  tokens: readonly number[],
  { vocabularySize, endToken }: WhisperSettings,
): Float32Array {
  return Float32Array.from({ length: tokens.length - 1 }, (_, i) => {
    const row = logits.subarray(i * vocabularySize, i * vocabularySize + endToken + 1);
    let highest = Number.NEGATIVE_INFINITY;
    for (const logit of row) if (logit > highest) highest = logit;
    let total = 0;
    for (const logit of row) total += Math.exp(logit - highest);
    const next = tokens[i + 1]!;
    return next > endToken ? 0 : row[next]! - highest - Math.log(total);
  });
}
