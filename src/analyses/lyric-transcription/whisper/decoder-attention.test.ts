import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { decoderAttention } from './decoder-attention.js';
import type { DecoderSession } from './decoder-state.js';
import type { WhisperSettings } from './settings.js';

const settings = {
  dimensions: 8,
  heads: 2,
  layers: 2,
  vocabularySize: 6,
  endToken: 4,
  alignmentHeads: [
    { layer: 1, head: 0 },
    { layer: 1, head: 1 },
  ],
} as unknown as WhisperSettings;

/** Head h of token t attends to frame f with 100 h + 10 t + f; token 2 is always the likeliest, by a factor of e. */
function decoder(outputNames: string[], asked: (readonly string[])[] = []): DecoderSession {
  return {
    inputNames: ['input_ids', 'encoder_hidden_states', 'past_key_values.0.decoder.key', 'use_cache_branch'],
    outputNames,
    async run(feeds: Record<string, Tensor>, fetched: readonly string[]) {
      asked.push(fetched);
      const tokens = feeds.input_ids!.dims[1]!;
      const weights = Float32Array.from({ length: 2 * tokens * 3 }, (_, i) => {
        const [head, token, frame] = [Math.floor(i / (3 * tokens)), Math.floor(i / 3) % tokens, i % 3];
        return 100 * head + 10 * token + frame;
      });
      const logits = Float32Array.from({ length: tokens * 6 }, (_, i) =>
        i % 6 === 2 ? 1 : i % 6 === 5 ? 50 : 0,
      );
      return {
        logits: new Tensor('float32', logits, [1, tokens, 6]),
        'cross_attentions.1': new Tensor('float32', weights, [1, 2, tokens, 3]),
      };
    },
  } as unknown as DecoderSession;
}

describe('decoderAttention', () => {
  it('is null for an export without cross-attentions of the layers that are needed', () => {
    expect(decoderAttention(decoder(['logits']), 'd.onnx', settings, Tensor)).toBeNull();
    const other = decoder(['logits', 'cross_attentions.0']);
    expect(decoderAttention(other, 'd.onnx', settings, Tensor)).toBeNull();
  });

  it('gives the weights of each alignment head, and asks for no others', async () => {
    const asked: (readonly string[])[] = [];
    const attend = decoderAttention(
      decoder(['logits', 'cross_attentions.1'], asked),
      'd.onnx',
      settings,
      Tensor,
    )!;
    const states = new Tensor('float32', new Float32Array(8), [1, 1, 8]);
    const { attentions } = await attend(states, [0, 2, 3]);
    expect(asked).toEqual([['logits', 'cross_attentions.1']]);
    expect(attentions).toMatchObject({ tokens: 3, frames: 3 });
    expect([...attentions.heads[1]!]).toEqual([100, 101, 102, 110, 111, 112, 120, 121, 122]);
  });

  it('gives the probability of each next token among the text tokens, timestamps apart', async () => {
    const attend = decoderAttention(decoder(['logits', 'cross_attentions.1']), 'd.onnx', settings, Tensor)!;
    const { logProbabilities } = await attend(
      new Tensor('float32', new Float32Array(8), [1, 1, 8]),
      [0, 2, 3],
    );
    expect(Math.exp(logProbabilities[0]!)).toBeCloseTo(Math.E / (Math.E + 4), 5);
    expect(Math.exp(logProbabilities[1]!)).toBeCloseTo(1 / (Math.E + 4), 5);
  });
});
