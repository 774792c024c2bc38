/** How often a song without a counterpart is reported. */
import { reportingThreshold } from '../../src/analyses/plagiarism/calibration.js';
import { comparePrepared, prepareSong } from '../../src/analyses/plagiarism/compare-songs.js';
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

export function printPairs(title: string, pairs: readonly PairEvidence[]): void {
  const bits = (place: number): string => (pairs[place]?.bits ?? 0).toFixed(1);
  const reported = pairs.filter((pair) => pair.reported);
  console.log(
    `${reported.length} of ${pairs.length} pairs of ${title} reported; bits: median ${bits(pairs.length >> 1)}, 1 % ${bits(Math.floor(pairs.length / 100))}, largest ${bits(0)}`,
  );
  for (const pair of reported.slice(0, 10))
    console.log(`  ${pair.a} ~ ${pair.b}: ${pair.bits.toFixed(1)} bits`);
}
