/**
 * The lexical features of a line: hashed character n-grams, each script cut its own way.
 *
 * - Scripts with spaces (Latin, Cyrillic, Greek, Arabic, Hebrew, Devanagari …): for each word the word itself
 *   and its 3- and 4-grams with the word's ends marked, so that inflected and misspelt words still overlap.
 * - Hangul: syllables and pairs of syllables within a word, and the word.
 * - Han, kana, Thai: no spaces to go by; single characters (Han only) and overlapping pairs and triples.
 */
import { isUnspaced, scriptOf } from './scripts.js';

/** Features are hashed into this many buckets, small enough to count every one in every index. */
const featureBuckets = 1 << 16;

/** FNV-1a over UTF-16 units with a final mix, folded to 16 bits; `salt` keeps kinds of feature apart. */
function hashUnits(text: string, start: number, end: number, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let i = start; i < end; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash ^ (hash >>> 16)) & (featureBuckets - 1);
}

/** Distinct feature buckets of a normalised line, ascending. */
export function lineFeatures(normalised: string): Uint16Array {
  const found = new Set<number>();
  for (const word of normalised.split(' ')) {
    if (word === '') continue;
    const script = scriptOf(word.codePointAt(0)!);
    if (isUnspaced(script)) addGrams(found, word, script === 'han' ? [1, 2, 3] : [2, 3]);
    else if (script === 'hangul') {
      found.add(hashUnits(word, 0, word.length, 7));
      addGrams(found, word, [1, 2]);
    } else {
      found.add(hashUnits(word, 0, word.length, 7));
      addGrams(found, ` ${word} `, [3, 4]);
    }
  }
  return Uint16Array.from(found).sort();
}

/**
 * Feature buckets of how a phrase sounds: runs of three and four consonant classes over the ends of its words, so that
 * words that were misheard, respelled or cut elsewhere still overlap.
 */
export function soundFeatures(skeleton: string): Uint16Array {
  const found = new Set<number>();
  for (const size of [3, 4]) {
    for (let start = 0; start + size <= skeleton.length; start++)
      found.add(hashUnits(skeleton, start, start + size, 16 + size));
  }
  return Uint16Array.from(found);
}

function addGrams(found: Set<number>, text: string, sizes: readonly number[]): void {
  for (const size of sizes) {
    if (text.length < size) {
      found.add(hashUnits(text, 0, text.length, size));
      continue;
    }
    for (let start = 0; start + size <= text.length; start++) {
      found.add(hashUnits(text, start, start + size, size));
    }
  }
}
