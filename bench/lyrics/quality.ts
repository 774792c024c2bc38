/** Recall by case with two baselines, false alarms, stock phrases, translations. */
import { existsSync } from 'node:fs';
import { bagOfWords } from './bag-of-words.js';
import { edited, hiddenLines, paraphrased, type Query } from './cases.js';
import { applyGroups, type BenchSong, lineCount, readCorpus, readGroups } from './corpus.js';
import { falseAlarms, stockPhraseTest } from './false-alarms.js';
import { wordingOnly, writeIndex } from './index-files.js';
import { ourEngine, rank, rankingHeader, rankingRow } from './measure.js';
import { seededRandom, shuffled } from './random.js';
import {
  groupTranslations,
  inPart,
  psalmLanguages,
  seenTranslations,
  tatoebaTranslations,
} from './translations.js';

/** The tables, each of which can be had alone. */
export const tables = [
  'hidden',
  'edited',
  'paraphrases',
  'same-text',
  'alarms',
  'stock',
  'groups',
  'tatoeba',
  'psalms',
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
  const corpus = readCorpus(options.songs);
  const groups = existsSync(options.groups) ? readGroups(options.groups) : new Map();
  const songs = applyGroups(corpus.songs, groups);
  const own = (song: BenchSong): boolean => inPart(song.work, part);

  const perWork = new Map<string, number>();
  for (const song of songs) perWork.set(song.work, (perWork.get(song.work) ?? 0) + 1);
  const singles = songs.filter((song) => !song.seen && perWork.get(song.work) === 1 && lineCount(song) >= 8);
  const count = Math.min(heldOutSongs, Math.floor(heldOutShare * singles.length));
  const heldOut = new Set(shuffled(singles, seededRandom(5)).slice(0, count));
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

  const indexed = wants('alarms', 'stock', ...rankingTables);
  const everything = indexed ? [await writeIndex(folder, seen), await writeIndex(folder, unseen)] : [];
  if (wants(...rankingTables)) {
    const wording = await wordingOnly();
    const inWording = [await writeIndex(folder, seen, wording), await writeIndex(folder, unseen, wording)];
    const works = new Map(database.map((song) => [song.id, song.work]));
    const words = bagOfWords(database);
    const random = seededRandom(part === 'choose' ? 1 : 2);
    print(rankingHeader);
    const run = async (table: Table, title: string, queries: readonly Query[]): Promise<void> => {
      if (queries.length === 0 || !wants(table)) return;
      const misses: string[] = [];
      const ours = await rank(queries, works, ourEngine(everything), ({ hidden, work }, found) =>
        misses.push(`  ${work} behind ${found}: ${hidden?.join(' / ') ?? ''}`),
      );
      const byWording = await rank(queries, works, ourEngine(inWording, wording));
      print(rankingRow(title, ours, byWording, await rank(queries, works, words)));
      for (const miss of misses.slice(0, 5)) console.error(miss);
    };
    const asked = unseen.filter(own);
    await run(
      'hidden',
      '(a) three lines hidden in a strange lyric',
      hiddenLines(asked, hosts, cases, random),
    );
    await run('edited', '(b) reordered, dropped and edited lines', edited(asked, cases, random));
    await run('paraphrases', '(c) paraphrases (both halves)', paraphrased(unseen));
    await run('same-text', 'same text, another song', sameText(asked));
  }
  if (wants('alarms')) await falseAlarms(print, strangers, everything);
  if (wants('stock')) await stockPhraseTest(print, hosts, folder, everything[1]!);
  if (!wants('groups', 'tatoeba', 'psalms')) return;
  const languagesOf = new Map<string, Set<string>>();
  for (const song of unseen)
    languagesOf.set(song.work, (languagesOf.get(song.work) ?? new Set()).add(song.language));
  const isTranslated = (song: BenchSong): boolean =>
    groups.has(song.id) && languagesOf.get(song.work)!.size > 1;
  const others = unseen.filter((song) => !languagesOf.get(song.work) || languagesOf.get(song.work)!.size < 2);
  const rest = await writeIndex(folder, others);
  const translation = { ...options, rest };
  if (wants('groups')) await groupTranslations(translation, unseen.filter(isTranslated), others);
  if (wants('tatoeba')) await tatoebaTranslations(translation, options.songs);
  if (wants('psalms')) await seenTranslations(translation, seen, (work) => inPart(work, part));
}

/** The first song of each text in one language asks for the others. */
function sameText(songs: readonly BenchSong[]): Query[] {
  const byWork = new Map<string, BenchSong[]>();
  for (const song of songs) {
    const key = `${song.work}\n${song.language}`;
    byWork.set(key, [...(byWork.get(key) ?? []), song]);
  }
  return [...byWork.values()]
    .filter((members) => members.length > 1)
    .map(([first]) => ({ lyrics: first!.lyrics, work: first!.work, except: first!.id }));
}
