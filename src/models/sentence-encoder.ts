/**
 * Turns lines of text into unit vectors with an ONNX sentence encoder: tokenise, run in batches of similar
 * length, pool (mean over the attended tokens, or the first token), scale to length 1.
 */
import { join } from 'node:path';
import type { InferenceSession } from 'onnxruntime-node';
import type { EncoderSettings } from './manifest.js';
import { loadTokenizer } from './tokenizer.js';

const batchLines = 64;

export interface SentenceEncoder {
  readonly dimensions: number;
  /**
   * One row of `dimensions` a text, each of length 1. A text of which the tokenizer knows nothing gets zeros.
   * `onBatch` is called with the share done.
   */
  encode(texts: readonly string[], onBatch?: (share: number) => void): Promise<Float32Array>;
}

/** Opens the encoder in `folder`. Throws when a file is missing or is not the model that `settings` describes. */
export async function openSentenceEncoder(
  folder: string,
  settings: EncoderSettings,
  threads = 1,
): Promise<SentenceEncoder> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const tokenizer = await loadTokenizer(folder);
  const session = await InferenceSession.create(join(folder, settings.model), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const unknownId = tokenizer.token_to_id('<unk>') ?? tokenizer.token_to_id('[UNK]') ?? -1;
  const { dimensions } = settings;

  function feeds(rows: readonly number[][], length: number): InferenceSession.FeedsType {
    const ids = new BigInt64Array(rows.length * length);
    const mask = new BigInt64Array(rows.length * length);
    for (let row = 0; row < rows.length; row++) {
      for (let column = 0; column < rows[row]!.length; column++) {
        ids[row * length + column] = BigInt(rows[row]![column]!);
        mask[row * length + column] = 1n;
      }
    }
    const shape = [rows.length, length];
    const all: InferenceSession.FeedsType = {
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', mask, shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    };
    return Object.fromEntries(session.inputNames.map((name) => [name, all[name]!]));
  }

  async function encodeBatch(rows: readonly number[][], targets: readonly number[], out: Float32Array) {
    const length = Math.max(...rows.map((row) => row.length));
    const output = (await session.run(feeds(rows, length)))[session.outputNames[0]!]!;
    if (output.dims.length !== 3 || output.dims[2] !== dimensions) {
      throw new Error(
        `The encoder in ${folder} gives [${output.dims.join(', ')}], not [lines, tokens, ${dimensions}].`,
      );
    }
    const states = output.data as Float32Array;
    for (let row = 0; row < rows.length; row++) {
      const from = row * length * dimensions;
      const tokens = settings.pooling === 'cls' ? 1 : rows[row]!.length;
      pool(states, from, tokens, dimensions, out, targets[row]! * dimensions);
    }
  }

  return {
    dimensions,
    async encode(texts, onBatch) {
      const out = new Float32Array(texts.length * dimensions);
      const tokens: number[][] = texts.map((text) =>
        tokenizer.encode(settings.prefix + text).ids.slice(0, settings.maxTokens),
      );
      const order = tokens
        .map((_, index) => index)
        .filter((index) => tokens[index]!.some((id) => id !== unknownId))
        .sort((a, b) => tokens[a]!.length - tokens[b]!.length);
      for (let start = 0; start < order.length; start += batchLines) {
        const targets = order.slice(start, start + batchLines);
        await encodeBatch(
          targets.map((index) => tokens[index]!),
          targets,
          out,
        );
        onBatch?.((start + targets.length) / order.length);
      }
      return out;
    },
  };
}

/** Mean of `tokens` rows from `from`, scaled to length 1, into `out` at `to`. */
function pool(
  states: Float32Array,
  from: number,
  tokens: number,
  dimensions: number,
  out: Float32Array,
  to: number,
): void {
  for (let token = 0; token < tokens; token++) {
    const base = from + token * dimensions;
    for (let d = 0; d < dimensions; d++) out[to + d]! += states[base + d]!;
  }
  let energy = 0;
  for (let d = 0; d < dimensions; d++) energy += out[to + d]! ** 2;
  if (energy === 0) return;
  const scale = 1 / Math.sqrt(energy);
  for (let d = 0; d < dimensions; d++) out[to + d]! *= scale;
}
