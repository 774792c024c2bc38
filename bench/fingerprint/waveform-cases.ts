/** The cases of the waveforms' model: what checks compare when they are asked for copies, for songs that are not there, and for renditions. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { decodeMono } from '../../src/audio/decode-mono.js';
import { allCases } from './all-cases.js';
import type { QueryCase } from './cases.js';
import { LazyCatalogue, placesWith } from './compared-places.js';
import { caseLabel, QueryMaker } from './queries.js';
import { chosenMidi, rendition } from './renditions.js';
import { showProgress } from './report.js';
import { type SearchedRecording, searchRecordings, type WaveformCase } from './searched-recordings.js';
import { type BenchSong, filesIn } from './songs.js';

export interface WaveformMaterial {
  /** A folder for each collection. */
  readonly songFolder: string;
  readonly midiFolder: string;
  /** Two files. */
  readonly soundfonts: readonly string[];
  readonly midiFiles: number;
  readonly half: 'A' | 'B' | undefined;
  readonly cacheFolder: string;
}

const rate = 16_000;
const windowSamples = 20 * rate;
const songsPerCollection = 5;
/** What leaves a copy's waveform in doubt, by how their labels begin. */
const copies = [
  'telephone in a room, pink',
  'telephone in a room, babble',
  'room, RT60 1.2',
  'slowed −15 %, heavy reverb',
  'speed ×0.66–0.92, reverb',
  'pink noise 0 dB, 20',
  'under a sweeping tone',
];
const telephone = 'telephone in a room';
/** Deviations of notes that one soundfont plays again, in milliseconds. */
const looseMs = 6;

/** Copies at their true places, and the same queries asked for where their collections are not registered. */
export async function copyCases({ songFolder, cacheFolder }: WaveformMaterial): Promise<WaveformCase[]> {
  const collections = readdirSync(songFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const songs = collections.flatMap((collection, i) =>
    songsOf(join(songFolder, collection))
      .slice(0, songsPerCollection)
      .map((song) => ({ song, collection, side: i % 2 })),
  );
  const recordings: SearchedRecording[] = [];
  for (const [i, song] of songs.entries()) {
    recordings.push({ ...song, samples: await decodeMono(song.song.path, rate) });
    showProgress(i + 1, songs.length, 'decoding');
  }
  const chosen = copies.map(caseOf);
  const telephones = chosen.filter(({ name }) => name.startsWith(telephone));
  return searchRecordings({
    recordings,
    maker: new QueryMaker(cacheFolder, 1, 'A'),
    casesOf: (_, isRegistered) => (isRegistered ? chosen : telephones),
    placesOf: (catalogue, name, query) => placesWith('waveform', catalogue, cacheFolder, name, query),
  });
}

/** Renditions by another soundfont, and by the same one with its notes moved. */
export async function renditionCases(material: WaveformMaterial): Promise<WaveformCase[]> {
  const { soundfonts, cacheFolder } = material;
  const files = chosenMidi({
    midiFolder: material.midiFolder,
    limit: material.midiFiles,
    half: material.half,
  });
  const cases: WaveformCase[] = [];
  for (const [one, two] of [soundfonts, [...soundfonts].reverse()] as [string, string][]) {
    const play = (file: string, soundfont: string, loose = 0): Promise<Float32Array> =>
      rendition(file, soundfont, 1, cacheFolder, loose);
    const catalogue = new LazyCatalogue(files, (file) => play(file, one), [one]);
    for (const [i, file] of files.entries()) {
      const ask = async (kind: string, share: number, played: Float32Array): Promise<void> => {
        const query = windowAt(played, share);
        if (!query) return;
        const name = `${catalogue.name} ${file} ${kind} ${share}`;
        const places = await placesWith('waveform', catalogue, cacheFolder, name, query);
        const group = `renditions of ${basename(dirname(file))}`;
        cases.push({ group, kind, isPositive: false, places });
      };
      const other = await play(file, two);
      for (const share of [0.2, 0.75]) await ask('another soundfont', share, other);
      await ask('the same soundfont, notes moved', 0.5, await play(file, one, looseMs));
      showProgress(i + 1, files.length, 'asking for renditions');
    }
    await catalogue.close();
  }
  return cases;
}

/** 20 s; null where the rendition is too short. */
export function windowAt(samples: Float32Array, share: number): Float32Array | null {
  if (samples.length < windowSamples + rate) return null;
  const from = Math.floor((samples.length - windowSamples) * share);
  return samples.slice(from, from + windowSamples);
}

function caseOf(begins: string): QueryCase {
  const queryCase = allCases.find((one) => caseLabel(one).startsWith(begins));
  if (!queryCase) throw new Error(`No case begins with ${begins}.`);
  return queryCase;
}

/** Of a collection, in an order that is the same on every machine. */
export function songsOf(folder: string): BenchSong[] {
  return filesIn(folder)
    .map((path) => {
      const id = createHash('sha1')
        .update(`${basename(folder)}/${basename(path)}`)
        .digest('hex')
        .slice(0, 12);
      return { path, id, stem: basename(path, extname(path)), isKnown: true };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
