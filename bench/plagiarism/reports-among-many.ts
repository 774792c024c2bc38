/**
 * `npm run bench -- plagiarism --false-alarms pop|recordings`: how many queries are answered with a song that has nothing to do with
 * them, among 10,000 songs of one kind alone. Each query's answer is kept at once: a run that was cut goes on where it stopped
 * (`asked-KIND.jsonl`; remove it where the rules of search or comparison changed in between).
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { evenBitsAmong } from '../../src/analyses/plagiarism/comparison/calibration.js';
import {
  type Comparison,
  isAlone,
  prepareSong,
} from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { showProgress } from '../lyrics/progress.js';
import { answeredQueries } from './answered-queries.js';
import { intervalTrigrams } from './baselines.js';
import { every, filesOf, song } from './evidence-collections.js';
import { share } from './intervals.js';
import { keep, readKept } from './kept-pairs.js';
import { largePool, type PoolSong } from './large-pool.js';
import type { BenchSong } from './load-song.js';
import { measurePair } from './measure-pair.js';
import { featureNames, valuesOf } from './pair-features.js';
import { audioFiles, described } from './recordings.js';

export interface FalseAlarmOptions {
  readonly kind: 'pop' | 'recordings';
  /** The development data. */
  readonly data: string;
  /** More folders of recordings. */
  readonly folders: readonly string[];
  readonly seconds: number;
  readonly cache: string | undefined;
  readonly size: number;
  readonly queries: number;
  /** Where the strongest songs of each query are kept, for the calibration. */
  readonly pairs: string;
}

/** Songs of each query that are kept, of each kind. */
const kept = 10;

/** What was measured, as a file: only the strongest of all unrelated songs of a query. */
export interface ManySongs {
  readonly kind: FalseAlarmOptions['kind'];
  readonly queries: readonly {
    readonly query: string;
    readonly unrelated: Readonly<Record<PoolSong['kind'], number>>;
    readonly strongest: readonly {
      readonly song: string;
      readonly kind: PoolSong['kind'];
      readonly bits: number;
      readonly basis: string;
      readonly claims: Comparison['claims'];
      readonly isAlone: boolean;
      /** As of a measured pair. */
      readonly candidates: readonly (readonly number[])[];
      /** Cosine of interval trigrams of real songs; 0 for others. */
      readonly trigrams: number;
    }[];
  }[];
}

const manyPath = (pairs: string, kind: ManySongs['kind']): string => join(pairs, `many-${kind}.json`);

/**
 * However many queries were asked; null where none were.
 * @throws Error where the file is of a version before: the calibration must not lose these songs unnoticed
 */
export function readMany(pairs: string, kind: ManySongs['kind']): ManySongs | null {
  const path = manyPath(pairs, kind);
  if (!existsSync(path)) return null;
  const many = readKept<ManySongs>(path, 0);
  if (!many)
    throw new Error(`${path} is of another version: run --false-alarms ${kind} again, or remove it.`);
  return many;
}

/** Real songs that agree with the query by more than this (cosine of interval trigrams) are named: they may be one tune. */
export const sameTune = 0.4;

export const songKinds = ['real', 'mirrored', 'composed'] as const;

function countKinds(songs: readonly PoolSong[]): Record<PoolSong['kind'], number> {
  const counts = { real: 0, mirrored: 0, composed: 0 };
  for (const { kind } of songs) counts[kind]++;
  return counts;
}

async function songsOf({ kind, data, folders, cache, seconds }: FalseAlarmOptions): Promise<BenchSong[]> {
  if (kind === 'pop')
    return filesOf(join(data, 'symbolic', 'pop909_cl'), /\.mid$/).map((path) => song(path, basename(path)));
  const songs: BenchSong[] = [];
  for (const part of ['recordings', 'ai_generated'].map((name) => join(data, name)))
    songs.push(...(await described(part, audioFiles(part), cache)));
  for (const folder of folders) songs.push(...(await described(folder, audioFiles(folder), cache, seconds)));
  return songs.filter(({ description }) => description.beats.length > 1);
}

/** What one query adds to the figures. */
interface Answer {
  readonly measured: ManySongs['queries'][number];
  readonly strongest: number;
  readonly largest: Readonly<Record<PoolSong['kind'], number>>;
  readonly isReported: boolean;
  /** Reported is a song whose trigrams agree by less than `sameTune`. */
  readonly isNamed: boolean;
  readonly isPossible: boolean;
  /** CPU seconds of the search alone, without what is measured for the calibration. */
  readonly seconds: number;
}

export async function reportsAmongMany(options: FalseAlarmOptions): Promise<void> {
  const real = await songsOf(options);
  const pool = largePool(real, options.size);
  const byId = new Map(real.map((one, place) => [one.id, place]));
  const trigrams = intervalTrigrams(real.map(({ description }) => description));
  // Audio on either side makes a comparison one of transcribed songs.
  const even = evenBitsAmong(pool.songs.length, options.kind === 'pop' ? 'written' : 'transcribed');
  const asked = every(real, options.queries);
  const kind = options.kind;
  const known = answeredQueries<Answer>(join(options.pairs, `asked-${kind}.jsonl`), {
    kind,
    even,
    features: featureNames,
    songs: pool.songs.map(({ id }) => id),
  });
  for (const [at, query] of asked.entries()) {
    showProgress(`${kind} queries`, at, asked.length);
    if (known.answers.has(query.id)) continue;
    const own = byId.get(query.id)!;
    const isRelated = ({ kind, sources }: PoolSong): boolean =>
      sources.some((id) => id === query.id) ||
      (kind === 'real' && query.group !== null && real[byId.get(sources[0]!)!]!.group === query.group);
    const before = process.cpuUsage();
    const found = await pool.search(query.description, isRelated);
    const { user, system } = process.cpuUsage(before);
    const best = found
      .flatMap(({ song: other, comparison }) => (comparison ? [{ song: other, ...comparison }] : []))
      .sort((a, b) => b.bits - a.bits);
    const most = (kind: PoolSong['kind']): number => best.find((one) => one.song.kind === kind)?.bits ?? 0;
    const alarms = best.filter((one) => one.reported);
    const prepared = prepareSong(query.description);
    const similarity = (one: PoolSong): number =>
      one.kind === 'real' ? trigrams(own, byId.get(one.sources[0]!)!) : 0;
    for (const { song: other, bits, basis } of alarms)
      console.log(
        `  ${query.id} ~ ${other.id}: ${bits.toFixed(1)} bits (${basis}), trigrams ${similarity(other).toFixed(2)}`,
      );
    const measured = {
      query: query.id,
      unrelated: countKinds(pool.songs.filter((one) => !isRelated(one))),
      strongest: songKinds
        .flatMap((kind) => best.filter((one) => one.song.kind === kind).slice(0, kept))
        .map(({ song: other, bits, basis, claims }) => {
          const answer = pool.prepared(other);
          return {
            song: other.id,
            kind: other.kind,
            bits,
            basis,
            claims,
            isAlone: isAlone(prepared, answer),
            candidates: measurePair(prepared, answer).map(valuesOf),
            trigrams: similarity(other),
          };
        }),
    };
    known.add(query.id, {
      measured,
      strongest: best[0]?.bits ?? 0,
      largest: { real: most('real'), mirrored: most('mirrored'), composed: most('composed') },
      isReported: alarms.length > 0,
      isNamed: alarms.some(({ song: other }) => similarity(other) < sameTune),
      isPossible: alarms.length === 0 && best.some(({ finding }) => finding === 'possible'),
      seconds: (user + system) / 1e6,
    });
  }
  showProgress(`${kind} queries`, asked.length, asked.length);
  const answers = asked.map(({ id }) => known.answers.get(id)!);
  const count = (is: (answer: Answer) => boolean): string => share(answers.filter(is).length, asked.length);
  const seconds = answers.reduce((sum, answer) => sum + answer.seconds, 0);
  keep<ManySongs>(manyPath(options.pairs, options.kind), options.queries, {
    kind: options.kind,
    queries: answers.map(({ measured }) => measured),
  });
  known.remove();
  const size = Object.entries(countKinds(pool.songs)).map(([kind, count]) => `${count} ${kind}`);
  const quantile = (list: readonly number[], at: number): string =>
    (list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(at * list.length))] ?? 0).toFixed(1);
  console.log(
    `\n${options.kind}: ${asked.length} queries among ${pool.songs.length} songs (${size.join(', ')})`,
  );
  console.log(
    `queries with a report: ${count(({ isReported }) => isReported)}; without songs whose trigrams agree by ${sameTune} and more: ${count(({ isNamed }) => isNamed)}; possible: ${count(({ isPossible }) => isPossible)}`,
  );
  console.log('| strongest unrelated song | median, bits | 90 % | 99 % | largest |\n|---|---|---|---|---|');
  const lists = songKinds.map((kind) => [kind, answers.map(({ largest }) => largest[kind])] as const);
  for (const [kind, bits] of [['all', answers.map(({ strongest }) => strongest)] as const, ...lists])
    console.log(`| ${[kind, ...[0.5, 0.9, 0.99, 1].map((at) => quantile(bits, at))].join(' | ')} |`);
  console.log(
    `threshold ${even.toFixed(1)} bits; ${(seconds / asked.length).toFixed(2)} CPU seconds a query (the search alone)`,
  );
}
