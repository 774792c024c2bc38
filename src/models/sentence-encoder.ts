/**
 * Turns lines of text into unit vectors with a sentence encoder: a static table (static-encoder.ts), or an ONNX model: tokenise, run in batches of similar
 * length, pool (mean over the attended tokens, or the first token, or not at all), scale to length 1.
 */
import { join } from 'node:path';
import type { InferenceSession, Tensor as OnnxTensor } from 'onnxruntime-node';
import { EncoderError } from './encoder-error.js';
import type { SentenceEncoder } from './encoder-output.js';
import type { EncoderSettings } from './manifest.js';
import { isStatic, openStaticEncoder } from './static-encoder.js';
import { loadTokenizer } from './tokenizer.js';

const batchLines = 64;

/**
 * Opens the encoder in `folder` and tries it on a line. Throws an EncoderError when a file is missing or is not the
 * model that `settings` describes.
 */
export async function openSentenceEncoder(
  folder: string,
  settings: EncoderSettings,
  threads = 1,
): Promise<SentenceEncoder> {
  const opening = isStatic(settings) ? openStaticEncoder(folder, settings) : open(folder, settings, threads);
  const encoder = await opening.catch((error: unknown) => {
    if (error instanceof EncoderError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EncoderError(`The encoder in ${folder} cannot be opened: ${reason}`);
  });
  await encoder.encode(['a']);
  return encoder;
}

async function open(folder: string, settings: EncoderSettings, threads: number): Promise<SentenceEncoder> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const tokenizer = await loadTokenizer(folder);
  const session = await InferenceSession.create(join(folder, settings.model), {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  const unknownId = tokenizer.token_to_id('<unk>') ?? tokenizer.token_to_id('[UNK]') ?? -1;
  const { dimensions, maxTokens } = settings;

  /** Lines beside one another, padded; or end to end with their starts, as model2vec's exports want them. */
  function feeds(rows: readonly number[][], length: number): InferenceSession.FeedsType {
    const shape = [rows.length, length];
    const all: Record<string, OnnxTensor> = {};
    if (session.inputNames.includes('offsets')) {
      const flat = rows.flat();
      const offsets = new BigInt64Array(rows.length);
      for (let row = 1; row < rows.length; row++)
        offsets[row] = offsets[row - 1]! + BigInt(rows[row - 1]!.length);
      all.input_ids = new Tensor('int64', BigInt64Array.from(flat, BigInt), [flat.length]);
      all.offsets = new Tensor('int64', offsets, [rows.length]);
    } else {
      const ids = new BigInt64Array(rows.length * length);
      const mask = new BigInt64Array(rows.length * length);
      for (let row = 0; row < rows.length; row++) {
        for (let column = 0; column < rows[row]!.length; column++) {
          ids[row * length + column] = BigInt(rows[row]![column]!);
          mask[row * length + column] = 1n;
        }
      }
      all.input_ids = new Tensor('int64', ids, shape);
      all.attention_mask = new Tensor('int64', mask, shape);
      all.token_type_ids = new Tensor('int64', new BigInt64Array(ids.length), shape);
    }
    return Object.fromEntries(
      session.inputNames.map((name) => {
        const tensor = all[name];
        if (!tensor)
          throw new EncoderError(`The encoder in ${folder} wants an input "${name}", which is not known.`);
        return [name, tensor];
      }),
    );
  }

  async function encodeBatch(rows: readonly number[][], targets: readonly number[], out: Float32Array) {
    const length = Math.max(...rows.map((row) => row.length));
    const output = (await session.run(feeds(rows, length)))[session.outputNames[0]!]!;
    const { dims } = output;
    const pooled = settings.pooling === 'none';
    if (dims.length !== (pooled ? 2 : 3) || dims.at(-1) !== dimensions) {
      const expected = pooled ? `[lines, ${dimensions}]` : `[lines, tokens, ${dimensions}]`;
      throw new EncoderError(
        `The encoder in ${folder} gives [${dims.join(', ')}] where its manifest says ${expected} (pooling ${settings.pooling}).`,
      );
    }
    const states = output.data as Float32Array;
    for (let row = 0; row < rows.length; row++) {
      const from = row * (pooled ? 1 : length) * dimensions;
      const tokens = settings.pooling === 'mean' ? rows[row]!.length : 1;
      pool(states, from, tokens, dimensions, out, targets[row]! * dimensions);
    }
    if (settings.normalisation === 'l2')
      for (const target of targets) scaleToUnit(out, target * dimensions, dimensions);
  }

  /** The last token of a line that is too long stays: most tokenizers end a line with a mark of their own. */
  function tokensOf(text: string): number[] {
    const { ids } = tokenizer.encode(settings.prefix + text);
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ids.at(-1)!];
  }

  return {
    dimensions,
    async encode(texts, onBatch) {
      const out = new Float32Array(texts.length * dimensions);
      const tokens = texts.map(tokensOf);
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

/** Mean of `tokens` rows from `from`, into `out` at `to`. */
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
    for (let d = 0; d < dimensions; d++) out[to + d]! += states[base + d]! / tokens;
  }
}

/** Zero rows stay zero. */
function scaleToUnit(out: Float32Array, at: number, dimensions: number): void {
  let energy = 0;
  for (let d = 0; d < dimensions; d++) energy += out[at + d]! ** 2;
  if (energy === 0) return;
  const scale = 1 / Math.sqrt(energy);
  for (let d = 0; d < dimensions; d++) out[at + d]! *= scale;
}
