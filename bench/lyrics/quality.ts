/** Recall by case, translations by language pair, false alarms and stock phrases. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import { bagOfWords } from './bag-of-words.js';
import { edited, hiddenLines, paraphrased, type Query, stockPhrases } from './cases.js';
import { type BenchSong, lineCount, readCorpus, readGroups } from './corpus.js';
import { search, writeIndex } from './index-files.js';
import { ourEngine, rank, rankingHeader, rankingRow } from './measure.js';
import { seededRandom, shuffled, textHash } from './random.js';

export interface QualityOptions {
  /** Skips translations, which take most of the time. */
  readonly quick: boolean;
  readonly songs: string;
  readonly groups: string;
  /** Constants are chosen on `choose`; figures that are reported come from `report`. */
  readonly part: 'choose' | 'report';
  readonly cases: number;
  readonly folder: string;
  print(line: string): void;
}

const translated = ['de', 'en', 'fr', 'es', 'pt', 'nl'] as const;
const tatoeba = {
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
  ara: 'ar',
  hin: 'hi',
};

export async function measureQuality(options: QualityOptions): Promise<void> {
  const { part, cases, folder, print } = options;
  const corpus = readCorpus(options.songs);
  const inPart = (work: string): boolean => textHash(work) % 2 === (part === 'choose' ? 0 : 1);
  const groups = readGroups(options.groups);
  const hymns = corpus.hymns.map((song) => {
    const group = groups.get(song.id);
    return group ? { ...song, work: group.work, language: group.language } : song;
  });
  const perWork = new Map<string, number>();
  for (const song of [...corpus.lieder, ...hymns]) perWork.set(song.work, (perWork.get(song.work) ?? 0) + 1);
  const singles = corpus.lieder.filter((song) => perWork.get(song.work) === 1 && lineCount(song) >= 8);
  const heldOut = new Set(shuffled(singles, seededRandom(5)).slice(0, 300));
  const lieder = corpus.lieder.filter((song) => !heldOut.has(song));
  const database = [...corpus.psalms, ...lieder, ...hymns];
  const works = new Map(database.map((song) => [song.id, song.work]));

  const byLanguage = new Map<string, SegmentReference>();
  for (const language of new Set(corpus.psalms.map((song) => song.language))) {
    byLanguage.set(
      language,
      await writeIndex(
        folder,
        corpus.psalms.filter((song) => song.language === language),
      ),
    );
  }
  const rest = await writeIndex(folder, [...lieder, ...hymns]);
  const everything = [...byLanguage.values(), rest];
  const words = bagOfWords(database);
  const engine = ourEngine(everything);
  print(`Database: ${database.length} songs; half: ${part}.\n`);

  print(rankingHeader);
  const random = seededRandom(part === 'choose' ? 1 : 2);
  const own = database.filter((song) => inPart(song.work));
  const hosts = corpus.hosts.filter((song) => inPart(song.work));
  const run = async (title: string, queries: readonly Query[]): Promise<void> =>
    print(rankingRow(title, await rank(queries, works, engine), await rank(queries, works, words)));
  await run('(a) three lines hidden in a strange lyric', hiddenLines(own, hosts, cases, random));
  await run('(b) reordered, dropped and edited lines', edited(own, cases, random));
  await run('(c) paraphrases (both halves)', paraphrased(hymns));
  await run('same poem, other composer', sameText(lieder.filter((song) => inPart(song.work))));

  await falseAlarms(options, [...hosts, ...[...heldOut].filter((song) => inPart(song.work))], everything);
  await stockPhraseTest(options, hosts, folder, rest);
  if (options.quick) return;
  await translations(
    options,
    corpus.psalms.filter((song) => inPart(song.work)),
    byLanguage,
    rest,
    works,
  );
  await tatoebaSongs(options, [rest, byLanguage.get('en')!]);
}

/** The first song of each shared text asks for the others. */
function sameText(songs: readonly BenchSong[]): Query[] {
  const byWork = new Map<string, BenchSong[]>();
  for (const song of songs) byWork.set(song.work, [...(byWork.get(song.work) ?? []), song]);
  return [...byWork.values()]
    .filter((members) => members.length > 1)
    .map(([first]) => ({ lyrics: first!.lyrics, work: first!.work, except: first!.id }));
}

async function falseAlarms(
  { print }: QualityOptions,
  queries: readonly BenchSong[],
  index: readonly SegmentReference[],
): Promise<void> {
  const best: { id: string; score: number; paragraph: number; sentence: number; match: string }[] = [];
  let pairs = 0;
  for (const query of queries) {
    const { songs } = await search(query.lyrics, index);
    pairs += songs.filter((song) => song.combined >= 0.5).length;
    best.push({
      id: query.id,
      score: songs[0]?.combined ?? 0,
      paragraph: Math.max(0, ...songs.map((song) => song.paragraph)),
      sentence: Math.max(0, ...songs.map((song) => song.sentence)),
      match: songs[0]
        ? `${songs[0].songId}: ${songs[0].parts[0]?.querySentence} ~ ${songs[0].parts[0]?.targetSentence}`
        : '',
    });
  }
  const quantiles = (key: 'score' | 'paragraph' | 'sentence'): string => {
    const sorted = best.map((entry) => entry[key]).sort((a, b) => a - b);
    return [0.5, 0.9, 0.95, 0.99, 1]
      .map((q) => sorted[Math.floor(q * (sorted.length - 1))]!.toFixed(2))
      .join(', ');
  };
  const alarms = best.filter((entry) => entry.score >= 0.5);
  print(`\nFalse alarms: ${queries.length} lyrics that have nothing to do with the database, threshold 0.5.`);
  print(
    `Queries with any song ≥ 0.5: ${alarms.length} (${((100 * alarms.length) / queries.length).toFixed(1)} %); pairs: ${pairs}.`,
  );
  print(
    `max_similarity at 50, 90, 95, 99, 100 %: ${quantiles('score')}; paragraph ${quantiles('paragraph')}; sentence ${quantiles('sentence')}.`,
  );
  for (const alarm of alarms.slice(0, 8)) print(`- ${alarm.score.toFixed(2)} ${alarm.id} – ${alarm.match}`);
}

async function stockPhraseTest(
  { print }: QualityOptions,
  hosts: readonly BenchSong[],
  folder: string,
  rest: SegmentReference,
): Promise<void> {
  let alarms = 0;
  for (const [at, phrase] of stockPhrases.entries()) {
    const target = hosts[at % hosts.length]!;
    const query = hosts[(at + 7) % hosts.length]!;
    const planted = await writeIndex(folder, [
      { ...target, id: 'planted', lyrics: `${phrase}\n${target.lyrics}` },
    ]);
    const { songs } = await search(`${phrase}\n${query.lyrics}`, [planted, rest]);
    const score = songs.find((song) => song.songId === 'planted')?.combined ?? 0;
    if (score >= 0.5) {
      alarms++;
      print(`- stock phrase "${phrase}" alone scored ${score.toFixed(2)}`);
    }
  }
  print(
    `\nStock phrases: ${alarms} of ${stockPhrases.length} songs that share nothing but the phrase reach 0.5.`,
  );
}

async function translations(
  { cases, print }: QualityOptions,
  psalms: readonly BenchSong[],
  byLanguage: ReadonlyMap<string, SegmentReference>,
  rest: SegmentReference,
  works: ReadonlyMap<string, string>,
): Promise<void> {
  print(
    '\nTranslations, psalms (in the encoder’s training text), recall@1 by query ↓ and database → language:',
  );
  print(`| | ${translated.join(' | ')} |\n|---|${'---|'.repeat(translated.length)}`);
  for (const from of translated) {
    const row: string[] = [];
    for (const to of translated) {
      const queries = psalms.filter((song) => song.language === from).slice(0, Math.ceil(cases / 5));
      const ranking = await rank(queries, works, ourEngine([byLanguage.get(to)!, rest]));
      row.push(from === to ? '–' : ranking.recallAt1.toFixed(2));
    }
    print(`| ${from} | ${row.join(' | ')} |`);
  }
}

/** Songs put together of 16 Tatoeba sentences: text that the encoder has never seen. */
async function tatoebaSongs(
  options: QualityOptions,
  distractors: readonly SegmentReference[],
): Promise<void> {
  const { print, part, folder } = options;
  print('\nTranslations, unseen: songs of 16 Tatoeba sentences, query in the language, database in English:');
  print(rankingHeader);
  for (const [code, language] of Object.entries(tatoeba)) {
    const base = join(options.songs, 'tatoeba_laser_v1', `tatoeba.${code}-eng.`);
    if (!existsSync(`${base}eng`)) continue;
    const [foreign, english] = [code, 'eng'].map((side) =>
      readFileSync(`${base}${side}`, 'utf8').trim().split('\n'),
    );
    const songs: BenchSong[] = [];
    const queries: Query[] = [];
    for (let at = 0; at + 16 <= english!.length; at += 16) {
      const id = `tatoeba-${code}-${at}`;
      songs.push({ id, work: id, language: 'en', lyrics: english!.slice(at, at + 16).join('\n') });
      if ((at / 16) % 2 === (part === 'choose' ? 0 : 1)) {
        queries.push({ lyrics: foreign!.slice(at, at + 16).join('\n'), work: id });
      }
    }
    const index = await writeIndex(folder, songs);
    const works = new Map(songs.map((song) => [song.id, song.work]));
    print(rankingRow(language, await rank(queries, works, ourEngine([index, ...distractors])), null));
  }
}
