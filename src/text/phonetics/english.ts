/** English words by the CMU Pronouncing Dictionary (ARPAbet → our phonemes). */

/** ARPAbet of a lower-case word, or undefined. */
export type Dictionary = (word: string) => string | undefined;

let loaded: Promise<Dictionary> | undefined;

/** Loads the dictionary (135,000 words, about 20 MB of memory) once a process. */
export function loadEnglishDictionary(): Promise<Dictionary> {
  loaded ??= import('cmu-pronouncing-dictionary').then(({ dictionary }) => {
    const words = new Map(Object.entries(dictionary));
    return (word: string) => words.get(word);
  });
  return loaded;
}

const phonemes: Readonly<Record<string, string>> = {
  AA: 'a',
  AE: 'a',
  AH: '@',
  AO: 'o',
  AW: 'au',
  AY: 'ai',
  EH: 'e',
  ER: '@r',
  EY: 'ei',
  IH: 'i',
  IY: 'i',
  OW: 'ou',
  OY: 'oi',
  UH: 'u',
  UW: 'u',
  B: 'b',
  CH: 'C',
  D: 'd',
  DH: 'D',
  F: 'f',
  G: 'g',
  HH: 'h',
  JH: 'J',
  K: 'k',
  L: 'l',
  M: 'm',
  N: 'n',
  NG: 'N',
  P: 'p',
  R: 'r',
  S: 's',
  SH: 'S',
  T: 't',
  TH: 'T',
  V: 'v',
  W: 'w',
  Y: 'y',
  Z: 'z',
  ZH: 'Z',
};

export function fromArpabet(pronunciation: string): string {
  return pronunciation
    .split(' ')
    .map((symbol) => phonemes[symbol.replace(/\d$/, '')] ?? '')
    .join('');
}
