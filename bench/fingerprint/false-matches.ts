/**
 * The tail of wrong matches: degraded queries against songs that none of them is in. The songs are the recordings'
 * own peaks backwards and transposed by different amounts: the statistics of music, and no copy.
 */
import { decisionRules, isSimilar } from '../../src/analyses/fingerprint/decision/decision.js';
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks/peaks.js';
import type { Alignment } from '../../src/analyses/fingerprint/verification/measure.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { allCases } from './all-cases.js';
import { type BenchCatalogue, durationSeconds } from './catalogue.js';
import { QueryMaker } from './queries.js';
import { printTable, showProgress } from './report.js';
import type { BenchSong } from './songs.js';
import { isInstalled } from './tools.js';

/** Every how many-th query is taken: the cases of one excerpt are very similar. */
const everyNth = 5;

export async function measureFalseMatches(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  copies: number,
  cacheFolder: string,
): Promise<void> {
  const seconds = new Map<string, number>();
  for (const [i, song] of songs.entries()) {
    const samples = await decodeMono(song.path, 16_000);
    seconds.set(song.id, durationSeconds(samples));
    const peaks = await peaksOf(samples);
    if (peaks.count === 0) continue;
    for (let copy = 0; copy < copies; copy++) {
      await catalogue.addPeaks(`${song.id}/${copy}`, backwards(peaks, copy * 500), durationSeconds(samples));
    }
    showProgress(i + 1, songs.length, 'registering songs played backwards');
  }
  const wrong: WrongMatch[] = [];
  const maker = new QueryMaker(cacheFolder);
  let number = 0;
  let queries = 0;
  for (const [i, song] of songs.entries()) {
    for (const queryCase of allCases.filter(({ needs }) => needs.every(isInstalled))) {
      if (number++ % everyNth !== 0) continue;
      for (const { samples } of await maker.make(song, seconds.get(song.id)!, queryCase)) {
        queries++;
        const [window] = queryWindows(await peaksOf(samples), durationSeconds(samples));
        for (const { id, alignment } of await catalogue.alignments(window!)) {
          wrong.push({ query: queries, isOwn: id.startsWith(song.id), alignment });
        }
      }
    }
    showProgress(i + 1, songs.length, 'querying');
  }
  await printTail(catalogue, wrong, queries);
}

interface WrongMatch {
  /** The query's number. */
  readonly query: number;
  /** Whether the song is the query's own, backwards: on a strict grid it is much like itself. */
  readonly isOwn: boolean;
  readonly alignment: Alignment;
}

async function printTail(
  catalogue: BenchCatalogue,
  wrong: readonly WrongMatch[],
  queries: number,
): Promise<void> {
  const { songs } = await catalogue.size();
  console.log(`\nHighest z of a wrong song: ${queries} queries against ${songs} songs:`);
  const row = (label: string, matches: readonly WrongMatch[]): (string | number)[] => {
    const best = new Map<number, number>();
    for (const { query, alignment } of matches) {
      best.set(query, Math.max(best.get(query) ?? 0, alignment.z));
    }
    const z = [...best.values()].sort((a, b) => b - a);
    const at = (share: number): string => (z[Math.floor(share * queries)] ?? 0).toFixed(1);
    const tail = z.slice(0, Math.max(3, Math.floor(queries * tailShare)));
    const threshold = z[tail.length] ?? 0;
    const fold = tail.reduce((sum, value) => sum + value - threshold, 0) / Math.max(1, tail.length);
    return [label, z.length, at(0.1), at(0.03), at(0.01), at(0), fold.toFixed(2)];
  };
  const others = wrong.filter(({ isOwn }) => !isOwn);
  const isLike = ({ alignment }: WrongMatch): boolean => isSimilar(alignment, decisionRules.normal);
  printTable(
    [
      'wrong songs',
      'queries with any',
      '90th percentile',
      '97th',
      '99th',
      'highest',
      'e-folding above the 97th',
    ],
    [
      row('all, z alone', wrong),
      row("all but the query's own song backwards, z alone", others),
      row('all, similar enough for a copy', wrong.filter(isLike)),
    ],
  );
}

/** The tail that is fitted. */
const tailShare = 0.03;

async function peaksOf(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(samples);
  return extractor.finish();
}

function backwards(peaks: PeakList, shiftCents: number): PeakList {
  const end = peaks.times[peaks.count - 1]!;
  const from = (i: number): number => peaks.count - 1 - i;
  return {
    count: peaks.count,
    times: peaks.times.map((_, i) => end - peaks.times[from(i)]!),
    cents: peaks.cents.map((_, i) => (peaks.cents[from(i)]! + shiftCents) % 5570),
    saliences: peaks.saliences.map((_, i) => peaks.saliences[from(i)]!),
    levels: peaks.levels.map((_, i) => peaks.levels[from(i)]!),
  };
}
