/** Translations by language pair: texts that the encoder was trained on apart from those it never saw. */
import { existsSync } from 'node:fs';
import type { SegmentReference } from '../../src/analyses/lyric-plagiarism/search.js';
import { bagOfWords } from './bag-of-words.js';
import type { BenchSong } from './bench-song.js';
import type { Query } from './cases.js';
import { type SharedIndex, writeIndex } from './index-files.js';
import { ourEngine, type Ranking, rank, rankingHeader, rankingRow } from './measure.js';
import { textHash } from './random.js';
import { furtherLanguages, pairLanguages, sentenceSongs, sentencesFolder } from './sentence-songs.js';

export const psalmLanguages: readonly string[] = ['de', 'en', 'fr', 'es', 'pt', 'nl'];
export interface TranslationOptions {
  readonly part: 'choose' | 'report';
  readonly cases: number;
  readonly languages: readonly string[];
  readonly folder: string;
  readonly index: SharedIndex;
  /** Songs of the index that have no translation in the data, as distractors. */
  readonly others: ReadonlySet<BenchSong>;
  print(line: string): void;
}

async function pairRanking(
  works: ReadonlyMap<string, string>,
  queries: readonly BenchSong[],
  index: readonly SegmentReference[],
  stage: string,
): Promise<Ranking> {
  const asked: Query[] = queries.map(({ lyrics, work }) => ({ lyrics, work }));
  return rank(asked, works, ourEngine(index), stage);
}

/** Recall@1 by query language ↓ and database language →, for songs that the encoder was trained on. */
export async function seenTranslations(
  { cases, index, others, print }: TranslationOptions,
  songs: readonly BenchSong[],
  own: (work: string) => boolean,
): Promise<void> {
  if (songs.length === 0) return;
  print(
    '\nTranslations, psalms (in the encoder’s training text: no evidence for unseen text), recall@1 by query ↓ and database → language:',
  );
  print(`| | ${psalmLanguages.join(' | ')} |\n|---|${'---|'.repeat(psalmLanguages.length)}`);
  const works = new Map(songs.map((song) => [song.id, song.work]));
  for (const from of psalmLanguages) {
    const queries = songs
      .filter((song) => song.language === from && own(song.work))
      .slice(0, Math.ceil(cases / 10));
    const row: string[] = [];
    for (const to of psalmLanguages) {
      if (from === to) row.push('–');
      else {
        const searched = index.part((song) => others.has(song) || (song.seen && song.language === to));
        const { recallAt1 } = await pairRanking(works, queries, searched, `psalms, ${from} → ${to}`);
        row.push(recallAt1.toFixed(2));
      }
    }
    print(`| ${from} | ${row.join(' | ')} |`);
  }
}

/** Groups of translated songs: each language asks for the members in each other language. */
export async function groupTranslations(
  { index, others, print }: TranslationOptions,
  songs: readonly BenchSong[],
): Promise<void> {
  const languages = [...new Set(songs.map((song) => song.language))].sort();
  if (languages.length < 2) return;
  print(
    `\nTranslations, the groups of songs that --groups names (${new Set(songs.map((song) => song.work)).size} works, free translations, unseen), by language pair:`,
  );
  print(rankingHeader);
  for (const to of languages) {
    const targets = songs.filter((song) => song.language === to);
    const isTarget = new Set(targets);
    const searched = index.part((song) => others.has(song) || isTarget.has(song));
    const works = new Map(targets.map((song) => [song.id, song.work]));
    const words = bagOfWords([...others, ...targets]);
    for (const from of languages) {
      const queries = songs
        .filter(({ language, work }) => language === from && targets.some((song) => song.work === work))
        .map(({ lyrics, work }) => ({ lyrics, work }));
      if (from === to || queries.length === 0) continue;
      const stage = `groups, ${from} → ${to}`;
      const ours = await rank(queries, works, ourEngine(searched), stage);
      print(rankingRow(`${from} → ${to}`, ours, null, await rank(queries, works, words, stage)));
    }
  }
}

/** Songs put together of 16 Tatoeba sentences, which the encoder has never seen, and the same in English, both ways. */
export async function tatoebaTranslations(
  { part, languages, folder, index, others, print }: TranslationOptions,
  songsFolder: string,
): Promise<void> {
  if (!existsSync(sentencesFolder(songsFolder))) return;
  print('\nTranslations, unseen: songs of 16 Tatoeba sentences, query → database:');
  print(rankingHeader);
  const rest = index.part((song) => others.has(song));
  for (const [code, language] of Object.entries({ ...pairLanguages, ...furtherLanguages })) {
    if (languages.length > 0 && !languages.includes(language)) continue;
    const { foreign, english } = sentenceSongs(songsFolder, code);
    if (foreign.length === 0) continue;
    for (const [queries, songs] of [
      [foreign, english],
      [english, foreign],
    ] as const) {
      // Every second song, so that both halves have the same kinds of sentence.
      const asked = queries.filter((_, at) => at % 2 === (part === 'choose' ? 0 : 1));
      const works = new Map(songs.map((song) => [song.id, song.work]));
      const title = `${queries[0]!.language} → ${songs[0]!.language}`;
      const searched = [await writeIndex(folder, songs), ...rest];
      const words = await rank(asked, works, bagOfWords([...others, ...songs]), `tatoeba, ${title}`);
      const ours = await rank(asked, works, ourEngine(searched), `tatoeba, ${title}`);
      print(rankingRow(title, ours, null, words));
    }
  }
}

/** Whether a work's queries belong to the half that constants are chosen on, or to the one that is reported. */
export function inPart(work: string, part: 'choose' | 'report'): boolean {
  return textHash(work) % 2 === (part === 'choose' ? 0 : 1);
}
