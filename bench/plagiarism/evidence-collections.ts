/** The collections that the evidence model is fitted and judged on: none of them holds a court case. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describeListening } from '../../src/music/description/describe.js';
import { findSoundfont, renderMidi } from '../description/cases.js';
import { hear } from '../description/hear.js';
import { readAbc } from './abc.js';
import { changed, quoting } from './changes.js';
import { folkVariants, tuneCollections, tuneGroups } from './development-data.js';
import { type BenchSong, describeMelody, loadSong } from './load-song.js';
import type { Collection, Question } from './measured-pairs.js';
import { questionsOf } from './measured-pairs.js';
import { variantOf, variants } from './midi-variants.js';
import { audioFiles, described, midiFiles } from './recordings.js';

/** Questions a collection: enough for a fold, few enough for two cores. */
const maxQuestions = 240;

const every = <T>(list: readonly T[], count: number): T[] => {
  const step = Math.max(1, list.length / count);
  return Array.from({ length: Math.min(count, list.length) }, (_, at) => list[Math.floor(at * step)]!);
};

const song = (path: string, group: string | null = null): BenchSong => ({
  id: path.split('/').slice(-2).join('/'),
  group,
  description: loadSong(path),
});

function filesOf(folder: string, ending: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function danceTunes(data: string): Collection {
  const tunes = tuneCollections(data);
  const distractors = tunes.filter(({ group }) => group === null);
  const pool = [...tunes.filter(({ group }) => group !== null), ...every(distractors, 900)];
  return { name: 'dance tunes', pool, questions: questionsOf(pool, maxQuestions) };
}

/**
 * Families of hymns and carols: by the list of variants, by the tune that a hymn's file names last, and by a chorale's title. Tunes
 * go by several names, so that hymns of different names are neither answers nor unrelated; dance tunes and art songs are.
 */
function hymns(data: string): Collection {
  const listed = tuneGroups(data);
  const known = new Set(listed.map(({ id }) => id));
  const isNew = (path: string): boolean => !known.has(path.split('/').slice(-2).join('/'));
  const tuneName = (path: string): string => basename(path, '.abc').split('-').at(-1)!;
  const title = (path: string): string =>
    /!!!OTL@@DE: (.*)/.exec(readFileSync(path, 'utf8'))?.[1]?.trim() ?? path;
  const sacred = [
    ...listed,
    ...filesOf(join(data, 'openhymnal'), /\.abc$/)
      .filter(isNew)
      .map((path) => song(path, `tune ${tuneName(path)}`)),
    ...filesOf(join(data, 'bach_chorales'), /\.krn$/)
      .filter(isNew)
      .map((path) => song(path, `chorale ${title(path)}`)),
  ].filter(({ description }) => description.melody.topline.length > 8);
  const pool = [
    ...sacred,
    ...every(
      tuneCollections(data).filter(({ group }) => group === null),
      600,
    ),
  ];
  const leftOut = (asked: Question): Set<number> =>
    new Set([...sacred.keys()].filter((place) => !asked.answers.has(place)));
  const questions = questionsOf(pool, maxQuestions).map((asked) => ({ ...asked, leftOut: leftOut(asked) }));
  return { name: 'hymns and chorales', pool, questions };
}

function folkSongs(data: string): Collection {
  const folk = folkVariants(data);
  const tunes = tuneCollections(data).filter(({ group }) => group === null);
  const pool = [...folk, ...every(tunes, 500)];
  return { name: 'folk songs as degrees', pool, questions: questionsOf(pool, maxQuestions) };
}

/** Songs changed by the generator, against their originals among others of the source. */
function changedSongs(name: string, pool: readonly BenchSong[], questions: number): Collection {
  const asked: Question[] = [];
  every([...pool.keys()], questions).forEach((place, index) => {
    const own = pool[place]!;
    const answers = new Set([place]);
    if (index % 5 === 4) {
      const host = (place + 37) % pool.length;
      asked.push({ song: quoting(own, pool[host]!, name), answers, leftOut: new Set([host]) });
    } else asked.push({ song: changed(own, 2 + (index % 5), name), answers, leftOut: new Set() });
  });
  return { name, pool, questions: asked };
}

function nottingham(data: string): Collection {
  const pool = filesOf(join(data, 'nottingham'), /\.abc$/).flatMap((path) =>
    readAbc(readFileSync(path, 'utf8')).map(
      (tune): BenchSong => ({
        id: `${basename(path)}:${tune.number}`,
        group: `${basename(path)}:${tune.number}`,
        description: describeMelody(tune.notes, tune.meter),
      }),
    ),
  );
  return changedSongs(
    'changed dance tunes',
    pool.filter(({ description }) => description.melody.topline.length > 16),
    maxQuestions,
  );
}

/** The same song in POP909's versions and in POP909-CL. */
function popVersions(data: string): Collection {
  const versions = midiFiles(join(data, 'pop909')).map((path) => song(path, basename(path).slice(0, 3)));
  const own = new Set(versions.map(({ group }) => group));
  const others = filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => !own.has(basename(path, '.mid')),
  );
  const pool = [...versions, ...every(others, 250).map((path) => song(path))];
  return { name: 'versions of pop songs', pool, questions: questionsOf(pool, maxQuestions) };
}

function changedPop(data: string): Collection {
  const files = filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => Number(basename(path, '.mid')) % 2 === 1,
  );
  const pool = every(files, 250).map((path) => song(path, basename(path)));
  return changedSongs('changed pop songs', pool, maxQuestions / 2);
}

/** Pop songs with other instruments, keys, tempos and ornaments, rendered and transcribed again; half of the answers are notes. */
async function renderedPop(data: string, cache: string): Promise<Collection | null> {
  const soundfont = findSoundfont();
  if (soundfont === null) return null;
  const files = filesOf(join(data, 'pop909_cl'), /\.mid$/).filter(
    (path) => Number(basename(path, '.mid')) % 2 === 0,
  );
  const asked = every(files, 40);
  const rest = every(
    files.filter((path) => !asked.includes(path)),
    120,
  );
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-covers-'));
  const heard = async (bytes: Uint8Array, id: string, group: string): Promise<BenchSong> => {
    const [midi, wav] = [join(folder, 'song.mid'), join(folder, `${id}.wav`)];
    writeFileSync(midi, bytes);
    await renderMidi(midi, soundfont, wav);
    const { listening } = await hear(wav, 75, cache);
    rmSync(wav);
    process.stderr.write(',');
    return { id, group, description: describeListening(listening) };
  };
  try {
    mkdirSync(cache, { recursive: true });
    const pool: BenchSong[] = [];
    for (const [place, path] of asked.entries()) {
      const name = basename(path);
      if (place % 2 === 0) pool.push(song(path, name));
      else pool.push(await heard(readFileSync(path), `plain ${name}`, name));
    }
    const questions: Question[] = [];
    for (const [place, path] of asked.entries()) {
      const variant = variants[place % 3 === 0 ? variants.length - 1 : place % variants.length]!;
      const query = await heard(
        variantOf(readFileSync(path), variant, place),
        `${variant.name} ${basename(path)}`,
        basename(path),
      );
      questions.push({ song: query, answers: new Set([place]), leftOut: new Set() });
    }
    return { name: 'covers as transcribed', pool: [...pool, ...rest.map((path) => song(path))], questions };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Recordings and clips that have nothing to do with each other, nor with the pop songs beside them. */
async function unrelatedRecordings(data: string, cache: string): Promise<Collection> {
  const heard = async (part: string): Promise<BenchSong[]> => {
    const base = join(data, '..', part);
    return existsSync(base) ? await described(base, audioFiles(base), cache) : [];
  };
  const pool = [...(await heard('recordings')), ...(await heard('ai_generated'))];
  const questions = pool.map(
    (one, place): Question => ({
      song: one,
      answers: new Set(
        pool.flatMap(({ group }, other) =>
          other !== place && group !== null && group === one.group ? [other] : [],
        ),
      ),
      leftOut: new Set(),
    }),
  );
  return { name: 'recordings', pool, questions };
}

export type CollectionMaker = () => Promise<Collection | null> | Collection;

/** By name; made only where they are not measured yet. `data`: the development data's symbolic part. */
export function evidenceCollections(data: string, cache: string): ReadonlyMap<string, CollectionMaker> {
  return new Map<string, CollectionMaker>([
    ['dance tunes', () => danceTunes(data)],
    ['hymns and chorales', () => hymns(data)],
    ['folk songs as degrees', () => folkSongs(data)],
    ['changed dance tunes', () => nottingham(data)],
    ['versions of pop songs', () => popVersions(data)],
    ['changed pop songs', () => changedPop(data)],
    ['covers as transcribed', () => renderedPop(data, cache)],
    ['recordings', () => unrelatedRecordings(data, cache)],
  ]);
}
