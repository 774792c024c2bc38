/**
 * Costs at scale, on the embedded database in a folder. A thousand songs of the given recordings' statistics are registered for
 * real; then the lists of postings of every key that a query reads are made 160 times as long, in blocks in the database
 * (enlarge.ts), and the same queries are asked again. What is not registered is an excerpt of recordings of which no song was made.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryWindows } from '../../src/analyses/fingerprint/extract.js';
import { songHashes } from '../../src/analyses/fingerprint/look-up/hashes.js';
import { framing } from '../../src/analyses/fingerprint/parameters.js';
import type { PeakList } from '../../src/analyses/fingerprint/peaks/peak-list.js';
import { PeakExtractor } from '../../src/analyses/fingerprint/peaks/peaks.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { countBelow } from '../../src/numbers/rising.js';
import { BenchCatalogue } from './catalogue.js';
import { AskedKeys, enlargedIndex } from './enlarge.js';
import { printTable, showProgress } from './report.js';
import { damagedExcerpt, songLike } from './scale-songs.js';
import { listSongs } from './songs.js';
import { synthesiseSong } from './synthetic.js';

const songs = 1000;
const songSeconds = 180;
/** Songs of the large catalogue, and songs whose keys its postings have. */
const enlargedSongs = 160_000;
const sampledSongs = 4000;
/** Queries that are registered, and that are not. */
const queries = 30;
const missedQueries = 12;
/** Recordings whose beginnings are read at most, without `--songs` how many are synthesised; every fifth is only asked for. */
const recordings = { read: 25, synthesised: 10 };

interface Query {
  readonly id: string;
  readonly peaks: PeakList;
}

/** `songFolder`: recordings; synthetic ones where it is left out, which share many more hashes than music does. */
export async function measureScale(songFolder: string | undefined): Promise<void> {
  const originals = songFolder === undefined ? await synthetic() : await read(songFolder);
  const [own, others] = [0, 1].map((side) => originals.filter((_, i) => (i % 5 === 4 ? 1 : 0) === side));
  if (!own?.length || !others?.length) throw new Error('Five recordings are needed.');
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-bench-scale-'));
  const catalogue = await BenchCatalogue.open(folder);
  const song = (i: number): PeakList => songLike(own[i % own.length]!, i, songSeconds);
  try {
    for (let i = 0; i < songs; i++) {
      await catalogue.addPeaks(`song${i}`, song(i), songSeconds);
      showProgress(i + 1, songs, 'registering songs');
    }
    const { postings, postingBytes, peakBytes } = await catalogue.size();
    console.log(
      `${songs} songs of ${songSeconds} s like ${own.length} ${songFolder === undefined ? 'synthetic pieces' : 'recordings'}:`,
    );
    printTable(
      ['postings', 'bytes a posting', 'MB an hour'],
      [
        [
          postings,
          (postingBytes / postings).toFixed(2),
          ((postingBytes + peakBytes) / 1e6 / ((songs * songSeconds) / 3600)).toFixed(3),
        ],
      ],
    );
    const registered = Array.from({ length: queries }, (_, i): Query => {
      const seed = i * 7;
      return { id: `song${seed}`, peaks: damagedExcerpt(song(seed), seed) };
    });
    const missing = Array.from({ length: missedQueries }, (_, i): Query => {
      const like = songLike(others[i % others.length]!, songs + sampledSongs + i, songSeconds);
      return { id: '', peaks: damagedExcerpt(like, i) };
    });
    const rows: (string | number)[][] = [];
    const measure = async (catalogueSongs: number, units?: number): Promise<void> => {
      const label = `${catalogueSongs.toLocaleString('en')} songs`;
      rows.push([label, 'registered', ...(await ask(catalogue, registered, units))]);
      rows.push([label, 'not registered', ...(await ask(catalogue, missing, units))]);
    };
    await measure(songs);
    const below = await highestKey(
      catalogue,
      [...registered, ...missing],
      (postings / songs) * enlargedSongs,
    );
    const lists = Array.from({ length: sampledSongs }, (_, i) => {
      showProgress(i + 1, sampledSongs, 'keys of more songs');
      const { keys } = songHashes(song(i));
      return keys.slice(0, countBelow(keys, below + 1));
    });
    const units = await catalogue.enlarge({
      keys: sorted(lists),
      sampledSongs,
      songs,
      postings,
      enlargedSongs,
    });
    await measure(enlargedSongs, units);
    console.log(
      '\nA 20 s query from its peaks on, a third of them replaced, 2 % faster; every look-up but the closer look; mean CPU ms:',
    );
    printTable(
      [
        'catalogue',
        'query',
        'found',
        'no block in memory',
        'all in memory',
        'kernels',
        'keys read',
        'kB of cells',
      ],
      rows,
    );
  } finally {
    await catalogue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function peaksOf(samples: Float32Array): Promise<PeakList> {
  const extractor = await PeakExtractor.create();
  extractor.push(samples);
  return extractor.finish();
}

async function synthetic(): Promise<PeakList[]> {
  const peaks: PeakList[] = [];
  for (let seed = 0; seed < recordings.synthesised; seed++) {
    peaks.push(await peaksOf(synthesiseSong(seed, songSeconds)));
  }
  return peaks;
}

async function read(folder: string): Promise<PeakList[]> {
  const found = listSongs(folder, {}).slice(0, recordings.read);
  const peaks: PeakList[] = [];
  for (const [i, { path }] of found.entries()) {
    const samples = await decodeMono(path, framing.sampleRateHz);
    const list = await peaksOf(samples.subarray(0, songSeconds * framing.sampleRateHz));
    peaks.push(list);
    showProgress(i + 1, found.length, 'reading recordings');
  }
  return peaks;
}

/** The highest key that the queries would read among `postings`, found or not. */
async function highestKey(
  catalogue: BenchCatalogue,
  asked: readonly Query[],
  postings: number,
): Promise<number> {
  const keys = new AskedKeys();
  const extent = { songs: enlargedSongs, postings };
  const index = enlargedIndex(catalogue.freshIndex(), keys, { extent });
  // Nothing is found where no song is: so every look-up is made.
  const nowhere = { ...index, songsAt: async (_: string, at: readonly number[]) => at.map(() => null) };
  for (const { peaks } of asked) await catalogue.search(queryWindows(peaks, 20)[0]!, nowhere);
  return keys.highest;
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Asks every query twice: once by a new index, which has read no block, and again when it has read all. */
async function ask(
  catalogue: BenchCatalogue,
  asked: readonly Query[],
  units: number | undefined,
): Promise<(string | number)[]> {
  const ms = { cold: 0, warm: 0 };
  const kernels = new Map<string, number>();
  const read = new AskedKeys();
  let found = 0;
  for (const [i, { id, peaks }] of asked.entries()) {
    const stored = catalogue.freshIndex();
    const window = queryWindows(peaks, 20)[0]!;
    const first = enlargedIndex(stored, new AskedKeys(), { units });
    ms.cold += await cpuMs(() => catalogue.search(window, first));
    catalogue.kernelMs.clear();
    const again = enlargedIndex(stored, read, { units });
    let matches: string[] = [];
    ms.warm += await cpuMs(async () => {
      matches = await catalogue.search(window, again);
    });
    if (id === '' ? matches.length > 0 : matches[0] === id) found++;
    for (const [name, spent] of catalogue.kernelMs) kernels.set(name, (kernels.get(name) ?? 0) + spent);
    showProgress(i + 1, asked.length, 'querying');
  }
  const mean = (sum: number): string => (sum / asked.length).toFixed(1);
  return [
    `${found} of ${asked.length}`,
    mean(ms.cold),
    mean(ms.warm),
    [...kernels].map(([name, spent]) => `${name.replace('fingerprint.', '')} ${mean(spent)}`).join(', '),
    (read.count / asked.length).toFixed(0),
    (read.bytes / asked.length / 1000).toFixed(0),
  ];
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
