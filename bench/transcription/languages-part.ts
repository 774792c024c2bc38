/** Language of texts of 25, 50 and 200 characters: sentences of all 18 languages, and sung lyrics of four. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { lyricLanguages } from '../../src/domain/languages.js';
import { identifyLanguages } from '../../src/text/language/identify.js';

const threeLetters: Readonly<Record<string, string>> = {
  ko: 'kor',
  zh: 'cmn',
  ja: 'jpn',
  es: 'spa',
  fr: 'fra',
  de: 'deu',
  it: 'ita',
  pt: 'por',
  ar: 'ara',
  hi: 'hin',
  th: 'tha',
  vi: 'vie',
  id: 'ind',
  tr: 'tur',
  pl: 'pol',
  nl: 'nld',
  ru: 'rus',
};
const lengths = [25, 50, 200];
const snippets = 60;

/**
 * `lyrics` has tatoeba_laser_v1 and jamendolyrics, `songs` the table of the latter's languages; or `lyrics` is any
 * folder with `<code>.txt` files or `<code>/` folders of text files, named by ISO 639-1.
 */
export async function languagesPart(lyrics: string, songs: string): Promise<void> {
  const sets = new Map<string, string[]>([...sentences(lyrics), ...sungLyrics(lyrics, songs)]);
  if (sets.size === 0) {
    console.log(
      '\n## Language of a text: left out, no texts were found (a file en.txt or a folder en/ a language)',
    );
    return;
  }
  console.log(
    `\n## Language of a text, top-1 (${snippets} snippets a language and length; sung lyrics up to 200)\n`,
  );
  console.log(`| texts | ${lengths.join(' | ')} |\n| --- | ${lengths.map(() => '---').join(' | ')} |`);
  const sums = lengths.map(() => 0);
  let count = 0;
  for (const [name, lines] of sets) {
    const [kind = '', code = ''] = name.split(', ');
    const most = kind === 'sung lyrics' ? 200 : snippets;
    const shares: number[] = [];
    for (const length of lengths) shares.push(await rightShare(cutInto(lines, length).slice(0, most), code));
    if (kind !== 'sung lyrics') {
      count += 1;
      for (const [i, share] of shares.entries()) sums[i]! += share;
    }
    console.log(`| ${name} | ${shares.map((share) => share.toFixed(3)).join(' | ')} |`);
  }
  if (count > 0) {
    console.log(
      `| mean of ${count} languages | ${sums.map((sum) => (sum / count).toFixed(3)).join(' | ')} |`,
    );
  }
}

/** The sentences of each language at hand, by its code. */
export function sentencesOf(lyrics: string): Map<string, string[]> {
  return new Map([...sentences(lyrics)].map(([name, lines]) => [name.split(', ')[1]!, lines]));
}

/** Lines by `kind, code`. */
function sentences(lyrics: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').filter(Boolean);
  for (const code of lyricLanguages) {
    const name =
      code === 'en' ? 'tatoeba.deu-eng.eng' : `tatoeba.${threeLetters[code]}-eng.${threeLetters[code]}`;
    const tatoeba = join(lyrics, 'tatoeba_laser_v1', name);
    const folder = join(lyrics, code);
    if (existsSync(tatoeba)) texts.set(`sentences, ${code}`, linesOf(tatoeba));
    else if (existsSync(`${folder}.txt`)) texts.set(`texts, ${code}`, linesOf(`${folder}.txt`));
    else if (existsSync(folder)) {
      const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
      texts.set(
        `texts, ${code}`,
        files.flatMap((file) => linesOf(join(folder, file))),
      );
    }
  }
  return texts;
}

/** Whole lines joined until a snippet has the length, cut there. */
function cutInto(lines: readonly string[], length: number): string[] {
  const cut: string[] = [];
  let text = '';
  for (const line of lines) {
    text = text === '' ? line : `${text}\n${line}`;
    if ([...text].length < length) continue;
    cut.push([...text].slice(0, length).join(''));
    text = '';
  }
  return cut;
}

async function rightShare(texts: readonly string[], code: string): Promise<number> {
  let right = 0;
  for (const text of texts) {
    const shares = [...(await identifyLanguages(text))].sort((a, b) => b[1] - a[1]);
    if (shares[0]?.[0] === code) right += 1;
  }
  return texts.length === 0 ? Number.NaN : right / texts.length;
}

function sungLyrics(lyrics: string, songs: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const table = join(songs, 'jamendolyrics', 'JamendoLyrics.csv');
  const folder = join(lyrics, 'jamendolyrics');
  if (!existsSync(table) || !existsSync(folder)) return found;
  const names = new Set(readdirSync(folder));
  const codes: Record<string, string> = { English: 'en', French: 'fr', German: 'de', Spanish: 'es' };
  const rows = parse(readFileSync(table, 'utf8'), { columns: true }) as Record<string, string>[];
  for (const { Filepath, Language } of rows) {
    const file = (Filepath ?? '').replace(/\.mp3$/, '.txt');
    const code = codes[Language ?? ''];
    if (code === undefined || !names.has(file)) continue;
    const lines = readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    const name = `sung lyrics, ${code}`;
    found.set(name, [...(found.get(name) ?? []), ...lines]);
  }
  return found;
}
