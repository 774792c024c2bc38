/** A sentence encoder without a network: the mean of the vectors of a text's tokens, from a table in the safetensors format. */
import { join } from 'node:path';
import { EncoderError } from './encoder-error.js';
import type { SentenceEncoder } from './encoder-output.js';
import type { EncoderSettings } from './manifest.js';
import { openStaticTable } from './static-table.js';
import { loadTokenizer } from './tokenizer.js';

/** What distinguishes a static table from an ONNX model. */
export const isStatic = ({ model }: Pick<EncoderSettings, 'model'>): boolean =>
  model.endsWith('.safetensors');

const linesBetweenReports = 256;

/** Throws EncoderError where the file is not what `settings` describes. */
export async function openStaticEncoder(folder: string, settings: EncoderSettings): Promise<SentenceEncoder> {
  const tokenizer = await loadTokenizer(folder);
  const table = openStaticTable(join(folder, settings.model));
  const { dimensions, maxTokens, prefix, normalisation } = settings;
  if (table.dimensions !== dimensions) {
    throw new EncoderError(
      `The table in ${folder} has ${table.dimensions} dimensions where its description says ${dimensions}.`,
    );
  }
  const unknown = tokenizer.token_to_id('<unk>') ?? tokenizer.token_to_id('[UNK]') ?? -1;

  function encodeLine(text: string, out: Float32Array, at: number): void {
    // Marks at the ends of a line say nothing about it, and tokens that are not known say as little.
    const { ids }: { ids: number[] } = tokenizer.encode(prefix + text, { add_special_tokens: false });
    const known = ids.filter((id) => id !== unknown).slice(0, maxTokens);
    for (const id of known) table.addRow(id, out, at);
    let energy = 0;
    for (let d = 0; d < dimensions; d++) {
      out[at + d]! /= Math.max(1, known.length);
      energy += out[at + d]! ** 2;
    }
    if (normalisation === 'none' || energy === 0) return;
    for (let d = 0; d < dimensions; d++) out[at + d]! /= Math.sqrt(energy);
  }

  return {
    dimensions,
    async encode(texts, onBatch) {
      const out = new Float32Array(texts.length * dimensions);
      texts.forEach((text, line) => {
        encodeLine(text, out, line * dimensions);
        if (line % linesBetweenReports === 0) onBatch?.(line / texts.length);
      });
      onBatch?.(1);
      return out;
    },
  };
}
