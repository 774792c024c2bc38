/**
 * How much a line says, in nats: the sum of −log p of its distinct words under the unigram statistics that the
 * shipped tokenizer was trained with (about 40 languages). "I love you" says little in any of them, a line of
 * rare words much, with no need for a large database to count in.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadTokenizer } from './tokenizer.js';

export type LineInformation = (normalisedLine: string) => number;

/** A character of a script that the vocabulary does not know, as rare as a middling word piece of one letter. */
const unknownCharacterNats = 4;
const cachedWords = 200_000;

/** Throws when `folder` holds no Unigram tokenizer. */
export async function openLineInformation(folder: string): Promise<LineInformation> {
  const tokenizer = await loadTokenizer(folder);
  const file = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8')) as {
    model: { type: string; unk_id: number; vocab: [string, number][] };
  };
  if (file.model.type !== 'Unigram') throw new Error(`The tokenizer in ${folder} is no Unigram model.`);
  const { vocab, unk_id: unknownId } = file.model;
  const cache = new Map<string, number>();

  function wordNats(word: string): number {
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

  return (normalisedLine) => {
    let nats = 0;
    for (const word of new Set(normalisedLine.split(' '))) nats += wordNats(word);
    return nats;
  };
}
