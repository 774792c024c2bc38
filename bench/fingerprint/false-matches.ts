/**
 * The tail of wrong matches: degraded queries against songs that none of them is in. The songs are the recordings'
 * own peaks backwards and transposed by different amounts: the statistics of music, and no copy.
 */
import { decisionRules, isAlike } from '../../src/analyses/fingerprint/decision.js';
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import type { Alignment } from '../../src/analyses/fingerprint/measure.js';
import type { PeakList } from '../../src/analyses/fingerprint/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks.js';
import { queryCases } from './cases.js';
import { type BenchCatalogue, durationSeconds } from './catalogue.js';
import { QueryMaker } from './queries.js';
import { printTable, showProgress } from './report.js';
import { type BenchSong, decodeMono } from './songs.js';
import { isInstalled } from './tools.js';

/** Every how many-th query is taken: the cases of one excerpt are much alike. */
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
  const best: Alignment[] = [];
  const maker = new QueryMaker(cacheFolder);
  let number = 0;
  let queries = 0;
  for (const [i, song] of songs.entries()) {
    for (const queryCase of queryCases.filter(({ needs }) => needs.every(isInstalled))) {
      if (number++ % everyNth !== 0) continue;
      for (const { samples } of await maker.make(song, seconds.get(song.id)!, queryCase)) {
        queries++;
        const [window] = queryWindows(await peaksOf(samples), durationSeconds(samples));
        const alignment = await catalogue.strongest(window!);
        if (alignment) best.push(alignment);
      }
    }
    showProgress(i + 1, songs.length, 'querying');
  }
  await printTail(catalogue, best, queries);
}

async function printTail(
  catalogue: BenchCatalogue,
  best: readonly Alignment[],
  queries: number,
): Promise<void> {
  const passing = best.filter((alignment) => isAlike(alignment, decisionRules.normal));
  const { songs } = await catalogue.size();
  console.log(`\nHighest z of a wrong song: ${queries} queries against ${songs} songs:`);
  const row = (label: string, alignments: readonly Alignment[]): (string | number)[] => {
    const z = alignments.map((alignment) => alignment.z).sort((a, b) => b - a);
    const at = (share: number): string => (z[Math.floor(share * queries)] ?? 0).toFixed(1);
    const tail = z.slice(0, Math.floor(queries / 10));
    const threshold = z[tail.length] ?? 0;
    const fold = tail.reduce((sum, value) => sum + value - threshold, 0) / Math.max(1, tail.length);
    return [label, z.length, at(0.5), at(0.1), at(0.01), at(0), fold.toFixed(2)];
  };
  printTable(
    ['rules', 'queries with any', 'median', '90th percentile', '99th', 'highest', 'e-folding above the 90th'],
    [row('z alone', best), row('with excess, coverage, sharpness', passing)],
  );
}

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
