/** The collections of notes that the evidence model is fitted and judged on: none of them holds a court case. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { SongNote } from '../../src/music/song-description.js';
import { describeMidi } from '../../src/music/symbolic/describe-midi.js';
import { inTurn } from '../in-turn.js';
import { readAbc } from './abc.js';
import { changed, quoting, randomOf } from './changes.js';
import { folkVariants, tuneCollections, tuneGroups } from './development-data.js';
import { fewBars, remembered } from './harder-queries.js';
import { idiomSongs } from './idiom-songs.js';
import { type BenchSong, describeMelody, loadSong } from './load-song.js';
import type { Collection, Question } from './measured-pairs.js';
import { questionsOf } from './measured-pairs.js';
import { midiFiles } from './recordings.js';
import { type StockSong, stockSongs } from './stock-songs.js';

/** Questions a collection: enough for a fold, few enough for two cores. */
const maxQuestions = 200;

export const every = <T>(list: readonly T[], count: number): T[] => {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor(at * step)]!);
};

export const song = async (path: string, group: string | null = null): Promise<BenchSong> => ({
  id: path.split('/').slice(-2).join('/'),
  group,
  description: await loadSong(path),
});

export function filesOf(folder: string, ending: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function danceTunes(data: string): Collection {
  const tunes = tuneCollections(data);
  const distractors = tunes.filter(({ group }) => group === null);
  const pool = [...tunes.filter(({ group }) => group !== null), ...every(distractors, 700)];
  return { name: 'dance tunes', pool, questions: questionsOf(pool, maxQuestions) };
}

/** Families by the list of variants, by the tune that a hymn's file names last, and by a chorale's title. */
async function sacredSongs(data: string): Promise<BenchSong[]> {
  const listed = await tuneGroups(data);
  const known = new Set(listed.map(({ id }) => id));
  const isNew = (path: string): boolean => !known.has(path.split('/').slice(-2).join('/'));
  const tuneName = (path: string): string => basename(path, '.abc').split('-').at(-1)!;
  const title = (path: string): string =>
    /!!!OTL@@DE: (.*)/.exec(readFileSync(path, 'utf8'))?.[1]?.trim() ?? path;
  const hymnFiles = filesOf(join(data, 'openhymnal'), /\.abc$/).filter(isNew);
  const chorales = filesOf(join(data, 'bach_chorales'), /\.krn$/).filter(isNew);
  return [
    ...listed,
    ...(await inTurn(hymnFiles, (path) => song(path, `tune ${tuneName(path)}`))),
    ...(await inTurn(chorales, (path) => song(path, `chorale ${title(path)}`))),
  ].filter(({ description }) => description.melody.topline.length > 8);
}

/** Hymn tunes go by several names: hymns of different names are neither answers nor unrelated; dance tunes are unrelated. */
async function hymns(data: string, isRemembered: boolean): Promise<Collection> {
  const sacred = await sacredSongs(data);
  const pool = [
    ...sacred,
    ...every(
      tuneCollections(data).filter(({ group }) => group === null),
      700,
    ),
  ];
  const others = (asked: Question): Set<number> =>
    new Set([...sacred.keys()].filter((place) => !asked.answers.has(place)));
  const questions = questionsOf(pool, maxQuestions).map((asked) => ({
    ...asked,
    song: isRemembered ? remembered(fewBars(asked.song, 24)) : asked.song,
    leftOut: others(asked),
  }));
  return { name: isRemembered ? 'hymns as remembered' : 'hymns and chorales', pool, questions };
}

/** Without rhythm, as the folk songs are written. */
function withoutRhythm(one: BenchSong): BenchSong {
  const notes = one.description.melody.topline.map(
    (note, index): SongNote => ({ ...note, onsetBeats: index, durationBeats: 1 }),
  );
  return { ...one, description: describeMelody(notes) };
}

function folkSongs(data: string): Collection {
  const folk = folkVariants(data);
  const tunes = tuneCollections(data).filter(({ group }) => group === null);
  const pool = [...folk, ...every(tunes, 500).map(withoutRhythm)];
  return { name: 'folk songs as degrees', pool, questions: questionsOf(pool, maxQuestions) };
}

/** Songs changed by the generator, against their originals among others of the source. */
function changedSongs(
  name: string,
  pool: readonly BenchSong[],
  questions: number,
  minChanges: number,
): Collection {
  const asked: Question[] = [];
  every([...pool.keys()], questions).forEach((place, index) => {
    const own = pool[place]!;
    const answers = new Set([place]);
    if (index % 5 === 4) {
      const host = (place + 37) % pool.length;
      asked.push({ song: quoting(own, pool[host]!, name), answers, leftOut: new Set([host]) });
    } else asked.push({ song: changed(own, minChanges + (index % 5), name), answers, leftOut: new Set() });
  });
  return { name, pool, questions: asked };
}

function nottinghamTunes(data: string): BenchSong[] {
  return filesOf(join(data, 'nottingham'), /\.abc$/)
    .flatMap((path) =>
      readAbc(readFileSync(path, 'utf8')).map((tune): BenchSong => {
        const id = `${basename(path)}:${tune.number}`;
        return { id, group: id, description: describeMelody(tune.notes, tune.meter) };
      }),
    )
    .filter(({ description }) => description.melody.topline.length > 16);
}

function nottingham(data: string): Collection {
  return changedSongs('changed dance tunes', nottinghamTunes(data), maxQuestions, 3);
}

/** Hymns, chorales and dance tunes as lines alone; `data`: the development data's symbolic part. */
export async function writtenTunes(data: string): Promise<BenchSong[]> {
  return [...(await sacredSongs(data)), ...nottinghamTunes(data), ...tuneCollections(data)];
}

/** The same song in POP909's versions and in POP909-CL. */
async function popVersions(data: string): Promise<Collection> {
  const versions = await inTurn(midiFiles(join(data, 'pop909')), (path) =>
    song(path, basename(path).slice(0, 3)),
  );
  const own = new Set(versions.map(({ group }) => group));
  const others = filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => !own.has(basename(path, '.mid')),
  );
  const pool = [...versions, ...(await inTurn(every(others, 250), (path) => song(path)))];
  return { name: 'versions of pop songs', pool, questions: questionsOf(pool, maxQuestions) };
}

/** Every second song of POP909-CL; the others are rendered (sounding-collections.ts). */
function popFiles(data: string): string[] {
  return filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => Number(basename(path, '.mid')) % 2 === 1,
  );
}

async function changedPop(data: string): Promise<Collection> {
  const pool = await inTurn(every(popFiles(data), 200), (path) => song(path, basename(path)));
  return changedSongs('changed pop songs', pool, maxQuestions / 4, 2);
}

/** What a dispute lays beside each other: a passage of 20 to 50 notes of each song, one of them changed. */
async function popPassages(data: string): Promise<Collection> {
  const passage = async (path: string): Promise<BenchSong> => {
    const whole = await song(path, basename(path));
    const random = randomOf(`passage of ${whole.id}`);
    const { from: _, ...excerpt } = fewBars(whole, 20 + Math.floor(30 * random()));
    return excerpt;
  };
  const pool = await inTurn(popFiles(data), passage);
  return changedSongs('changed pop passages', pool, maxQuestions, 3);
}

/**
 * Different tunes over stock changes and in stock idioms, made by rules of their own: all unrelated but for the idioms' covers. The part
 * that rules were chosen on before; `--only stock` reports on the other one.
 */
function stockChanges(): Collection {
  const idioms = idiomSongs('choose');
  const describedAs = ({ id, midi }: StockSong, group: string | null = null): BenchSong => ({
    id,
    group,
    description: describeMidi(midi),
  });
  const pool = [
    ...every(stockSongs('choose'), 40).map((one) => describedAs(one)),
    ...idioms.map(({ song: own }) => describedAs(own)),
  ];
  const first = pool.length - idioms.length;
  const unrelated = pool.map((one): Question => ({ song: one, answers: new Set(), leftOut: new Set() }));
  const covers = idioms.map(
    ({ cover }, place): Question => ({
      song: describedAs(cover),
      answers: new Set([first + place]),
      leftOut: new Set(),
    }),
  );
  return { name: 'stock changes and idioms', pool, questions: [...every(unrelated, 60), ...covers] };
}

/** Collections made of the same songs: where one is left out, all of them are, and with the pop songs those among 10,000. */
const sources: Readonly<Record<string, string>> = {
  'hymns and chorales': 'hymns',
  'hymns as remembered': 'hymns',
  'changed pop passages': 'pop',
  'versions of pop songs': 'pop',
  'changed pop songs': 'pop',
  'covers as transcribed': 'pop',
  'recordings-among-pop': 'pop',
  'renderings-among-pop': 'pop',
  'transcriptions-among-pop': 'pop',
  renderings: 'pop',
  performances: 'hymns',
  'performances-among-tunes': 'hymns',
};

/** @returns the songs' source; a collection with songs of its own is one by itself */
export const sourceOf = (collection: string): string => sources[collection] ?? collection;

export type CollectionMaker = () => Promise<Collection | null> | Collection | null;

/** By name. `data`: the development data's symbolic part. */
export function writtenCollections(data: string): ReadonlyMap<string, CollectionMaker> {
  return new Map<string, CollectionMaker>([
    ['dance tunes', () => danceTunes(data)],
    ['hymns and chorales', () => hymns(data, false)],
    ['hymns as remembered', () => hymns(data, true)],
    ['folk songs as degrees', () => folkSongs(data)],
    ['changed dance tunes', () => nottingham(data)],
    ['changed pop passages', () => popPassages(data)],
    ['versions of pop songs', () => popVersions(data)],
    ['changed pop songs', () => changedPop(data)],
    ['stock changes and idioms', () => stockChanges()],
  ]);
}
