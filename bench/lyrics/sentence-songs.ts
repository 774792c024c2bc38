/** Songs put together of Tatoeba sentences, in a language and in English: translations that no encoder was trained on here. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSong } from './bench-song.js';

/** Languages whose pairs with English are asked: the data's code of a language and ISO 639-1. */
export const pairLanguages: Readonly<Record<string, string>> = {
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  por: 'pt',
  nld: 'nl',
  ita: 'it',
  rus: 'ru',
  jpn: 'ja',
  kor: 'ko',
  cmn: 'zh',
  swe: 'sv',
  pol: 'pl',
  ces: 'cs',
  vie: 'vi',
  fin: 'fi',
  ron: 'ro',
};

/** Languages in other scripts than those, and what they are called in tables. */
export const furtherLanguages: Readonly<Record<string, string>> = {
  ara: 'ar',
  hin: 'hi',
  heb: 'he',
  pes: 'fa',
  tha: 'th',
};

const sentencesASong = 16;

export const sentencesFolder = (folder: string): string => join(folder, 'tatoeba_laser_v1');

/** Two lists of the same length, the same work at the same place; empty where the data have no such language. */
export function sentenceSongs(folder: string, code: string): { foreign: BenchSong[]; english: BenchSong[] } {
  const read = (side: string, language: string): BenchSong[] => {
    const path = join(sentencesFolder(folder), `tatoeba.${code}-eng.${side}`);
    if (!existsSync(path)) return [];
    const sentences = readFileSync(path, 'utf8').trim().split('\n');
    return Array.from({ length: Math.floor(sentences.length / sentencesASong) }, (_, at) => ({
      id: `tatoeba-${code}-${side}-${at}`,
      work: `tatoeba-${code}-${at}`,
      language,
      lyrics: sentences.slice(at * sentencesASong, (at + 1) * sentencesASong).join('\n'),
      names: [],
      seen: false,
    }));
  };
  return { foreign: read(code, pairLanguages[code] ?? code), english: read('eng', 'en') };
}
