/** How often a song without a counterpart is reported. */
import {
  evenBits,
  evenBitsAmong,
  reportingThreshold,
} from '../../src/analyses/plagiarism/comparison/calibration.js';
import { comparePrepared } from '../../src/analyses/plagiarism/comparison/compare-songs.js';
import { prepareSong } from '../../src/analyses/plagiarism/comparison/prepared-song.js';
import { wilson } from './intervals.js';
import type { BenchSong } from './load-song.js';
import { type FoundSong, searchSongs } from './search-songs.js';

export interface Strongest {
  readonly id: string;
  readonly best: string;
  readonly bits: number;
  readonly metric: number;
}

/** The strongest evidence that each query finds among the database songs. */
export async function strongestOf(
  queries: readonly BenchSong[],
  database: readonly BenchSong[],
): Promise<Strongest[]> {
  const { search } = searchSongs(database.map((song) => song.description));
  const strongest: Strongest[] = [];
  for (const query of queries) {
    const found = await search(query.description, database.indexOf(query));
    const bitsOf = ({ comparison }: FoundSong): number => comparison?.bits ?? 0;
    const [first] = found.sort((a, b) => bitsOf(b) - bitsOf(a));
    strongest.push({
      id: query.id,
      best: first?.comparison ? database[first.song]!.id : '',
      bits: first?.comparison?.bits ?? 0,
      metric: first?.comparison?.signatureMetric ?? 0,
    });
  }
  return strongest;
}

export function printStrongest(title: string, strongest: readonly Strongest[]): void {
  const alarms = strongest.filter((one) => one.metric >= reportingThreshold);
  const bits = strongest.map((one) => one.bits).sort((a, b) => a - b);
  const at = (share: number): string => (bits[Math.floor(bits.length * share)] ?? 0).toFixed(1);
  console.log(`\nfalse alarms: ${title}`);
  console.log(
    `${alarms.length} of ${strongest.length} queries reported; strongest evidence in bits: median ${at(0.5)}, 90 % ${at(0.9)}, largest ${(bits.at(-1) ?? 0).toFixed(1)}`,
  );
  for (const { id, best, bits: own } of alarms) console.log(`  ${id} ~ ${best}: ${own.toFixed(1)} bits`);
}

/**
 * How often a query is answered with a song that has nothing to do with it, by kind of query, among all songs of the
 * pool; songs of the query's own group are left out. Printed as measured, and for a database of 1,000 songs, where less evidence is asked for.
 */
export async function printAlarmRates(
  queries: ReadonlyMap<string, readonly BenchSong[]>,
  pool: readonly BenchSong[],
): Promise<void> {
  const { search } = searchSongs(pool.map((song) => song.description));
  console.log(`\nfalse alarms among ${pool.length} unrelated songs, by kind of query`);
  console.log(
    '| queries | number | reported | largest, bits | 90 %, bits | of 100 queries against 1,000 songs, 95 % interval |\n|---|---|---|---|---|---|',
  );
  for (const [kind, songs] of queries) {
    const strongest: number[] = [];
    const alarms: string[] = [];
    let alarmsAmong1000 = 0;
    for (const query of songs) {
      const found = (await search(query.description, pool.indexOf(query)))
        .map(({ song, comparison }) => ({ song: pool[song]!, bits: comparison?.bits ?? 0, comparison }))
        .filter(({ song }) => query.group === null || song.group !== query.group)
        .sort((a, b) => b.bits - a.bits);
      strongest.push(found[0]?.bits ?? 0);
      if (found[0]?.comparison?.reported)
        alarms.push(`  ${query.id} ~ ${found[0].song.id}: ${found[0].bits.toFixed(1)} bits`);
      const isHeard = (one: BenchSong): boolean => one.description.source === 'audio';
      const asked = (song: BenchSong): number =>
        evenBitsAmong(1000, isHeard(query) || isHeard(song) ? 'transcribed' : 'written');
      if (found.some(({ song, bits }) => bits >= asked(song))) alarmsAmong1000++;
    }
    strongest.sort((a, b) => b - a);
    const scaled = wilson(alarmsAmong1000, songs.length).map(
      (share) => 100 * (1 - (1 - share) ** (1000 / pool.length)),
    );
    const cells = [
      kind,
      songs.length,
      alarms.length,
      (strongest[0] ?? 0).toFixed(1),
      (strongest[Math.floor(songs.length / 10)] ?? 0).toFixed(1),
      scaled.map((share) => share.toFixed(1)).join(' … '),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const alarm of alarms) console.log(alarm);
  }
}

export interface PairEvidence {
  readonly a: string;
  readonly b: string;
  readonly bits: number;
  readonly reported: boolean;
}

/** The evidence of every pair of songs of different groups, strongest first. */
export function evidenceOfPairs(songs: readonly BenchSong[]): PairEvidence[] {
  const prepared = songs.map((song) => prepareSong(song.description));
  const pairs = songs.flatMap((one, first) =>
    songs.slice(0, first).flatMap((other, second) => {
      if (one.group !== null && one.group === other.group) return [];
      const { bits, reported } = comparePrepared(prepared[first]!, prepared[second]!);
      return [{ a: one.id, b: other.id, bits, reported }];
    }),
  );
  return pairs.sort((x, y) => y.bits - x.bits);
}

/** A few thousand pairs show no more than this. */
const maxPairsShown = 1e6;

const pairsText = (pairs: number): string => (pairs > maxPairsShown ? 'a million or more' : pairs.toFixed(0));

export function printPairs(title: string, pairs: readonly PairEvidence[]): void {
  const bits = (place: number): string => (pairs[place]?.bits ?? 0).toFixed(1);
  const reported = pairs.filter((pair) => pair.reported);
  const tail = pairs.slice(0, Math.max(2, Math.floor(pairs.length / 100)));
  const level = tail.at(-1)?.bits ?? 0;
  // A tail that falls off exponentially has its mean this far above its level.
  const fold = tail.reduce((sum, pair) => sum + pair.bits - level, 0) / tail.length;
  const beyond = (tail.length / pairs.length) * Math.exp(-(evenBits - level) / fold);
  console.log(
    `${title}: the strongest hundredth falls e-fold every ${fold.toFixed(2)} bits, which puts one pair in ${pairsText(1 / beyond)} above the threshold`,
  );
  console.log(
    `${reported.length} of ${pairs.length} pairs of ${title} reported; bits: median ${bits(pairs.length >> 1)}, 1 % ${bits(Math.floor(pairs.length / 100))}, largest ${bits(0)}`,
  );
  for (const pair of reported.slice(0, 10))
    console.log(`  ${pair.a} ~ ${pair.b}: ${pair.bits.toFixed(1)} bits`);
}
