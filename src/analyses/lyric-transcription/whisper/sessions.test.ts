import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import type { DecoderSession } from './decoder-state.js';
import { decoderSteps } from './sessions.js';
import type { WhisperSettings } from './settings.js';

const settings: WhisperSettings = {
  dimensions: 8,
  layers: 2,
  heads: 2,
  melBands: 80,
  maxTokens: 64,
  vocabularySize: 5,
  startToken: 0,
  endToken: 1,
  transcribeToken: 2,
  noTimestampsToken: 3,
  firstTimestampToken: 4,
  noSpeechToken: 2,
  languages: new Map(),
  suppressed: [],
  suppressedAtBegin: [],
  maxInitialTimestampIndex: 50,
  alignmentHeads: [],
};

/** The public hub's layout: a switch, and a cache of cross-attention that only the first step fills. */
function hubDecoder(
  seen: Record<string, Tensor>[],
  asked: (readonly string[])[] = [],
  more: readonly string[] = [],
): DecoderSession {
  const kinds = ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'];
  const past = [0, 1].flatMap((layer) => kinds.map((kind) => `${layer}.${kind}`));
  return {
    inputNames: [
      'input_ids',
      'encoder_hidden_states',
      ...past.map((name) => `past_key_values.${name}`),
      'use_cache_branch',
    ],
    outputNames: ['logits', ...past.map((name) => `present.${name}`), ...more],
    async run(feeds: Record<string, Tensor>, fetched: readonly string[]) {
      seen.push(feeds);
      asked.push(fetched);
      const isCached = (feeds.use_cache_branch!.data as Uint8Array)[0] === 1;
      const outputs: Record<string, Tensor> = {
        logits: new Tensor('float32', new Float32Array(5), [1, 1, 5]),
      };
      for (const name of past) {
        const before = feeds[`past_key_values.${name}`]!.dims[2]!;
        const length = name.includes('encoder') ? (isCached ? 0 : 3) : before + 1;
        outputs[`present.${name}`] = new Tensor('float32', new Float32Array(2 * length * 4), [
          1,
          2,
          length,
          4,
        ]);
      }
      return outputs;
    },
  } as unknown as DecoderSession;
}

describe('decoderSteps over the public hub’s layout', () => {
  it('starts without a cache, then switches to it and keeps the first cross-attention', async () => {
    const seen: Record<string, Tensor>[] = [];
    const step = decoderSteps(hubDecoder(seen), 'decoder.onnx', settings, Tensor);
    const states = new Tensor('float32', new Float32Array(24), [1, 3, 8]);
    const first = await step(states, null, [0]);
    const second = await step(states, first, [3]);
    const branch = await step(states, first, [2]);
    expect(seen.map((feeds) => (feeds.use_cache_branch!.data as Uint8Array)[0])).toEqual([0, 1, 1]);
    expect(seen[0]!['past_key_values.1.encoder.key']!.dims).toEqual([1, 2, 0, 4]);
    for (const feeds of seen.slice(1)) {
      expect(feeds['past_key_values.1.encoder.key']!.dims).toEqual([1, 2, 3, 4]);
      expect(feeds['past_key_values.0.decoder.value']!.dims).toEqual([1, 2, 1, 4]);
      expect(feeds.input_ids!.dims).toEqual([1, 1]);
    }
    expect([first.length, second.length, branch.length]).toEqual([1, 2, 2]);
    expect(second.cache['past_key_values.0.encoder.key']!.dims[2]).toBe(3);
  });

  it('asks for no attentions while decoding, and for cross-attention to cache in the first step only', async () => {
    const asked: (readonly string[])[] = [];
    const decoder = hubDecoder([], asked, ['cross_attentions.0', 'cross_attentions.1']);
    const step = decoderSteps(decoder, 'decoder.onnx', settings, Tensor);
    const states = new Tensor('float32', new Float32Array(24), [1, 3, 8]);
    await step(states, await step(states, null, [0]), [3]);
    expect(asked.flat().filter((name) => name.startsWith('cross_'))).toEqual([]);
    expect(asked.map((names) => names.filter((name) => name.includes('.encoder.')).length)).toEqual([4, 0]);
  });

  it('refuses a decoder with another number of layers, or another vocabulary', async () => {
    expect(() => decoderSteps(hubDecoder([]), 'd.onnx', { ...settings, layers: 3 }, Tensor)).toThrow(
      /d\.onnx has not the 3 cached layers/,
    );
    const step = decoderSteps(hubDecoder([]), 'd.onnx', { ...settings, vocabularySize: 6 }, Tensor);
    const states = new Tensor('float32', new Float32Array(24), [1, 3, 8]);
    await expect(step(states, null, [0])).rejects.toThrow(/5 logits for a vocabulary of 6/);
  });
});
