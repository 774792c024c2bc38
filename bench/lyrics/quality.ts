/** Recall by case with two baselines, false alarms, stock phrases, translations. */

import { existsSync } from 'node:fs';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { bagOfWords } from './bag-of-words.js';
import { type BenchSong, lineCount } from './bench-song.js';
import { edited, hiddenLines, paraphrased, type Query, sameText } from './cases.js';
import { applyGroups, readCorpus, readGroups } from './corpus.js';
import { evidenceData } from './evidence-cases.js';
import { evidenceTables } from './evidence-tables.js';
import { writeModel } from './fit-model.js';
import { indexSongs, type SharedIndex, wordingOnly } from './index-files.js';
import { lineBreakTest } from './line-breaks.js';
import { ourEngine, rank, rankingHeader, rankingRow } from './measure.js';
import { measureCases } from './measure-evidence.js';
import { showProgress } from './progress.js';
import { shuffled } from './random.js';
import { stockPhraseTest } from './stock-phrases.js';
import { sungTable } from './sung.js';
import {
  groupTranslations,
  inPart,
  psalmLanguages,
  seenTranslations,
  tatoebaTranslations,
} from './translations.js';

/** The tables, each of which can be had alone. */
export const tables = [
  'verdict',
  'hidden',
  'edited',
  'paraphrases',
  'same-text',
  'stock',
  'groups',
  'tatoeba',
  'psalms',
  'line-breaks',
  'sung',
] as const;
export type Table = (typeof tables)[number];
const rankingTables: readonly Table[] = ['hidden', 'edited', 'paraphrases', 'same-text'];

export interface QualityOptions {
  /** Only these tables; all where empty. */
  readonly only: readonly string[];
  /** Only these languages of the Tatoeba table; all where empty. */
  readonly languages: readonly string[];
  readonly songs: string;
  /** A file; where it does not exist there are no groups. */
  readonly groups: string;
  /** Constants are chosen on `choose`; figures that are reported come from `report`. */
  readonly part: 'choose' | 'report';
  readonly cases: number;
  /** Keeps what was measured for the table `verdict`, and goes on from there. */
  readonly cache: string;
  /** Translations as they are sung, for the table `sung`. */
  readonly sung: string | null;
  /** Writes the evidence model under this version. */
  readonly fit: string | null;
  readonly folder: string;
  print(line: string): void;
}

/** Lyrics of one song only that stay out of the database: unrelated queries, and hosts where there are no others. */
const heldOutSongs = 600;
const heldOutShare = 0.4;

export async function measureQuality(options: QualityOptions): Promise<void> {
  const { part, cases, folder, print } = options;
  const wants = (...names: readonly Table[]): boolean =>
    options.only.length === 0 || names.some((name) => options.only.includes(name));
  if (wants('verdict')) await verdictTables(options);
  if (options.only.join() === 'verdict') return;
  if (options.sung !== null) await sungTable(print, { ...options, sung: options.sung });
  if (options.only.join() === 'sung') return;
  const corpus = readCorpus(options.songs);
  if (wants('line-breaks')) {
    const lyrics = [...corpus.songs.filter((song) => !song.seen), ...corpus.hosts];
    await lineBreakTest(print, shuffled(lyrics, seededRandom(21)).slice(0, 10 * cases));
  }
  if (options.only.join() === 'line-breaks') return;
  const groups = existsSync(options.groups) ? readGroups(options.groups) : new Map();
  const songs = applyGroups(corpus.songs, groups);
  const own = (song: BenchSong): boolean => inPart(song.work, part);

  const heldOut = holdOut(songs);
  // Of the psalms those languages that a table is made of: the others would only cost time.
  const database = songs.filter(
    (song) => !heldOut.has(song) && !(song.seen && !psalmLanguages.includes(song.language)),
  );
  const seen = database.filter((song) => song.seen);
  const unseen = database.filter((song) => !song.seen);
  const strangers = [...corpus.hosts, ...heldOut].filter(own).slice(0, 2 * cases);
  const hosts = corpus.hosts.length > 0 ? corpus.hosts.filter(own) : strangers;
  print(
    `Database: ${database.length} songs (${seen.length} in the encoder’s training text); half: ${part}; strangers: ${strangers.length}.\n`,
  );

  const index = await indexSongs(folder, [...seen, ...unseen], showProgress);
  if (wants(...rankingTables)) {
    await rankingTablesOf(options, { index, unseen: unseen.filter(own), allUnseen: unseen, hosts }, wants);
  }
  if (wants('stock')) {
    await stockPhraseTest(
      print,
      hosts,
      folder,
      index.part((song) => !song.seen),
    );
  }
  if (!wants('groups', 'tatoeba', 'psalms')) return;
  const languagesOf = new Map<string, Set<string>>();
  for (const song of unseen)
    languagesOf.set(song.work, (languagesOf.get(song.work) ?? new Set()).add(song.language));
  const isTranslated = (song: BenchSong): boolean =>
    groups.has(song.id) && languagesOf.get(song.work)!.size > 1;
  const others = new Set(unseen.filter((song) => languagesOf.get(song.work)!.size < 2));
  const translation = { ...options, index, others };
  if (wants('groups')) await groupTranslations(translation, unseen.filter(isTranslated));
  if (wants('tatoeba')) await tatoebaTranslations(translation, options.songs);
  if (wants('psalms')) await seenTranslations(translation, seen, (work) => inPart(work, part));
}

/** How good the verdict is: fitted on folds, judged on the rest; and the model itself where it is asked for. */
async function verdictTables(options: QualityOptions): Promise<void> {
  const { songs, groups, cases, cache, fit, folder, print } = options;
  const data = evidenceData(songs, groups, cases);
  const unrelated = data.cases.filter(({ work }) => work === null).length;
  print(
    `Verdict: ${data.database.length} songs; ${data.cases.length - unrelated} lyrics with a song among them, ${unrelated} without. Shares with 95 % intervals.`,
  );
  const measured = await measureCases(data, folder, cache);
  const { scored, metrics } = evidenceTables(print, measured);
  if (fit === null) return;
  const command = `npm run bench -- lyrics --only verdict --cases ${cases} --fit ${fit}`;
  writeModel(measured, scored, { version: fit, command, metrics });
  print(`The evidence model ${fit} is written.`);
}

/** Songs that stay out of the database: strangers that nothing in it should resemble. */
function holdOut(songs: readonly BenchSong[]): Set<BenchSong> {
  const perWork = new Map<string, number>();
  for (const song of songs) perWork.set(song.work, (perWork.get(song.work) ?? 0) + 1);
  const singles = songs.filter((song) => !song.seen && perWork.get(song.work) === 1 && lineCount(song) >= 8);
  const count = Math.min(heldOutSongs, Math.floor(heldOutShare * singles.length));
  return new Set(shuffled(singles, seededRandom(5)).slice(0, count));
}

interface Asked {
  readonly index: SharedIndex;
  /** Songs of the asked half, and all. */
  readonly unseen: readonly BenchSong[];
  readonly allUnseen: readonly BenchSong[];
  readonly hosts: readonly BenchSong[];
}

async function rankingTablesOf(
  { part, cases, print }: QualityOptions,
  { index, unseen, allUnseen, hosts }: Asked,
  wants: (table: Table) => boolean,
): Promise<void> {
  const everything = index.part(() => true);
  const wording = await wordingOnly();
  const works = new Map(index.songs.map((song) => [song.id, song.work]));
  const words = bagOfWords(index.songs);
  const random = (table: number): (() => number) => seededRandom(10 * table + (part === 'choose' ? 1 : 2));
  print(rankingHeader);
  const run = async (table: Table, title: string, queries: readonly Query[]): Promise<void> => {
    if (queries.length === 0 || !wants(table)) return;
    const misses: string[] = [];
    const ours = await rank(queries, works, ourEngine(everything), table, ({ hidden, work }, found) =>
      misses.push(`  ${work} behind ${found}: ${hidden?.join(' / ') ?? ''}`),
    );
    const byWording = await rank(queries, works, ourEngine(everything, wording), `${table}, wording only`);
    const byWords = await rank(queries, works, words, `${table}, bag of words`);
    print(rankingRow(title, ours, byWording, byWords));
    for (const miss of misses.slice(0, 5)) console.error(miss);
  };
  await run(
    'hidden',
    '(a) three lines hidden in a strange lyric',
    hiddenLines(unseen, hosts, cases, random(1)),
  );
  await run('edited', '(b) reordered, dropped and edited lines', edited(unseen, cases, random(2)));
  await run('paraphrases', '(c) paraphrases (both halves)', paraphrased(allUnseen));
  await run('same-text', 'same text, another song', sameText(unseen));
}
