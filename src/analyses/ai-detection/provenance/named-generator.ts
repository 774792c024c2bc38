/** Which music generator a text from a file's tags names. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Generator {
  readonly name: string;
  readonly words?: readonly string[];
  readonly domains?: readonly string[];
}

const file = resolve(import.meta.dirname, '../../../../models/embedded/generator-names/names.json');
const table = JSON.parse(readFileSync(file, 'utf8')) as { readonly generators: readonly Generator[] };

const patterns = table.generators.map(({ name, words = [], domains = [] }) => ({
  name,
  pattern: new RegExp([...words.map(alone), ...domains.map(inAddress)].join('|'), 'iu'),
}));

/** The name as its makers write it; null where the text names none. */
export function namedGenerator(text: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(text))?.name ?? null;
}

function alone(word: string): string {
  return `(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`;
}

function inAddress(domain: string): string {
  return `(?<![\\p{L}\\p{N}-])${escaped(domain)}(?![\\p{L}\\p{N}])`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
