/** The cases that the evidence model is fitted and judged on: lyrics with a song in the database, and without one. */
import { existsSync } from 'node:fs';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { type BenchSong, lineCount, linesOf } from './bench-song.js';
import { edited, hiddenLines, paraphrased, type Query, sameText } from './cases.js';
import { applyGroups, readCorpus, readGroups } from './corpus.js';
import { misheard, rebroken } from './misheard.js';
import { shuffled } from './random.js';
import { joinSameTexts } from './same-text.js';
import { furtherLanguages, pairLanguages, sentenceSongs } from './sentence-songs.js';

export interface EvidenceCase {
  readonly id: string;
  readonly lyrics: string;
  /** What is asked: a kind of copy, a language pair as "de → en", or where an unrelated lyric is from. */
  readonly kind: string;
  /** Held out together: the work, or the language pair. */
  readonly group: string;
  /** Songs of this work are right; null where none is. */
  readonly work: string | null;
  readonly except?: string;
}

export interface EvidenceData {
  readonly database: readonly BenchSong[];
  readonly cases: readonly EvidenceCase[];
  /** Songs of the data that unrelated lyrics are asked from. */
  readonly others: readonly BenchSong[];
}

/** Of these languages only unrelated lyrics come. */
const otherLanguages = [
  ...Object.keys(furtherLanguages),
  'tur',
  'hun',
  'ukr',
  'bul',
  'ell',
  'ind',
  'lat',
  'epo',
  'hrv',
  'slk',
  'cat',
  'eus',
];
const songsALanguage = 20;
const unrelatedALanguage = 22;

/** `cases`: of each kind of copy. The same folder gives the same data. */
export function evidenceData(folder: string, groupsFile: string, cases: number): EvidenceData {
  const corpus = readCorpus(folder);
  const groups = existsSync(groupsFile) ? readGroups(groupsFile) : new Map();
  const unseen = applyGroups(corpus.songs, groups).filter((song) => !song.seen);
  const perWork = new Map<string, number>();
  for (const song of unseen) perWork.set(song.work, (perWork.get(song.work) ?? 0) + 1);
  const singles = unseen.filter((song) => perWork.get(song.work) === 1 && lineCount(song) >= 6);
  const heldOut = new Set(shuffled(singles, seededRandom(5)).slice(0, 760));
  const songs = unseen.filter((song) => !heldOut.has(song));
  const database = [...songs];
  const asked: EvidenceCase[] = [];
  const unrelated = (kind: string, some: readonly BenchSong[]): void => {
    for (const song of some)
      asked.push({ id: `none ${song.id}`, lyrics: song.lyrics, kind, group: song.work, work: null });
  };
  unrelated('art songs and hymns', [...heldOut]);
  unrelated('modern songs', corpus.hosts);
  addSentences(folder, database, asked, unrelated);
  const random = seededRandom(41);
  const add = (kind: string, queries: readonly Query[]): number =>
    asked.push(...queries.map((query, at) => ({ id: `${kind} ${at}`, kind, group: query.work, ...query })));
  const usable = songs.filter((song) => lineCount(song) >= 8);
  const some = (count: number): BenchSong[] => shuffled(usable, random).slice(0, count);
  const words = shuffled(songs, random)
    .slice(0, 60)
    .flatMap((song) => song.lyrics.split(/\s+/));
  const of = (song: BenchSong, lyrics: string): Query => ({ lyrics, work: song.work });
  add('three lines in another lyric', hiddenLines(songs, corpus.hosts, cases, random));
  add('edited and reordered', edited(songs, cases, random));
  add(
    'line breaks elsewhere',
    some(cases).map((song) => of(song, rebroken(song.lyrics, random))),
  );
  add(
    'edited, line breaks elsewhere',
    edited(songs, cases, random).map((query) => ({ ...query, lyrics: rebroken(query.lyrics, random) })),
  );
  for (const share of [0.15, 0.3, 0.5])
    add(
      `misheard, ${100 * share} % of words`,
      some(cases).map((song) => of(song, rebroken(misheard(song.lyrics, share, words, random), random))),
    );
  add(
    'two lines alone',
    some(cases).map((song) => of(song, twoLines(song, random))),
  );
  add('paraphrase', paraphrased(songs));
  add('same text, another song', sameText(songs));
  for (const song of songs.filter(({ id }) => groups.has(id)))
    asked.push({ ...caseOf('free translation', song, `free ${song.work}`), except: song.language });
  return { database, cases: asked, others: [...heldOut] };
}

/** Even songs of sentences are in the database in one language, odd ones are not in it at all. */
function addSentences(
  folder: string,
  database: BenchSong[],
  asked: EvidenceCase[],
  unrelated: (kind: string, some: readonly BenchSong[]) => void,
): void {
  const codes = [...Object.keys(pairLanguages), ...otherLanguages];
  const sides = codes.map((code) => ({ code, ...sentenceSongs(folder, code) }));
  // Many English sentences stand in the files of several languages: their songs are one work.
  const joined = new Map(
    joinSameTexts(sides.flatMap(({ english }) => english)).map(({ id, work }) => [id, work]),
  );
  const inDatabase = new Set<string>();
  const strangers: [string, BenchSong, string][] = [];
  for (const { code, foreign, english } of sides) {
    const isPair = pairLanguages[code] !== undefined;
    foreign.forEach((own, at) => {
      const work = joined.get(english[at]!.id)!;
      const [song, translation] = [
        { ...own, work },
        { ...english[at]!, work },
      ];
      const pair = `${song.language} – en`;
      if (at % 2 === 1) {
        if (at < 2 * unrelatedALanguage) strangers.push([`sentences in ${song.language}`, song, work]);
        return;
      }
      const [from, to] = at % 4 === 0 ? [song, translation] : [translation, song];
      database.push(to);
      inDatabase.add(work);
      if (isPair && at < 2 * songsALanguage)
        asked.push(caseOf(`${from.language} → ${to.language}`, from, pair));
    });
  }
  for (const [kind, song, work] of strangers) if (!inDatabase.has(work)) unrelated(kind, [song]);
}

const caseOf = (kind: string, song: BenchSong, group: string): EvidenceCase => ({
  id: `${kind} ${song.id}`,
  lyrics: song.lyrics,
  kind,
  group,
  work: song.work,
});

function twoLines(song: BenchSong, random: () => number): string {
  const lines = linesOf(song).map(({ text }) => text);
  const at = Math.floor(random() * (lines.length - 1));
  return lines.slice(at, at + 2).join('\n');
}
