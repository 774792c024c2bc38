/** Loads a model's tokenizer (tokenizer.json in the hub's format). */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';

/** One of 87,000 pieces takes 0.25 CPU s and 50 MB: whoever loads it while another has it open gets the same. */
const loaded = new Map<string, WeakRef<Tokenizer>>();

/** Throws when `tokenizer.json` is missing or either file malformed. `tokenizer_config.json` is left out by some tools. */
export async function loadTokenizer(folder: string): Promise<Tokenizer> {
  const files = ['tokenizer.json', 'tokenizer_config.json'].map((name) => join(folder, name));
  const state = files.map(fileState).join('\n');
  const known = loaded.get(state)?.deref();
  if (known) return known;
  const { Tokenizer } = await import('@huggingface/tokenizers');
  const [model, config] = await Promise.all([
    readFile(files[0]!, 'utf8'),
    readFile(files[1]!, 'utf8').catch(() => '{}'),
  ]);
  const tokenizer = new Tokenizer(JSON.parse(model), JSON.parse(config));
  loaded.set(state, new WeakRef(tokenizer));
  return tokenizer;
}

/** Another one for each content that sizes and times distinguish. */
function fileState(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return `${path}\n${found?.size}\n${found?.mtimeMs}`;
}
