/**
 * Costs at scale. A thousand synthetic songs are registered for real in the embedded database. At 160,000 the
 * cells that a query asks for are made on the spot, as full as that many songs would make them, and only the
 * reading and voting is measured.
 */
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { collectHits } from '../../src/analyses/fingerprint/hits.js';
import { framesPerSecond, framesPerUnit } from '../../src/analyses/fingerprint/parameters.js';
import type { PeakList } from '../../src/analyses/fingerprint/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks.js';
import { lookUpBudgets } from '../../src/analyses/fingerprint/search.js';
import { vote } from '../../src/analyses/fingerprint/vote.js';
import { encodePage, forEachPosting, type PostingPage } from '../../src/domain/posting-block.js';
import { BenchCatalogue } from './catalogue.js';
import { randomSource } from './effects.js';
import { printTable, showProgress } from './report.js';
import { synthesiseSong } from './synthetic.js';

const songSeconds = 180;

async function peaksOf(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(samples);
  return extractor.finish();
}

/** Another song of the same statistics: transposed, and its two-second pieces in another order. */
function variant(peaks: PeakList, seed: number): PeakList {
  const random = randomSource(seed);
  const piece = 2 * framesPerSecond;
  const pieces = Math.floor((songSeconds * framesPerSecond) / piece);
  const order = Array.from({ length: pieces }, (_, i) => i);
  for (let i = pieces - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
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
    const songs = 1000;
    for (let i = 0; i < songs; i++) {
      await catalogue.addPeaks(`song${i}`, variant(originals[i % originals.length]!, i), songSeconds);
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
    await measureQueries(catalogue, originals);
  } finally {
    await catalogue.close();
  }
}

/** 20 s of a registered song, at another speed and with a third of its peaks replaced. */
function damagedExcerpt(original: PeakList, seed: number): PeakList {
  const song = variant(original, seed);
  const random = randomSource(seed + 77);
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

async function measureQueries(catalogue: BenchCatalogue, originals: readonly PeakList[]): Promise<void> {
  const times = { cold: 0, warm: 0, large: 0, largeHits: 0, largeKeys: 0 };
  let found = 0;
  const queries = 40;
  const kernels = new Map<string, number>();
  for (let i = 0; i < queries; i++) {
    const peaks = damagedExcerpt(originals[i % originals.length]!, i * 10 + (i % originals.length));
    times.cold += await cpuMs(() => catalogue.search(queryWindows(peaks, 20)[0]!));
    let matches: string[] = [];
    times.warm += await cpuMs(async () => {
      catalogue.kernelMs.clear();
      matches = await catalogue.search(queryWindows(peaks, 20)[0]!);
    });
    if (matches[0] === `song${i * 10 + (i % originals.length)}`) found++;
    for (const [name, ms] of catalogue.kernelMs) kernels.set(name, (kernels.get(name) ?? 0) + ms / queries);
    const large = await measureLarge(catalogue, peaks);
    times.large += large.ms;
    times.largeHits += large.hits;
    times.largeKeys += large.keys;
    showProgress(i + 1, queries, 'querying');
  }
  console.log(`\nA 20 s query, CPU ms (${queries} queries, ${found} found at 1,000 songs):`);
  printTable(
    ['catalogue', 'what', 'keys', 'hits', 'CPU ms'],
    [
      [
        '1,000 songs',
        'hash, read, vote, verify; blocks read from the database',
        '',
        '',
        (times.cold / queries).toFixed(1),
      ],
      ['1,000 songs', 'the same, blocks in memory', '', '', (times.warm / queries).toFixed(1)],
      [
        '160,000 songs (made)',
        'hash, decode, vote; first look-up',
        (times.largeKeys / queries).toFixed(0),
        (times.largeHits / queries).toFixed(0),
        (times.large / queries).toFixed(1),
      ],
    ],
  );
  console.log(
    `Kernels at 1,000 songs, ms: ${[...kernels].map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')}.`,
  );
}

const enlargement = 160;

/** Every list of the thousand songs 160 times as long, at random positions of a time line 160 times as long. */
async function measureLarge(
  catalogue: BenchCatalogue,
  peaks: PeakList,
): Promise<{ ms: number; hits: number; keys: number }> {
  const { postings } = await catalogue.size();
  const [window] = queryWindows(peaks, 20);
  const [count] = lookUpBudgets(window!.keys.length, postings * enlargement);
  const keys = window!.keys.slice(0, count);
  const times = window!.times.slice(0, count);
  const page = enlarge(await catalogue.pages(Uint32Array.from(new Set(keys))), keys);
  let hits = 0;
  const ms = await cpuMs(() => {
    queryWindows(peaks, 20);
    const found = collectHits({ keys, times }, [page]);
    hits = found.count;
    vote(found, (20 * framesPerSecond) / framesPerUnit, 12);
  });
  return { ms, hits, keys: keys.length };
}

function enlarge(pages: readonly PostingPage[], keys: Uint32Array): PostingPage {
  const random = randomSource(5);
  const lengths = new Map<number, number>();
  const wanted = new Set(keys);
  for (const page of pages) {
    page.cellKeys.forEach((firstKey, cell) => {
      forEachPosting(
        page.bytes,
        cell === 0 ? 0 : page.cellEnds[cell - 1]!,
        page.cellEnds[cell]!,
        firstKey,
        (key) => {
          if (wanted.has(key)) lengths.set(key, (lengths.get(key) ?? 0) + 1);
        },
      );
    });
  }
  const end = (enlargement * 1000 * songSeconds * framesPerSecond) / framesPerUnit;
  const listKeys: number[] = [];
  const positions: number[] = [];
  for (const key of [...lengths.keys()].sort((a, b) => a - b)) {
    const list = Float64Array.from({ length: lengths.get(key)! * enlargement }, () =>
      Math.floor(random() * end),
    );
    for (const position of list.sort()) {
      listKeys.push(key);
      positions.push(position);
    }
  }
  return encodePage({ keys: Uint32Array.from(listKeys), positions: Uint32Array.from(positions) }, 0);
}
