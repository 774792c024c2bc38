/** Language of texts of 25, 50 and 200 characters: sentences of all 18 languages, and sung lyrics of three. */
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

/** `lyrics` has tatoeba_laser_v1 and jamendolyrics; `songs` the table of the latter's languages. */
export async function languagesPart(lyrics: string, songs: string): Promise<void> {
  const texts = new Map<string, string[]>();
  for (const code of lyricLanguages) {
    const name =
      code === 'en' ? 'tatoeba.deu-eng.eng' : `tatoeba.${threeLetters[code]}-eng.${threeLetters[code]}`;
    const path = join(lyrics, 'tatoeba_laser_v1', name);
    if (existsSync(path)) texts.set(code, readFileSync(path, 'utf8').split('\n').filter(Boolean));
  }
  console.log(`\n## Language of a text: ${snippets} snippets a language and length, top-1\n`);
  console.log(`| texts | ${lengths.join(' | ')} |\n| --- | ${lengths.map(() => '---').join(' | ')} |`);
  const rows = new Map<string, string[]>([['sentences, 18 languages', []]]);
  const weakest: string[] = [];
  for (const length of lengths) {
    const shares: { code: string; right: number }[] = [];
    for (const [code, lines] of texts) {
      const cut = cutInto(lines, length).slice(0, snippets);
      shares.push({ code, right: await rightShare(cut, code) });
    }
    const mean = shares.reduce((sum, { right }) => sum + right, 0) / shares.length;
    rows.get('sentences, 18 languages')!.push(mean.toFixed(3));
    const low = shares.sort((a, b) => a.right - b.right).slice(0, 3);
    weakest.push(`${length}: ${low.map(({ code, right }) => `${code} ${right.toFixed(2)}`).join(', ')}`);
  }
  for (const [code, lines] of sungLyrics(lyrics, songs)) {
    const row: string[] = [];
    for (const length of lengths)
      row.push((await rightShare(cutInto(lines, length).slice(0, 200), code)).toFixed(3));
    rows.set(`sung lyrics, ${code}`, row);
  }
  for (const [name, row] of rows) console.log(`| ${name} | ${row.join(' | ')} |`);
  console.log(`\nweakest at ${weakest.join('; ')}`);
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
  return right / texts.length;
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
    const name = (Filepath ?? '').replace(/\.mp3$/, '.txt');
    const code = codes[Language ?? ''];
    if (code === undefined || !names.has(name)) continue;
    const lines = readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '');
    found.set(code, [...(found.get(code) ?? []), ...lines]);
  }
  return found;
}
