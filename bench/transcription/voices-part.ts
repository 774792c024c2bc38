/**
 * All 18 languages, spoken by espeak-ng where no singing is at hand: which language the recogniser hears, which its
 * text reads like, whether both agree, and what the three likeliest of the result are. A synthesiser's voice is a
 * stand-in: it is speech, clear and without music, and no figure for songs.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { joinLanguages } from '../../src/analyses/lyric-transcription/languages.js';
import { recogniseKernelName } from '../../src/analyses/lyric-transcription/recognise-kernel.js';
import { lyricLanguages } from '../../src/domain/languages.js';
import { identifyLanguages } from '../../src/text/language/identify.js';
import { sentencesOf } from './languages-part.js';
import { countingCompute } from './local-compute.js';

export interface VoicesOptions {
  /** Folder with the sentences, as `languages` reads them. */
  readonly lyrics: string;
  readonly modelsDir: string;
  readonly recogniser: string;
  /** Keeps the speech. */
  readonly cache: string;
}

/** espeak-ng's names where they are not the code; Korean, Japanese, Thai … are its own rules over the script. */
const voiceOf: Readonly<Record<string, string>> = { zh: 'cmn', en: 'en-gb', fr: 'fr-fr' };
/** Two readings a language: other sentences, another speed and pitch. */
export const readings = [
  { from: 0, wordsPerMinute: 140, pitch: 45 },
  { from: 40, wordsPerMinute: 120, pitch: 65 },
] as const;
const letters = 130;

interface Reading {
  readonly code: string;
  readonly heard: string;
  /** Share of the 18 that the recogniser gives the language spoken. */
  readonly share: number;
  readonly read: string | null;
  readonly joined: readonly { readonly code: string; readonly probability: number }[];
}

export async function voicesPart(options: VoicesOptions): Promise<void> {
  const sentences = sentencesOf(options.lyrics);
  const folder = join(options.modelsDir, options.recogniser);
  if (sentences.size === 0 || !existsSync(folder)) {
    console.log('\n## Voices: left out, needs sentences (--lyrics) and an installed recogniser (--models)');
    return;
  }
  mkdirSync(options.cache, { recursive: true });
  const found: Reading[] = [];
  for (const code of lyricLanguages) {
    const lines = sentences.get(code) ?? [];
    for (const [i, reading] of readings.entries()) {
      const path = join(options.cache, `${code}-${i}.wav`);
      const text = textFrom(lines, reading.from);
      if (text === '') continue;
      if (!existsSync(path)) await speak(code, text, reading, path);
      found.push(await listenTo(code, path, options));
      process.stderr.write(`\rheard ${found.length} of ${2 * lyricLanguages.length} `);
    }
  }
  process.stderr.write('\n');
  report(found, options);
}

function report(found: readonly Reading[], { recogniser, modelsDir }: VoicesOptions): void {
  console.log(
    `\n## Languages of espeak-ng's voices: ${found.length} readings, ${recogniser} in ${modelsDir}\n`,
  );
  console.log(
    '| language | recogniser hears | its text reads like | they agree | first of the result | the three |',
  );
  console.log('| --- | --- | --- | --- | --- | --- |');
  const count = (list: readonly Reading[], holds: (one: Reading) => boolean): string =>
    `${list.filter(holds).length} of ${list.length}`;
  for (const code of lyricLanguages) {
    const list = found.filter((one) => one.code === code);
    if (list.length === 0) continue;
    const three = list
      .map(({ joined }) => joined.map((one) => `${one.code} ${one.probability.toFixed(2)}`).join(', '))
      .join('; ');
    console.log(
      `| ${code} | ${list.map(({ heard, share }) => `${heard} (${share.toFixed(2)})`).join(', ')} | ` +
        `${list.map(({ read }) => read ?? '–').join(', ')} | ${count(list, ({ heard, read }) => heard === read)} | ` +
        `${count(list, ({ joined }) => joined[0]?.code === code)} | ${three} |`,
    );
  }
  const all = (name: string, holds: (one: Reading) => boolean): void =>
    console.log(`- ${name}: ${count(found, holds)}`);
  console.log('');
  console.log(`- baseline, always English: ${count(found, ({ code }) => code === 'en')}`);
  all('the recogniser hears the language', ({ code, heard }) => heard === code);
  all('its text reads like the language', ({ code, read }) => read === code);
  all('both agree', ({ heard, read }) => heard === read);
  all('both agree, and on the wrong language', ({ code, heard, read }) => heard === read && heard !== code);
  all('first of the result', ({ code, joined }) => joined[0]?.code === code);
  all('among the three', ({ code, joined }) => joined.some((one) => one.code === code));
  for (const [low, high] of [
    [0, 0.5],
    [0.5, 0.8],
    [0.8, 1.01],
  ] as const) {
    const inBin = found.filter(
      ({ joined: [first] }) => first && first.probability >= low && first.probability < high,
    );
    const right = count(inBin, ({ code, joined }) => joined[0]!.code === code);
    console.log(`- first with a probability of ${low} to ${Math.min(1, high)}: right in ${right}`);
  }
}

async function listenTo(code: string, path: string, options: VoicesOptions): Promise<Reading> {
  const kept = `${path}.${options.recogniser}.json`;
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as Reading;
  const { segments } = await countingCompute(options.modelsDir).run(recogniseKernelName, {
    path,
    model: options.recogniser,
    segments: [{ startSeconds: 0, endSeconds: 30 }],
    language: null,
    earlier: {},
    withTimestamps: true,
    threads: 1,
  });
  const [segment] = segments;
  const text = segment!.phrases.map((phrase) => phrase.text).join('\n');
  const read = Object.fromEntries(await identifyLanguages(text));
  const { heard, noSpeech } = segment!;
  const among = lyricLanguages.map((one) => [one, heard[one] ?? 0] as const).sort((a, b) => b[1] - a[1]);
  const total = among.reduce((sum, [, share]) => sum + share, 0);
  const evidence = { seconds: 1, noSpeech, heard, letters: [...text].length, read };
  const reading: Reading = {
    code,
    heard: among[0]![0],
    share: (heard[code] ?? 0) / total,
    read: Object.entries(read).sort((a, b) => b[1] - a[1])[0]?.[0] ?? null,
    joined: joinLanguages([evidence]),
  };
  writeFileSync(kept, JSON.stringify(reading));
  return reading;
}

/** Whole sentences up to about `letters` characters; scripts that say more in a letter get half of it. */
export function textFrom(lines: readonly string[], from: number): string {
  let text = '';
  for (const line of lines.slice(from)) {
    const most = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}/u.test(line) ? letters / 2 : letters;
    if ([...text].length >= most) break;
    text += `${line}\n`;
  }
  return text;
}

export async function speak(
  code: string,
  text: string,
  { wordsPerMinute, pitch }: (typeof readings)[number],
  path: string,
): Promise<void> {
  const args = [
    '-v',
    voiceOf[code] ?? code,
    '-s',
    String(wordsPerMinute),
    '-p',
    String(pitch),
    '-w',
    path,
    text,
  ];
  try {
    await promisify(execFile)('espeak-ng', args);
  } catch (error) {
    throw new Error(`espeak-ng (package espeak-ng) could not speak ${code}: ${(error as Error).message}`);
  }
}
