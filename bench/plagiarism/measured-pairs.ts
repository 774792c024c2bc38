/** What is measured of the pairs that searches compare (pair-features.ts), kept as a file a collection. */
import { join } from 'node:path';
import type { Comparison } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { isAlone, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { intervalTrigrams, sameTune } from './baselines.js';
import { keep, readKept } from './kept-pairs.js';
import type { BenchSong } from './load-song.js';
import { measurePair } from './measure-pair.js';
import { valuesOf } from './pair-features.js';
import { searchSongs } from './search-songs.js';

/** A song that is asked for, and which songs of the pool have its tune. */
export interface Question {
  readonly song: BenchSong;
  /** Places in the pool. Songs that are neither answers nor left out are unrelated. */
  readonly answers: ReadonlySet<number>;
  readonly leftOut: ReadonlySet<number>;
}

/** Songs of one source: held out together. */
export interface Collection {
  readonly name: string;
  readonly pool: readonly BenchSong[];
  readonly questions: readonly Question[];
}

export interface MeasuredPair {
  readonly song: string;
  readonly isAnswer: boolean;
  /** The rules before the model: what songs were ordered by, and what decided. */
  readonly order: number;
  readonly bits: number;
  /** What each kind of evidence amounted to by itself; of the melody only whether it counted is read. */
  readonly claims: Comparison['claims'];
  /** Whether the lines are all that sounds in either song (isAlone of prepared-song.ts). */
  readonly isAlone: boolean;
  /** Of the scan. */
  readonly passage: number;
  readonly similarity: number;
  /** Bits by which its chroma sequence stands out among the candidates, where `bits` does not count them. */
  readonly standing: number;
  /** The baseline: cosine of interval trigrams. */
  readonly trigrams: number;
  /** Feature values of each candidate, in the order of `featureNames`. */
  readonly candidates: readonly (readonly number[])[];
}

export interface MeasuredQuery {
  readonly query: string;
  /** Tune family: a family lies on one side of every fold. */
  readonly family: string;
  readonly source: 'audio' | 'midi';
  /** Songs of the pool that have nothing to do with the query, compared or not. */
  readonly unrelated: number;
  readonly pairs: readonly MeasuredPair[];
  /** Answers that were not compared. */
  readonly missed: number;
}

export interface MeasuredCollection {
  readonly name: string;
  readonly queries: readonly MeasuredQuery[];
}

/**
 * Read whole from `folder` where as many questions or more were measured before; else measured now, of at most `maxQuestions`
 * spread over all, and kept there.
 */
export async function measuredCollection(
  name: string,
  folder: string,
  make: () => Promise<Collection | null> | Collection | null,
  maxQuestions = Number.POSITIVE_INFINITY,
): Promise<MeasuredCollection | null> {
  const path = join(folder, `${name.replace(/\W+/g, '-')}.pairs.json`);
  const kept = readKept<MeasuredCollection>(path, maxQuestions);
  if (kept) return kept;
  const collection = await make();
  if (collection === null) return null;
  const questions = spread(collection.questions, maxQuestions);
  const queries = await measure({ ...collection, questions });
  const measured: MeasuredCollection = { name, queries };
  keep(path, maxQuestions, measured);
  return measured;
}

function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, at) => list[Math.floor((at * list.length) / most)]!);
}

async function measure({ name, pool, questions }: Collection): Promise<MeasuredQuery[]> {
  const { search } = searchSongs(pool.map((song) => song.description));
  const prepared = pool.map(({ description }) => prepareSong(description));
  const originals = questions.map(({ song }) => song.from ?? song);
  const trigrams = intervalTrigrams([...pool, ...originals].map(({ description }) => description));
  const baseline = intervalTrigrams(
    [...pool, ...questions.map(({ song }) => song)].map(({ description }) => description),
  );
  const queries: MeasuredQuery[] = [];
  for (const [index, { song, answers, leftOut }] of questions.entries()) {
    const isUnknown = (place: number): boolean =>
      leftOut.has(place) || (!answers.has(place) && trigrams(pool.length + index, place) > sameTune);
    const query = prepareSong(song.description);
    const found = await search(song.description, pool.indexOf(song));
    const pairs = found.flatMap(
      ({ song: place, comparison, evidence, passage, similarity, standing }): MeasuredPair[] => {
        if (!comparison || isUnknown(place)) return [];
        return [
          {
            song: pool[place]!.id,
            isAnswer: answers.has(place),
            order: evidence,
            bits: comparison.bits,
            claims: comparison.claims,
            isAlone: isAlone(query, prepared[place]!),
            passage,
            similarity,
            standing,
            trigrams: Number(baseline(pool.length + index, place).toFixed(4)),
            candidates: measurePair(query, prepared[place]!).map((one) =>
              valuesOf(one).map((value) => Number(value.toFixed(4))),
            ),
          },
        ];
      },
    );
    const met = pairs.filter(({ isAnswer }) => isAnswer).length;
    queries.push({
      query: song.id,
      family: song.group ?? song.id,
      source: song.description.source,
      unrelated: [...pool.keys()].filter((at) => pool[at] !== song && !answers.has(at) && !isUnknown(at))
        .length,
      pairs,
      missed: answers.size - met,
    });
    process.stderr.write('.');
  }
  process.stderr.write(` ${name}\n`);
  return queries;
}

/** Songs with others of their group as questions; the group's other songs are the answers. */
export function questionsOf(pool: readonly BenchSong[], limit: number): Question[] {
  const members = new Map<string, number[]>();
  for (const [place, { group }] of pool.entries())
    if (group !== null) members.set(group, [...(members.get(group) ?? []), place]);
  const asked = [...members.values()].filter((places) => places.length > 1).flat();
  const step = Math.max(1, Math.ceil(asked.length / limit));
  return asked
    .filter((_, index) => index % step === 0)
    .map((place) => ({
      song: pool[place]!,
      answers: new Set(members.get(pool[place]!.group!)!.filter((other) => other !== place)),
      leftOut: new Set(),
    }));
}
