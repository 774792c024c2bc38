/**
 * `npm run bench -- description --metre`: the product's choice of the metre beside a network over more measurements, on songs whose metre
 * is written: on collections that the network was not fitted on, on songs that are reported only, and on recordings.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runNetwork, type SmallNetwork } from '../../../src/signal/small-network.js';
import { grouped } from '../../grouped.js';
import { findSoundfonts } from '../cases.js';
import { handSetScores } from './hand-set-choice.js';
import { type HeardSong, type Hearing, heardRecording, heardSong } from './hearing.js';
import { fittingSongs, type MetreSong, meterOf, reportedSongs } from './songs.js';
import { printCalibration, printMetreHead, printMetreRow, printWrong, type ScoredSong } from './tables.js';
import { type JudgedSong, trainReadings } from './train-readings.js';

/** Songs of each collection that are fitted on: in three, in 6/8 and 12/8, and all others. */
const most = { three: 100, compound: 70, other: 100 } as const;
/** Of each kind and collection, and in all, that are rendered. */
const [maxRendered, renderedInAll] = [45, 420];
/** How much each of these counts. */
const renderedWeight = 3;
/** Beats are right from this F on. */
const rightBeats = 0.75;
/** Written in the scores of the anthems at hand. */
export const anthemMetres: Readonly<Record<string, string>> = { at: '3/4', de: '4/4', fr: '4/4', uk: '3/4' };

const titles = {
  notes: 'heard as notes',
  rough: 'heard as a poor transcription of slower playing',
  rendered: 'rendered and transcribed',
} as const;

type Kind = keyof typeof most;

function kindOf({ signature }: Pick<MetreSong, 'signature'>): Kind {
  if (meterOf(signature) === 3) return 'three';
  return /\/8$/.test(signature) ? 'compound' : 'other';
}

/** Evenly spaced songs of every kind and collection; `offset`: 0 … 1, other songs for another one. */
function chosen(songs: readonly MetreSong[], limit: (kind: Kind) => number, offset: number): MetreSong[] {
  const groups = grouped(songs, (song) => `${song.collection} ${kindOf(song)}`);
  return [...groups.values()].flatMap((group) => {
    const count = Math.min(group.length, limit(kindOf(group[0]!)));
    return Array.from(
      { length: count },
      (_, at) => group[Math.floor(((at + offset) * group.length) / count)]!,
    );
  });
}

async function heardAs(
  songs: Iterable<readonly [seed: number, song: MetreSong]>,
  hearing: Hearing,
  isWhole: boolean,
  cache?: string,
): Promise<HeardSong[]> {
  const heard: HeardSong[] = [];
  for (const [seed, song] of songs) {
    const one = await heardSong(song, hearing, seed, isWhole, cache);
    if (one !== null) heard.push(one);
    if (seed % 20 === 0) process.stderr.write('.');
  }
  return heard;
}

/** Few songs of every collection in a mixed order: rendering and transcribing costs most. */
function renderedSongs(songs: readonly MetreSong[]): (readonly [number, MetreSong])[] {
  if (findSoundfonts().length === 0) return [];
  const listed = [...chosen(songs, () => maxRendered, 0.5).entries()];
  const place = (seed: number): number => (seed * 7919) % listed.length;
  return listed.sort(([a], [b]) => place(a) - place(b)).slice(0, renderedInAll);
}

/** What the network learns from one song: where no reading has the right beats, each in the right metre is right. */
function judgedSong({ hearing, meter, readings }: HeardSong): JudgedSong {
  const isRight = readings.map((one) => one.meter === meter && one.octave >= rightBeats);
  const isKnown = isRight.includes(true);
  return {
    weight: hearing === 'rendered' ? renderedWeight : 1,
    readings: readings.map((one, at) => ({
      features: one.features,
      isRight: isKnown ? isRight[at]! : one.meter === meter,
      isRightTempo: isRight[at]! && one.beat >= rightBeats,
    })),
  };
}

function scored(songs: readonly HeardSong[], network: SmallNetwork): ScoredSong[] {
  return songs.map((song) => ({
    song,
    handSet: handSetScores(song.readings),
    network: [...runNetwork(network, Float32Array.from(song.readings.flatMap(({ features }) => features)))],
  }));
}

const fitted = (songs: readonly HeardSong[]): SmallNetwork => trainReadings(songs.map(judgedSong), 1);

/** Every collection by a network fitted on the others, without variants of its tunes. */
function leftOut(heard: readonly HeardSong[]): ScoredSong[] {
  return [...grouped(heard, ({ collection }) => collection)].flatMap(([collection, own]) => {
    const families = new Set(own.map(({ family }) => family));
    const others = heard.filter((song) => song.collection !== collection && !families.has(song.family));
    return scored(own, fitted(others));
  });
}

/** Prints all tables. `cache`: a folder for what was heard. */
export async function judgeMetre(data: string, cache?: string): Promise<void> {
  const all = fittingSongs(data);
  const songs = chosen(all, (kind) => most[kind], 0);
  if (songs.length === 0) throw new Error(`No songs below ${data}/symbolic whose metre is written.`);
  const heard = [
    ...(await heardAs(songs.entries(), 'notes', false, cache)),
    ...(await heardAs(songs.entries(), 'rough', false, cache)),
    ...(await heardAs(renderedSongs(all), 'rendered', false, cache)),
  ];
  const judged = leftOut(heard);
  for (const hearing of ['notes', 'rough', 'rendered'] as const) {
    const own = judged.filter(({ song }) => song.hearing === hearing);
    if (own.length === 0) continue;
    printMetreHead(`collections not fitted on, ${titles[hearing]}`);
    for (const [name, rows] of grouped(own, ({ song }) => song.collection)) printMetreRow(name, rows);
    for (const [kind, rows] of grouped(own, ({ song }) => kindOf(song))) printMetreRow(`all ${kind}`, rows);
    printMetreRow('all', own);
  }
  printCalibration(judged);
  const network = fitted(heard);
  const reported = scored(await heardAs(reportedSongs(data).entries(), 'notes', true, cache), network);
  printMetreHead('reported only, heard as notes');
  for (const [name, rows] of grouped(reported, ({ song }) => song.collection)) printMetreRow(name, rows);
  printMetreRow('all', reported);
  const isCompound = ({ song }: ScoredSong): boolean => kindOf(song) === 'compound';
  printMetreRow(
    'all but 6/8',
    reported.filter((one) => !isCompound(one)),
  );
  console.log('\n| wrong in either | product (probability of what is written) | network |\n|---|---|---|');
  printWrong(reported, false);
  if (findSoundfonts().length > 0) {
    const rendered = await heardAs(reportedSongs(data).entries(), 'rendered', false, cache);
    printMetreHead('reported only, rendered and transcribed');
    printMetreRow('all', scored(rendered, network));
  }
  const recordings = scored(await anthems(data, cache), network);
  if (recordings.length === 0) return;
  printMetreHead('recordings of anthems, their first 90 seconds (no beats are written)');
  printMetreRow('all', recordings);
  console.log('\n| recording | product (probability of what is written) | network |\n|---|---|---|');
  printWrong(recordings, true);
}

async function anthems(data: string, cache?: string): Promise<HeardSong[]> {
  const folder = join(data, 'recordings/anthems');
  if (!existsSync(folder)) return [];
  const heard: HeardSong[] = [];
  for (const name of readdirSync(folder)
    .filter((each) => /\.(ogg|mp3)$/.test(each))
    .sort()) {
    const signature = anthemMetres[name.split('_')[0]!];
    if (signature !== undefined) heard.push(await heardRecording(join(folder, name), signature, cache));
  }
  return heard;
}
