/**
 * Costs at scale, on the embedded database. A thousand synthetic songs are registered for real; then the lists of
 * postings that queries read first are made 160 times as long, in blocks in the database (enlarge.ts), and the same
 * queries are asked again.
 */
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { songHashes } from '../../src/analyses/fingerprint/hashes.js';
import { framesPerSecond, framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import type { PeakList } from '../../src/analyses/fingerprint/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks.js';
import { lookUpBudgets } from '../../src/analyses/fingerprint/search.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { shuffle } from '../shuffle.js';
import { BenchCatalogue } from './catalogue.js';
import { printTable, showProgress } from './report.js';
import { synthesiseSong } from './synthetic.js';

const songs = 1000;
const songSeconds = 180;
/** How many times as many songs the large catalogue has. */
const enlargement = 160;
const queries = 30;

async function peaksOf(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(samples);
  return extractor.finish();
}

/** Another song of the same statistics: transposed, and its two-second pieces in another order. */
function variant(peaks: PeakList, seed: number): PeakList {
  const random = seededRandom(seed);
  const piece = 2 * framesPerSecond;
  const pieces = Math.floor((songSeconds * framesPerSecond) / piece);
  const order = Array.from({ length: pieces }, (_, i) => i);
  shuffle(order, random);
  const target = new Int32Array(pieces);
  order.forEach((from, to) => {
    target[from] = to;
  });
  const shift = 350 + random() * 4000;
  const moved = Array.from({ length: peaks.count }, (_, i) => {
    const from = Math.max(0, Math.min(pieces - 1, Math.floor(peaks.times[i]! / piece)));
    return {
      // A little jitter, lest all songs made of one original share its hashes.
      time: Math.max(0, peaks.times[i]! + (target[from]! - from) * piece + 4 * (random() - 0.5)),
      cents: (peaks.cents[i]! + shift + 120 * random()) % 5570,
      salience: peaks.saliences[i]!,
      level: peaks.levels[i]!,
    };
  }).sort((a, b) => a.time - b.time);
  return {
    count: moved.length,
    times: Float32Array.from(moved, ({ time }) => time),
    cents: Float32Array.from(moved, ({ cents }) => cents),
    saliences: Float32Array.from(moved, ({ salience }) => salience),
    levels: Float32Array.from(moved, ({ level }) => level),
  };
}

export async function measureScale(): Promise<void> {
  const catalogue = await BenchCatalogue.open();
  try {
    const originals: PeakList[] = [];
    for (let seed = 0; seed < 10; seed++) originals.push(await peaksOf(synthesiseSong(seed, songSeconds)));
    const keys: Uint32Array[] = [];
    for (let i = 0; i < songs; i++) {
      const peaks = variant(originals[i % originals.length]!, i);
      await catalogue.addPeaks(`song${i}`, peaks, songSeconds);
      keys.push(songHashes(peaks).keys);
      showProgress(i + 1, songs, 'registering synthetic songs');
    }
    const size = await catalogue.size();
    console.log(`${songs} synthetic songs of ${songSeconds} s in the embedded database:`);
    printTable(
      ['postings', 'bytes a posting', 'MB an hour'],
      [
        [
          size.postings,
          (size.postingBytes / size.postings).toFixed(2),
          ((size.postingBytes + size.peakBytes) / 1e6 / ((songs * songSeconds) / 3600)).toFixed(3),
        ],
      ],
    );
    await measureQueries(catalogue, originals, keys);
  } finally {
    await catalogue.close();
  }
}

/** 20 s of a registered song, at another speed and with a third of its peaks replaced. */
function damagedExcerpt(original: PeakList, seed: number): PeakList {
  const song = variant(original, seed);
  const random = seededRandom(seed + 77);
  const from = 40 * framesPerSecond;
  const kept: { time: number; cents: number; salience: number; level: number }[] = [];
  for (let i = 0; i < song.count; i++) {
    const time = song.times[i]! - from;
    if (time < 0 || time > 20 * framesPerSecond) continue;
    const isReplaced = random() < 0.33;
    kept.push({
      time: (isReplaced ? random() * 20 * framesPerSecond : time) / 1.02,
      cents: isReplaced ? random() * 5570 : song.cents[i]! + 34,
      salience: song.saliences[i]!,
      level: song.levels[i]!,
    });
  }
  kept.sort((a, b) => a.time - b.time);
  return {
    count: kept.length,
    times: Float32Array.from(kept, ({ time }) => time),
    cents: Float32Array.from(kept, ({ cents }) => cents),
    saliences: Float32Array.from(kept, ({ salience }) => salience),
    levels: Float32Array.from(kept, ({ level }) => level),
  };
}

async function cpuMs(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function measureQueries(
  catalogue: BenchCatalogue,
  originals: readonly PeakList[],
  keys: readonly Uint32Array[],
): Promise<void> {
  const asked = Array.from({ length: queries }, (_, i) => {
    const seed = i * 10 + (i % originals.length);
    return { id: `song${seed}`, peaks: damagedExcerpt(originals[i % originals.length]!, seed) };
  });
  const unregistered = Array.from({ length: queries }, (_, i) => ({
    id: '',
    peaks: damagedExcerpt(originals[i % originals.length]!, songs + i),
  }));
  const small = await ask(catalogue, asked);
  const missed = await ask(catalogue, unregistered);
  const all = sorted(keys);
  const windows = asked.map(({ peaks }) => queryWindows(peaks, 20)[0]!);
  const firstKeys = windows.map((window) => {
    const [count] = lookUpBudgets(window.keys.length, all.length * enlargement);
    return window.keys.slice(0, count);
  });
  await catalogue.enlarge({
    keys: all,
    belowKey: Math.max(...firstKeys.map((some) => some[some.length - 1]!)) + 1,
    factor: enlargement,
    songs,
    units: (songs * (songSeconds + 2) * framesPerSecond) / framesPerUnit,
  });
  const large = await ask(catalogue, asked);
  const keysRead = firstKeys.reduce((sum, some) => sum + some.length, 0) / queries;
  console.log(
    `\nA 20 s query from its peaks on, CPU ms (mean of ${queries}; a third of its peaks replaced, 2 % faster):`,
  );
  printTable(
    ['catalogue', 'found', 'blocks read from the database', 'blocks in memory', 'kernels'],
    [
      ['1,000 songs', small.found, small.cold, small.warm, small.kernels],
      ['1,000 songs, not registered', missed.found, missed.cold, missed.warm, missed.kernels],
      [`${songs * enlargement} songs`, large.found, large.cold, large.warm, large.kernels],
    ],
  );
  console.log(`At ${songs * enlargement} songs a query looks ${keysRead.toFixed(0)} keys up first.`);
}

interface Asked {
  readonly found: number;
  readonly cold: string;
  readonly warm: string;
  readonly kernels: string;
}

/** Asks every query twice: the second time all its blocks are in memory. */
async function ask(
  catalogue: BenchCatalogue,
  asked: readonly { readonly id: string; readonly peaks: PeakList }[],
): Promise<Asked> {
  const ms = { cold: 0, warm: 0 };
  const kernels = new Map<string, number>();
  let found = 0;
  for (const [i, { id, peaks }] of asked.entries()) {
    ms.cold += await cpuMs(() => catalogue.search(queryWindows(peaks, 20)[0]!));
    catalogue.kernelMs.clear();
    let matches: string[] = [];
    ms.warm += await cpuMs(async () => {
      matches = await catalogue.search(queryWindows(peaks, 20)[0]!);
    });
    if (matches[0] === id) found++;
    for (const [name, spent] of catalogue.kernelMs) kernels.set(name, (kernels.get(name) ?? 0) + spent);
    showProgress(i + 1, asked.length, 'querying');
  }
  return {
    found,
    cold: (ms.cold / asked.length).toFixed(1),
    warm: (ms.warm / asked.length).toFixed(1),
    kernels: [...kernels]
      .map(([name, spent]) => `${name.replace('fingerprint.', '')} ${(spent / asked.length).toFixed(1)}`)
      .join(', '),
  };
}

function sorted(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all.sort();
}
