/** Loads a model's tokenizer (tokenizer.json in the hub's format). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';

/** Throws when `tokenizer.json` is missing or either file malformed. `tokenizer_config.json` is left out by some tools. */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const [model, config] = await Promise.all([
    readFile(join(folder, 'tokenizer.json'), 'utf8'),
    readFile(join(folder, 'tokenizer_config.json'), 'utf8').catch(() => '{}'),
  ]);
  return new Tokenizer(JSON.parse(model), JSON.parse(config));
}
