/** What two words are compared by: themselves, how they begin, and how they sound. */
import { type Dictionary, fromArpabet, loadEnglishDictionary } from './phonetics/english.js';
import { phonemesByLetters } from './phonetics/letters.js';
import { scriptOf } from './scripts.js';

export interface WordMarks {
  /** Of the normalised word. */
  readonly hash: number;
  /** 16 bits of how it begins, above them 16 bits of how it sounds; 0 where there is none. */
  readonly marks: number;
}

/** Letters by which inflected forms of a word agree; in hangul, syllables. */
const stemLetters = 5;
const stemSyllables = 2;
/** Fewer consonants than this do not identify a word. */
const minConsonants = 2;
const cachedWords = 200_000;

/** FNV-1a over UTF-16 units with murmur3's finaliser; never 0. */
function hashText(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ salt;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}

const fold16 = (hash: number): number => ((hash >>> 16) ^ (hash & 0xffff)) & 0xffff || 1;

function stemOf(word: string): string | null {
  const script = scriptOf(word.codePointAt(0) ?? 0);
  if (script === 'hangul') return word.length >= stemSyllables ? word.slice(0, stemSyllables) : null;
  return word.length >= stemLetters ? word.slice(0, stemLetters) : null;
}

/** Consonants that singers and recognisers confuse are one class; vowels, h and glides are left out. */
const classes: Readonly<Record<string, string>> = {
  p: 'P',
  b: 'P',
  f: 'F',
  v: 'F',
  t: 'T',
  d: 'T',
  T: 'T',
  D: 'T',
  k: 'K',
  g: 'K',
  s: 'S',
  z: 'S',
  S: 'S',
  Z: 'S',
  C: 'S',
  J: 'S',
  m: 'N',
  n: 'N',
  N: 'N',
  l: 'L',
  r: 'R',
};

/** The word's consonants in order by class, doubled ones once: phonemes by dictionary or rule. '' where there is no rule. */
function soundSkeleton(word: string, dictionary: Dictionary): string {
  const entry = dictionary(word);
  const phonemes = entry === undefined ? phonemesByLetters(word) : fromArpabet(entry);
  let skeleton = '';
  for (const phoneme of phonemes) {
    const one = classes[phoneme];
    if (one !== undefined && !skeleton.endsWith(one)) skeleton += one;
  }
  return skeleton;
}

export interface WordReader {
  marksOf(normalised: string): WordMarks;
  /** Consonants by class; '' where there is no rule for the word’s script. */
  skeletonOf(normalised: string): string;
}

let reader: Promise<WordReader> | undefined;

/** Opens the reader once a process: the English dictionary takes about 20 MB. */
export function openWordReader(): Promise<WordReader> {
  reader ??= loadEnglishDictionary().then(createReader);
  return reader;
}

function createReader(dictionary: Dictionary): WordReader {
  const cache = new Map<string, WordMarks & { readonly skeleton: string }>();
  function read(word: string): WordMarks & { readonly skeleton: string } {
    const known = cache.get(word);
    if (known) return known;
    const stem = stemOf(word);
    const skeleton = soundSkeleton(word, dictionary);
    const low = stem === null ? 0 : fold16(hashText(stem, 1));
    const high = skeleton.length < minConsonants ? 0 : fold16(hashText(skeleton, 2));
    const entry = { hash: hashText(word, 0), marks: ((high << 16) | low) >>> 0, skeleton };
    if (cache.size >= cachedWords) cache.clear();
    cache.set(word, entry);
    return entry;
  }
  return { marksOf: read, skeletonOf: (word) => read(word).skeleton };
}
