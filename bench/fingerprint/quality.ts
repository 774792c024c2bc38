/** Recall by case, false positives by kind of negative, extraction speed and index size, as tables. */
import { basename } from 'node:path';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { allCases } from './all-cases.js';
import { type BenchCatalogue, durationSeconds } from './catalogue.js';
import { ChromaprintIndex, chromaprintCodes } from './chromaprint.js';
import { excerpts, type Negative, notMusic, renditions, unregistered } from './negatives.js';
import { caseLabel, QueryMaker } from './queries.js';
import { interval, printTable, share, showProgress } from './report.js';
import { type BenchSong, filesIn, halfOf } from './songs.js';
import { isInstalled, type Tool } from './tools.js';

export interface QualityOptions {
  readonly cacheFolder: string;
  readonly caseFilter: string;
  readonly queryFolder: string | undefined;
  readonly midiFolder: string;
  readonly renditions: number;
  /** Excerpts of a song and case at most. */
  readonly excerpts: number;
  /** Asks for songs of this half only; undefined for all. */
  readonly half: 'A' | 'B' | undefined;
}

const rate = 16_000;

interface Row {
  queries: number;
  found: number;
  wrong: number;
  chromaprint: number;
  offsetErrors: number[];
  /** The same counts of each half of the songs: rules were chosen on A. */
  readonly halves: Readonly<Record<'A' | 'B', { queries: number; found: number }>>;
}

const emptyRow = (): Row => ({
  queries: 0,
  found: 0,
  wrong: 0,
  chromaprint: 0,
  offsetErrors: [],
  halves: { A: { queries: 0, found: 0 }, B: { queries: 0, found: 0 } },
});

export async function measureQuality(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  options: QualityOptions,
): Promise<void> {
  const chromaprint = isInstalled('fpcalc') ? new ChromaprintIndex() : null;
  const seconds = await register(catalogue, songs, chromaprint);
  const renditionSamples = new Map<string, Float32Array>();
  catalogue.readSong = async (id) => {
    const song = songs.find((known) => known.id === id);
    return song ? decodeMono(song.path, rate) : (renditionSamples.get(id) ?? null);
  };
  await printRecall(catalogue, songs, seconds, chromaprint, options);
  await printFalsePositives(catalogue, songs, chromaprint, options, renditionSamples);
}

async function register(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  chromaprint: ChromaprintIndex | null,
): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  const known = songs.filter(({ isKnown }) => isKnown);
  let chromaprintMs = 0;
  for (const [i, song] of known.entries()) {
    const samples = await decodeMono(song.path, rate);
    seconds.set(song.id, durationSeconds(samples));
    await catalogue.add(song.id, samples);
    if (chromaprint) {
      const before = performance.now();
      chromaprint.add(song.id, await chromaprintCodes(samples, rate));
      chromaprintMs += performance.now() - before;
    }
    showProgress(i + 1, known.length, 'registering');
  }
  const total = [...seconds.values()].reduce((sum, value) => sum + value, 0);
  const size = await catalogue.size();
  const hours = total / 3600;
  console.log(
    `\n${known.length} songs registered (${(total / 60).toFixed(1)} min), ${songs.length - known.length} held back.`,
  );
  printTable(
    [
      'extraction, × real time a core',
      'fpcalc with its start, × real time',
      'postings/s',
      'bytes a posting',
      'index MB an hour',
      'bytes a song',
    ],
    [
      [
        (total / (catalogue.kernelMs.get('fingerprint.extract-song')! / 1000)).toFixed(0),
        chromaprint ? (total / (chromaprintMs / 1000)).toFixed(0) : 'not installed',
        (size.postings / total).toFixed(1),
        (size.postingBytes / size.postings).toFixed(2),
        ((size.postingBytes + size.peakBytes) / 1e6 / hours).toFixed(3),
        ((size.postingBytes + size.peakBytes) / size.songs).toFixed(0),
      ],
    ],
  );
  return seconds;
}

async function printRecall(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  seconds: ReadonlyMap<string, number>,
  chromaprint: ChromaprintIndex | null,
  { cacheFolder, caseFilter, half, excerpts: maxExcerpts }: QualityOptions,
): Promise<void> {
  const missing = new Set<Tool>();
  const cases = allCases.filter((queryCase) => {
    const absent = queryCase.needs.filter((tool) => !isInstalled(tool));
    for (const tool of absent) missing.add(tool);
    return absent.length === 0 && caseLabel(queryCase).includes(caseFilter);
  });
  const rows = new Map<string, Row>(cases.map((queryCase) => [caseLabel(queryCase), emptyRow()]));
  const maker = new QueryMaker(cacheFolder, maxExcerpts);
  catalogue.kernelMs.clear();
  let queries = 0;
  let answered = 0;
  const known = songs.filter(({ isKnown, stem }) => isKnown && (half ?? halfOf(stem)) === halfOf(stem));
  const cpuMs = { found: 0, missed: 0 };
  for (const [i, song] of known.entries()) {
    for (const queryCase of cases) {
      for (const query of await maker.make(song, seconds.get(song.id)!, queryCase)) {
        const start = process.cpuUsage();
        const { matchedId, best } = await catalogue.check(query.samples);
        const { user, system } = process.cpuUsage(start);
        cpuMs[matchedId === null ? 'missed' : 'found'] += (user + system) / 1000;
        if (matchedId !== null) answered++;
        queries++;
        const row = rows.get(query.label)!;
        const ofHalf = row.halves[halfOf(song.stem)];
        row.queries++;
        ofHalf.queries++;
        if (matchedId === song.id) {
          row.found++;
          ofHalf.found++;
          if (!query.label.startsWith('padding')) {
            row.offsetErrors.push(Math.abs(Number(best!.offset_seconds) - query.startSeconds));
          }
        } else if (matchedId !== null) row.wrong++;
        if (chromaprint?.find(await chromaprintCodes(query.samples, rate)) === song.id) row.chromaprint++;
      }
    }
    showProgress(i + 1, known.length, 'querying');
  }
  const asked =
    half === undefined ? 'all songs' : `the ${known.length} songs of half ${half}; rules chosen on A`;
  console.log(
    `\nRecall at rank 1, above the decision threshold (a wrong song is a false positive); ${asked}:`,
  );
  printTable(
    [
      'case',
      'queries',
      'found',
      '95 % interval',
      'half A',
      'half B',
      'wrong song',
      'median offset error, s',
      chromaprint ? 'fpcalc, exact votes ≥ 3' : 'fpcalc',
    ],
    [...rows]
      .filter(([, row]) => row.queries > 0)
      .map(([label, row]) => [
        label,
        row.queries,
        share(row.found, row.queries),
        interval(row.found, row.queries),
        `${row.halves.A.found} of ${row.halves.A.queries}`,
        `${row.halves.B.found} of ${row.halves.B.queries}`,
        row.wrong,
        median(row.offsetErrors),
        chromaprint ? share(row.chromaprint, row.queries) : 'not installed',
      ]),
  );
  if (missing.size > 0) console.log(`Some cases were left out: not installed: ${[...missing].join(', ')}.`);
  const kernels = [...catalogue.kernelMs]
    .map(([name, ms]) => `${name} ${(ms / queries).toFixed(1)}`)
    .join(', ');
  const mean = (ms: number, count: number): string => (count === 0 ? '—' : (ms / count).toFixed(1));
  console.log(
    `CPU a query, ms: ${mean(cpuMs.found, answered)} where something is found, ${mean(cpuMs.missed, queries - answered)} where nothing is; ${kernels}.`,
  );
}

function median(values: number[]): string {
  if (values.length === 0) return '—';
  values.sort((a, b) => a - b);
  return values[values.length >> 1]!.toFixed(2);
}

async function printFalsePositives(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  chromaprint: ChromaprintIndex | null,
  { queryFolder, midiFolder, renditions: count, half }: QualityOptions,
  renditionSamples: Map<string, Float32Array>,
): Promise<void> {
  const negatives: Negative[] = [...(await unregistered(songs)), ...(await notMusic())];
  for (const { registered, other, name } of await renditions(midiFolder, count, half)) {
    // A rendition too short or silent to register cannot be found either.
    await catalogue.add(`midi:${name}`, registered).catch(() => {});
    renditionSamples.set(`midi:${name}`, registered);
    chromaprint?.add(`midi:${name}`, await chromaprintCodes(registered, rate));
    negatives.push(
      ...excerpts(other).map((samples) => ({
        label: `other rendition (same MIDI, other soundfont)${half === undefined ? '' : `, half ${half}`}`,
        samples,
      })),
    );
  }
  const rows = new Map<string, { queries: number; flagged: number; chromaprint: number; highest: number }>();
  const called: string[] = [];
  for (const [i, { label, name, samples }] of negatives.entries()) {
    const row = rows.get(label) ?? { queries: 0, flagged: 0, chromaprint: 0, highest: 0 };
    rows.set(label, row);
    const { matchedId, best } = await catalogue.check(samples);
    row.queries++;
    if (matchedId !== null) {
      row.flagged++;
      called.push(`${name ?? label} as ${matchedId}`);
    }
    row.highest = Math.max(row.highest, Number(best?.z ?? 0));
    if (chromaprint && chromaprint.find(await chromaprintCodes(samples, rate)) !== null) row.chromaprint++;
    showProgress(i + 1, negatives.length, 'checking negatives');
  }
  console.log('\nNegatives: how many were called a duplicate:');
  printTable(
    ['kind', 'queries', 'flagged', 'rate', 'fpcalc flagged'],
    [...rows].map(([label, row]) => [
      label,
      row.queries,
      row.flagged,
      share(row.flagged, row.queries),
      chromaprint ? row.chromaprint : 'not installed',
    ]),
  );
  if (called.length > 0) console.log(`Called a duplicate:\n${called.join('\n')}`);
  if (queryFolder) await printOwnQueries(catalogue, songs, queryFolder);
}

async function printOwnQueries(
  catalogue: BenchCatalogue,
  songs: readonly BenchSong[],
  folder: string,
): Promise<void> {
  const known = songs.filter(({ isKnown }) => isKnown);
  const counts = { positives: 0, found: 0, negatives: 0, flagged: 0 };
  for (const path of filesIn(folder)) {
    const song = known.find(({ stem }) => basename(path).startsWith(stem));
    const { matchedId } = await catalogue.check(await decodeMono(path, rate));
    if (song) {
      counts.positives++;
      if (matchedId === song.id) counts.found++;
    } else {
      counts.negatives++;
      if (matchedId !== null) counts.flagged++;
    }
  }
  console.log(`\nQueries of ${folder}:`);
  printTable(
    ['positives', 'found', 'negatives', 'flagged'],
    [[counts.positives, counts.found, counts.negatives, counts.flagged]],
  );
}
