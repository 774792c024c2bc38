/**
 * How much a word says, in nats: −log p of its pieces under the unigram statistics that the shipped tokenizer was
 * trained with (about 40 languages; Kudo 2018, "Subword regularization"). "I love you" says little in any of them, a
 * line of rare words much, with no need for a large database to count in.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTokenizer } from './tokenizer.js';

export interface WordInformation {
  /** Of one normalised word between spaces. */
  ofWord(word: string): number;
  /** The vocabulary, with the natural logarithm of each piece’s probability. */
  readonly pieces: readonly (readonly [string, number])[];
}

/** A character of a script that the vocabulary does not know, as rare as a middling word piece of one letter. */
export const unknownCharacterNats = 4;
const cachedWords = 200_000;

/** Throws when `folder` holds no Unigram tokenizer. */
export async function openWordInformation(folder: string): Promise<WordInformation> {
  const tokenizer = await loadTokenizer(folder);
  const file = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { type: string; unk_id: number; vocab: [string, number][] };
  };
  if (file.model.type !== 'Unigram') throw new Error(`The tokenizer in ${folder} is no Unigram model.`);
  const { vocab, unk_id: unknownId } = file.model;
  const cache = new Map<string, number>();

  function ofWord(word: string): number {
    const known = cache.get(word);
    if (known !== undefined) return known;
    let nats = 0;
    for (const id of tokenizer.encode(word).ids) {
      nats += id === unknownId ? unknownCharacterNats * [...word].length : -vocab[id]![1];
    }
    if (cache.size >= cachedWords) cache.clear();
    cache.set(word, nats);
    return nats;
  }

  return { ofWord, pieces: vocab };
}
