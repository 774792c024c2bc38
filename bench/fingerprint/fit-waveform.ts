/** Fits the evidence model of waveforms on copies, other renditions and other songs; the headline leaves a collection out. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import {
  type Coherence,
  coherenceRateHz,
  waveformCoherence,
} from '../../src/analyses/fingerprint/coherence.js';
import {
  type WaveformMeasurements,
  waveformFeatures,
  waveformModelId,
  waveformValues,
} from '../../src/analyses/fingerprint/waveform-odds.js';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { halve } from '../../src/signal/halve.js';
import { resample } from '../../src/signal/resample.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { allCases } from './all-cases.js';
import { excerptRateHz, type QueryCase } from './cases.js';
import {
  areaOf,
  type FoldCase,
  type FoldPlan,
  leaveGroupsOut,
  type ScoredCase,
  thresholdOf,
  withoutFeature,
  writeEvidence,
} from './evidence-folds.js';
import { caseLabel, QueryMaker } from './queries.js';
import { chosenMidi, rendition } from './renditions.js';
import { interval, printTable, showProgress } from './report.js';
import { type BenchSong, filesIn } from './songs.js';

export interface WaveformFit {
  /** A folder for each collection. */
  readonly songFolder: string;
  readonly midiFolder: string;
  readonly soundfonts: readonly string[];
  readonly midiFiles: number;
  readonly cacheFolder: string;
  readonly version: string;
}

const rate = 16_000;
const windowSamples = 20 * rate;
const songsPerCollection = 5;
/** Places of another song that a query is compared at. */
const wrongPlaces = 4;
/** What was needed before there was a model: the geometric mean of overAll and overNear. */
const earlierProminence = 13.5;
/** Of 1,000 compared places of other recordings at most this many may be taken for the recording. */
const falseAlarmsPer1000 = 0.5;
/** What leaves a copy's waveform in doubt, by how their labels begin; the song's seconds a query second. */
const copies: readonly [string, number][] = [
  ['telephone in a room, pink', 1],
  ['telephone in a room, babble', 1],
  ['room, RT60 1.2', 1],
  ['slowed −15 %, heavy reverb', 0.85],
  ['pink noise 0 dB, 20', 1],
  ['under a sweeping tone', 1],
];
/** Deviations of notes that one soundfont plays again, in milliseconds. */
const looseMs = 6;
const telephone = 'telephone in a room, pink';

const plan: Omit<FoldPlan, 'version'> = { id: waveformModelId, falseAlarmsPer1000, shapes: waveformFeatures };

export async function fitWaveform(options: WaveformFit): Promise<void> {
  const cases = [...(await copyCases(options)), ...(await renditionCases(options))];
  const full = { ...plan, version: options.version };
  const scored = leaveGroupsOut(full, cases);
  printTable(
    ['measurements', 'area under the curve', 'copies found', 'others called copies'],
    [
      ['all', ...figures(full, scored)],
      ...full.shapes.map(({ name }) => [
        `without ${name}`,
        ...figures(full, withoutFeature(full, cases, name)),
      ]),
    ],
  );
  const threshold = thresholdOf(full, scored);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  printTable(
    [
      'kind, groups left out',
      'cases',
      'called a copy',
      '95 % interval',
      'log-odds: lowest',
      'median',
      'highest',
    ],
    kinds.map((kind) => {
      const own = scored.filter((one) => one.case.kind === kind).map(({ logOdds }) => logOdds);
      own.sort((a, b) => a - b);
      const called = own.filter((logOdds) => logOdds >= threshold).length;
      const at = [0, own.length >> 1, own.length - 1].map((i) => own[i]!.toFixed(1));
      const before = cases.filter(
        ({ kind: other, values: [overAll, overNear] }) =>
          other === kind && Math.sqrt(overAll! * overNear!) >= earlierProminence,
      );
      return [kind, own.length, before.length, called, interval(called, own.length), ...at];
    }),
  );
  console.log(`Threshold: log-odds ${threshold.toFixed(2)}.`);
  const found = scored.filter((one) => one.case.isPositive);
  writeEvidence(full, cases, scored, {
    intendedUse:
      'Whether two waveforms that peaks place on each other are one recording, which a room, a telephone and noise leave coherent at one delay.',
    limits: [
      'Two renditions by the same samples at exactly the same times are one waveform, and are taken for one recording.',
      'A stretcher, a wavering tape and strong data reduction of another phase leave no common waveform.',
      'The rooms are simulated; the renditions are by General MIDI synthesisers.',
    ],
    trainingCommand: `npm run bench -- fingerprint --songs DIR --midi DIR --soundfonts A.sf2,B.sf2 --fit-waveform ${options.version}`,
    metrics: {
      'area under the curve, groups left out': Number(areaOf(scored).toFixed(4)),
      'copies found, groups left out': Number(
        (found.filter(({ logOdds }) => logOdds >= threshold).length / found.length).toFixed(3),
      ),
    },
  });
}

function figures(full: FoldPlan, scored: readonly ScoredCase[]): string[] {
  const threshold = thresholdOf(full, scored);
  const called = (isPositive: boolean): string => {
    const own = scored.filter((one) => one.case.isPositive === isPositive);
    return `${own.filter(({ logOdds }) => logOdds >= threshold).length} of ${own.length}`;
  };
  return [areaOf(scored).toFixed(4), called(true), called(false)];
}

/** Copies at their true places, and what was heard through telephones at places of other songs. */
async function copyCases({ songFolder, cacheFolder }: WaveformFit): Promise<FoldCase[]> {
  const cases: FoldCase[] = [];
  const collections = readdirSync(songFolder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const maker = new QueryMaker(cacheFolder, 1, 'A');
  const chosenCases = copies.map(([begins, scale]) => {
    const queryCase = allCases.find((one) => caseLabel(one).startsWith(begins));
    if (!queryCase) throw new Error(`No case begins with ${begins}.`);
    return { queryCase, scale };
  });
  let before: { collection: string; samples: Float32Array } | undefined;
  for (const [i, { name: collection }] of collections.entries()) {
    for (const song of songsOf(join(songFolder, collection))) {
      const samples = await decodeMono(song.path, rate);
      for (const { queryCase, scale } of chosenCases) {
        const measure = measureKept(cacheFolder, `${song.id} ${caseLabel(queryCase)}`);
        const [query] = await maker.make(song, samples.length / rate, queryCase);
        if (!query) continue;
        const at = Math.round(query.startSeconds * rate);
        const measured = await measure(async () => compared(query.samples, samples.subarray(at), scale));
        if (measured) cases.push(caseOf(collection, labelOf(queryCase), true, measured));
        if (!labelOf(queryCase).startsWith('telephone') || !before) continue;
        const other = before;
        const wrong = await measureKept(
          cacheFolder,
          `${song.id} ${caseLabel(queryCase)} elsewhere`,
        )(() => likeliestOf(query.samples, other.samples));
        if (wrong) cases.push(caseOf(`not ${collection}`, 'another song', false, wrong));
      }
      before = { collection, samples };
    }
    showProgress(i + 1, collections.length, 'comparing copies');
  }
  return cases;
}

/** The likeliest of a few places of another song, as of those that a search compares. */
async function likeliestOf(query: Float32Array, song: Float32Array): Promise<WaveformMeasurements | null> {
  let best: Coherence | null = null;
  for (let place = 0; place < wrongPlaces; place++) {
    const from = Math.floor(((place + 0.5) / wrongPlaces) * Math.max(0, song.length - windowSamples));
    const found = await compared(query, song.subarray(from), 1);
    if (found && (!best || found.prominence > best.prominence)) best = found;
  }
  return best;
}

/** Renditions at the same places: by two soundfonts, through a telephone too, and by one with its notes moved. */
async function renditionCases(options: WaveformFit): Promise<FoldCase[]> {
  const { midiFolder, soundfonts, midiFiles, cacheFolder } = options;
  const [one, two] = soundfonts as [string, string];
  const heard = allCases.find((queryCase) => caseLabel(queryCase).startsWith(telephone))!;
  const files = chosenMidi({ midiFolder, limit: midiFiles, half: undefined });
  const cases: FoldCase[] = [];
  for (const [i, file] of files.entries()) {
    const group = `renditions of ${basename(dirname(file))}`;
    const add = async (kind: string, make: () => Promise<[Float32Array, Float32Array]>): Promise<void> => {
      const measured = await measureKept(
        cacheFolder,
        `${file} ${kind}`,
      )(async () => {
        const [query, song] = await make();
        const from = Math.floor(0.2 * Math.max(0, Math.min(query.length, song.length) - windowSamples));
        return compared(query.subarray(from, from + windowSamples), song.subarray(from), 1);
      }).catch(() => null);
      if (measured) cases.push(caseOf(group, kind, false, measured));
    };
    const play = (soundfont: string, loose = 0): Promise<Float32Array> =>
      rendition(file, soundfont, 1, cacheFolder, loose);
    await add('another soundfont', async () => [await play(one), await play(two)]);
    await add('another soundfont, exchanged', async () => [await play(two), await play(one)]);
    await add('the same soundfont, notes moved', async () => [await play(one, looseMs), await play(one)]);
    await add('another soundfont, telephone', async () => [
      await through(heard, await play(one)),
      await play(two),
    ]);
    showProgress(i + 1, files.length, 'comparing renditions');
  }
  return cases;
}

async function through(queryCase: QueryCase, samples: Float32Array): Promise<Float32Array> {
  const heard = await queryCase.apply(resample(samples, excerptRateHz / rate), seededRandom(7), 'A');
  return resample(heard, rate / excerptRateHz);
}

async function compared(query: Float32Array, song: Float32Array, scale: number): Promise<Coherence | null> {
  const atRate = halve(query.slice());
  const stretched = scale === 1 ? atRate : resample(atRate, scale);
  const there = halve(song.slice(0, Math.ceil((stretched.length * rate) / coherenceRateHz)));
  return waveformCoherence(stretched, there, () => false);
}

function caseOf(group: string, kind: string, isPositive: boolean, measured: WaveformMeasurements): FoldCase {
  return { group, kind, isPositive, values: waveformValues(measured) };
}

const labelOf = ({ name }: QueryCase): string => name;

/** Measured once, and kept in a file for the next run. */
function measureKept(
  folder: string,
  name: string,
): (measure: () => Promise<WaveformMeasurements | null>) => Promise<WaveformMeasurements | null> {
  const hash = createHash('sha1').update(name).digest('hex').slice(0, 16);
  const path = join(folder, `waveform-${hash}.json`);
  return async (measure) => {
    if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as WaveformMeasurements | null;
    const measured = await measure();
    writeFileSync(path, JSON.stringify(measured));
    return measured;
  };
}

function songsOf(folder: string): BenchSong[] {
  return filesIn(folder)
    .map((path) => {
      const id = createHash('sha1')
        .update(`${basename(folder)}/${basename(path)}`)
        .digest('hex')
        .slice(0, 12);
      return { path, id, stem: basename(path, extname(path)), isKnown: true };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, songsPerCollection);
}
