/**
 * Which of the 18 languages of lyric transcription a text is in. The writing system decides wherever it can:
 * Hangul, kana, Thai and so on each belong to one of the languages. What is in Latin letters is distinguished by
 * n-grams (the Efficient Language Detector, large database, subset of the languages).
 */
import { type LyricLanguage, lyricLanguages } from '../../domain/languages.js';
import { type Script, scriptOf } from '../scripts.js';

/** Shares that sum to 1; an empty map where the text shows nothing. */
export type LanguageShares = ReadonlyMap<LyricLanguage, number>;

const ofScript: Partial<Record<Script, LyricLanguage>> = {
  hangul: 'ko',
  kana: 'ja',
  han: 'zh',
  thai: 'th',
  arabic: 'ar',
  devanagari: 'hi',
  cyrillic: 'ru',
};
/** The detector's name for Indonesian, which it does not distinguish from Malay. */
const malay = 'ms';
/**
 * The detector's scores are no probabilities: the right language scores some tenths above the next. This power
 * makes shares of them; it only sharpens, and the order stays.
 */
const sharpness = 8;
/** A syllable of Chinese says as much as about this many Latin letters. */
const lettersOf: Partial<Record<Script, number>> = { han: 3, kana: 2, hangul: 2 };

interface Detector {
  detect(text: string): { readonly language: string; getScores(): Record<string, number> };
}

let loading: Promise<Detector> | undefined;

/** Loads the n-grams once a process: about a second and, at first, some hundred megabytes. */
async function detector(): Promise<Detector> {
  loading ??= import('eld/large').then(({ eld }) => {
    const instance = eld.newInstance();
    instance.setLanguageSubset(lyricLanguages.map((code) => (code === 'id' ? malay : code)));
    return instance;
  });
  return loading;
}

/** Shares of the languages in one text. */
export async function identifyLanguages(text: string): Promise<LanguageShares> {
  const letters = new Map<Script, number>();
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0)!);
    if (script === 'other' || !/\p{L}|\p{M}/u.test(character)) continue;
    letters.set(script, (letters.get(script) ?? 0) + (lettersOf[script] ?? 1));
  }
  // Japanese is written with Han characters too: where there is any kana to speak of, they are its own.
  const kana = letters.get('kana') ?? 0;
  const han = letters.get('han') ?? 0;
  if (kana > 0.1 * han) {
    letters.set('kana', kana + han);
    letters.delete('han');
  }
  const shares = new Map<LyricLanguage, number>();
  const add = (language: LyricLanguage, share: number): void => {
    if (share > 0) shares.set(language, (shares.get(language) ?? 0) + share);
  };
  for (const [script, count] of letters) {
    const language = ofScript[script];
    if (language !== undefined) add(language, count);
  }
  const latin = letters.get('latin') ?? 0;
  if (latin > 0) for (const [language, share] of await latinShares(text)) add(language, share * latin);
  return normalised(shares);
}

async function latinShares(text: string): Promise<LanguageShares> {
  const words = text.replace(/[^\p{Script=Latin}\p{M}'’\s-]+/gu, ' ').toLowerCase();
  const scores = (await detector()).detect(words).getScores();
  const shares = new Map<LyricLanguage, number>();
  for (const [name, score] of Object.entries(scores)) {
    const code = name === malay ? 'id' : name;
    const language = lyricLanguages.find((known) => known === code);
    // A language of another script cannot be written in these letters.
    if (language === undefined || Object.values(ofScript).includes(language)) continue;
    shares.set(language, score ** sharpness);
  }
  return normalised(shares);
}

function normalised(shares: ReadonlyMap<LyricLanguage, number>): LanguageShares {
  let total = 0;
  for (const share of shares.values()) total += share;
  return new Map([...shares].map(([language, share]) => [language, share / total]));
}
