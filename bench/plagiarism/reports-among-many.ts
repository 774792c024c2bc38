/**
 * `npm run bench -- plagiarism --false-alarms KIND`: how many queries are answered with a song that has nothing to do with
 * them, and with one of their own group, among 10,000 songs of one kind. Each query's answer is kept at once: a run that was cut goes on where it stopped
 * (`asked-KIND.jsonl`; remove it where the rules of search or comparison changed in between).
 */
import { join } from 'node:path';
import { evenBitsAmong } from '../../src/analyses/plagiarism/comparison/calibration.js';
import { comparePrepared } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { isAlone, prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { showProgress } from '../lyrics/progress.js';
import { shuffle } from '../shuffle.js';
import { type Answer, printAmongMany } from './among-many-figures.js';
import { answeredQueries } from './answered-queries.js';
import { intervalTrigrams, sameTune } from './baselines.js';
import { randomOf } from './changes.js';
import { largePool, type PoolSong } from './large-pool.js';
import type { BenchSong } from './load-song.js';
import { keepMany, songKinds } from './many-songs.js';
import { measurePair } from './measure-pair.js';
import { featureNames, valuesOf } from './pair-features.js';
import { isWritten, type SongsOptions, songsAmongMany } from './songs-among-many.js';

export interface FalseAlarmOptions extends SongsOptions {
  /** Songs of the pool. */
  readonly size: number;
  /** Where the strongest songs of each query are kept, for the calibration. */
  readonly pairs: string;
}

/** Songs of each query that are kept, of each kind. */
const kept = 10;
/** Unrelated real songs that each query is compared with besides, drawn by chance. */
const drawnSongs = 60;

function countKinds(songs: readonly PoolSong[]): Record<PoolSong['kind'], number> {
  const counts = { real: 0, mirrored: 0, composed: 0 };
  for (const { kind } of songs) counts[kind]++;
  return counts;
}

/** Cosine of the interval trigrams of two written songs, or of what was performed; 0 where one of them was heard. */
function writtenTrigrams(songs: readonly BenchSong[]): (a: BenchSong, b: BenchSong) => number {
  const written = [...new Set(songs.map((one) => one.from ?? one))].filter(
    ({ description }) => description.source === 'midi',
  );
  const places = new Map(written.map((one, place) => [one, place]));
  const similarity = intervalTrigrams(written.map(({ description }) => description));
  const placeOf = (one: BenchSong): number | undefined => places.get(one.from ?? one);
  return (a, b) => {
    const [place, other] = [placeOf(a), placeOf(b)];
    return place === undefined || other === undefined ? 0 : similarity(place, other);
  };
}

/** Of the real songs among these. */
function drawn(songs: readonly PoolSong[], seed: string): PoolSong[] {
  const real = songs.filter(({ kind }) => kind === 'real');
  shuffle(real, randomOf(seed));
  return real.slice(0, drawnSongs);
}

export async function reportsAmongMany(options: FalseAlarmOptions): Promise<void> {
  const { asked, real } = await songsAmongMany(options);
  const pool = largePool(real, options.size);
  const byId = new Map(real.map((one, place) => [one.id, place]));
  const trigrams = writtenTrigrams([...real, ...asked]);
  // Audio on either side makes a comparison one of transcribed songs.
  const even = evenBitsAmong(pool.songs.length, isWritten(options.kind) ? 'written' : 'transcribed');
  const kind = options.kind;
  const known = answeredQueries<Answer>(join(options.pairs, `asked-${kind}.jsonl`), {
    kind,
    even,
    features: featureNames,
    drawnSongs,
    songs: pool.songs.map(({ id }) => id),
  });
  for (const [at, query] of asked.entries()) {
    showProgress(`${kind} queries`, at, asked.length);
    if (known.answers.has(query.id)) continue;
    const isOfGroup = (id: string): boolean =>
      id === query.id || (query.group !== null && real[byId.get(id)!]!.group === query.group);
    const isSelf = ({ kind, sources }: PoolSong): boolean => kind === 'real' && sources[0] === query.id;
    const isAnswer = (one: PoolSong): boolean =>
      one.kind === 'real' && !isSelf(one) && isOfGroup(one.sources[0]!);
    const similarityTo = (id: string): number => trigrams(query, real[byId.get(id)!]!);
    const similarity = ({ kind, sources }: PoolSong): number =>
      kind === 'real' ? similarityTo(sources[0]!) : 0;
    // Of performances the tune is known as written, so that those like it are known too.
    const isLikeTune = (id: string): boolean => query.from !== undefined && similarityTo(id) > sameTune;
    const isRelated = ({ sources }: PoolSong): boolean =>
      sources.some((id) => isOfGroup(id) || isLikeTune(id));
    const before = process.cpuUsage();
    const found = await pool.search(query.description, (one) => isRelated(one) && !isAnswer(one));
    const { user, system } = process.cpuUsage(before);
    const compared = found
      .flatMap(({ song: other, comparison }) => (comparison ? [{ song: other, ...comparison }] : []))
      .sort((a, b) => b.bits - a.bits);
    const best = compared.filter(({ song: other }) => !isAnswer(other));
    const most = (kind: PoolSong['kind']): number => best.find((one) => one.song.kind === kind)?.bits ?? 0;
    const alarms = best.filter((one) => one.reported);
    const prepared = prepareSong(query.description);
    for (const { song: other, bits, basis } of alarms)
      console.log(
        `  ${query.id} ~ ${other.id}: ${bits.toFixed(1)} bits (${basis}), trigrams ${similarity(other).toFixed(2)}`,
      );
    const unrelated = pool.songs.filter((one) => !isRelated(one));
    const measured = {
      query: query.id,
      unrelated: countKinds(unrelated),
      drawn: drawn(unrelated, query.id).map((one) => comparePrepared(prepared, pool.prepared(one)).bits),
      answers: pool.songs
        .filter(isAnswer)
        .map((one) => compared.find(({ song: other }) => other === one)?.bits ?? 0),
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
  keepMany(options.pairs, options.queries, { kind, queries: answers.map(({ measured }) => measured) });
  known.remove();
  printAmongMany(kind, answers, countKinds(pool.songs), even);
}
