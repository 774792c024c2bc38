/**
 * `npm run bench -- description --fit-rhythm`: fits the metrical network on rendered songs whose bars are written, and
 * judges it on songs it was not fitted on (four folds by name). Writes models/embedded/metrical-network/.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteEvents } from '../../src/music/description/note-events.js';
import {
  metricalInputNames,
  metricalNetworkId,
  placeNames,
} from '../../src/music/rhythm/metrical-network.js';
import { findRhythm } from '../../src/music/rhythm/rhythm.js';
import type { SmallNetwork } from '../../src/signal/small-network.js';
import { hashOfContents, writeNetwork } from '../embedded-model.js';
import { findSoundfonts, type Part, renderMidi } from './cases.js';
import { hear } from './hear.js';
import { type Examples, examplesOf, type HeardRhythm, sounding } from './rhythm-examples.js';
import { type RhythmSong, rhythmSongs } from './rhythm-songs.js';
import { networkOf, trainNetwork } from './rhythm-training.js';
import { beatF } from './scores.js';

const folds = 4;

export type FitSong = Pick<
  RhythmSong,
  'name' | 'kind' | 'arrangement' | 'midi' | 'beats' | 'downbeats' | 'meter' | 'isDisputed'
>;

interface Prepared {
  readonly song: FitSong;
  readonly heard: HeardRhythm;
  readonly examples: Examples | null;
  readonly fold: number;
}

/** Of one song: F of its beats, at the best octave too, and of its downbeats; 1 where the meter is right. */
interface Figures {
  readonly beat: number;
  readonly octave: number;
  readonly downbeat: number;
  readonly meter: number;
}

/** Of each song but the ones as they were published, which are heard whole. */
const excerptSeconds = 100;

/** Renders the songs, with one soundfont and the other in turn, and listens to them. */
export async function heardSongs(
  data: string,
  limit: number,
  cache: string | undefined,
  part: Part,
): Promise<{ song: FitSong; heard: HeardRhythm }[]> {
  const soundfonts = findSoundfonts();
  if (soundfonts.length === 0)
    throw new Error(
      'No General MIDI soundfont: apt install fluidsynth fluid-soundfont-gm timgm6mb-soundfont',
    );
  const songs = rhythmSongs(data, part).slice(0, limit);
  if (songs.length === 0)
    throw new Error(
      `No songs below ${data}: symbolic/pop909, symbolic/carols, symbolic/anthem_midi or symbolic/freedoom_midi, MIDI files whose bars are right.`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-fit-rhythm-'));
  const heard: { song: FitSong; heard: HeardRhythm }[] = [];
  try {
    for (const [index, song] of songs.entries()) {
      const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
      const isWhole = song.kind === 'pop909' && song.arrangement === 'plain';
      writeFileSync(midi, song.midi);
      await renderMidi(midi, soundfonts[isWhole ? 0 : index % soundfonts.length]!, wav);
      const { listening } = await hear(wav, isWhole ? 3600 : excerptSeconds, cache);
      const { onsets, activations, durationSeconds } = listening;
      // What rhythm does not look at would fill the memory.
      const lean = { ...activations, contours: new Uint8Array(0) };
      heard.push({ song, heard: { onsets, activations: lean, durationSeconds } });
      process.stderr.write('.');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return heard;
}

export interface FittedRhythm {
  readonly network: SmallNetwork;
  readonly songs: readonly FitSong[];
  /** Of songs that were not fitted on: means by kind. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** Prints the table of the folds; returns the network fitted on all songs. */
export function fitRhythm(songs: Iterable<{ song: FitSong; heard: HeardRhythm }>): FittedRhythm {
  const prepared: Prepared[] = [];
  const names: string[] = [];
  for (const { song, heard } of songs) {
    if (!names.includes(song.name)) names.push(song.name);
    // Bars of two are half a bar of four or a whole one: they say nothing about what begins a bar.
    const examples = song.meter === 2 ? null : examplesOf(heard, song);
    prepared.push({ song, heard, examples, fold: names.indexOf(song.name) % folds });
  }
  const table = new Map<string, Figures[]>();
  for (let fold = 0; fold < folds; fold++) {
    const network = networkOf(trainNetwork(known(prepared.filter((each) => each.fold !== fold)), fold));
    for (const { song, heard } of prepared.filter((each) => each.fold === fold)) {
      if (song.meter === 2) continue;
      const figures = judge(song, heard, network);
      const key = `${song.kind}, ${song.arrangement}, in ${song.meter}`;
      add(table, key, figures);
      // What no method can do: both annotations cannot be right about a song's bars where they contradict each other.
      if (song.kind === 'pop909' && !song.isDisputed)
        add(table, `pop909, ${song.arrangement}, undisputed`, figures);
    }
  }
  const mean = (values: readonly number[]): string =>
    (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
  const metrics: Record<string, number> = {};
  console.log('songs not fitted on             songs  beat F  at any octave  downbeat F  meter');
  for (const [key, rows] of [...table].sort()) {
    const [beat, octave, downbeat, meter] = (['beat', 'octave', 'downbeat', 'meter'] as const).map((name) =>
      mean(rows.map((row) => row[name])),
    );
    metrics[`${key} (${rows.length}): beat F`] = Number(beat);
    metrics[`${key} (${rows.length}): downbeat F`] = Number(downbeat);
    console.log(
      `${key.padEnd(30)} ${String(rows.length).padStart(6)}   ${beat}          ${octave}       ${downbeat}  ${meter}`,
    );
  }
  return {
    network: networkOf(trainNetwork(known(prepared), folds)),
    songs: prepared.filter(({ examples }) => examples !== null).map(({ song }) => song),
    metrics,
  };
}

const known = (songs: readonly Prepared[]) =>
  songs.flatMap(({ song, examples }) =>
    examples ? [{ examples, importance: song.kind === 'pop909' ? 2 : 1 }] : [],
  );

function add(table: Map<string, Figures[]>, key: string, figures: Figures): void {
  table.set(key, [...(table.get(key) ?? []), figures]);
}

function judge(song: FitSong, heard: HeardRhythm, network: SmallNetwork): Figures {
  const { activations, onsets } = heard;
  const truth = sounding(song, heard);
  const rhythm = findRhythm(onsets, activations, noteEvents(activations), network);
  const all = (rhythm?.beatFrames ?? []).map((frame) => frame / activations.framesPerSecond);
  const isJudged = (time: number): boolean =>
    time >= truth.beats[0]! - 0.1 && time <= truth.beats.at(-1)! + 0.1;
  const beats = all.filter(isJudged);
  const downbeats = (rhythm?.downbeats ?? []).map((beat) => all[beat]!).filter(isJudged);
  const beat = beatF(truth.beats, beats);
  const halves = [0, 1].map((parity) => beats.filter((_, i) => i % 2 === parity));
  const double = beats.flatMap((time, i) =>
    i + 1 < beats.length ? [time, (time + beats[i + 1]!) / 2] : [time],
  );
  return {
    beat,
    octave: Math.max(beat, ...[...halves, double].map((each) => beatF(truth.beats, each))),
    downbeat: beatF(truth.downbeats, downbeats),
    meter: Number(rhythm?.meter === song.meter),
  };
}

/** Returns the file's path. */
export function writeRhythm({ network, songs, metrics }: FittedRhythm, version: string): string {
  const kinds = [...new Set(songs.map(({ kind }) => kind))];
  const data = kinds.map((group) => {
    const known = songs.filter(({ kind }) => kind === group);
    return { group, cases: known.length, sha256: hashOfContents(known.map(({ midi }) => midi)) };
  });
  const run = { version, seed: folds, data, metrics };
  const precision = { hidden: 'float64', others: 'float64', sums: 'float32' } as const;
  return writeNetwork(
    metricalNetworkId,
    network,
    precision,
    { inputs: metricalInputNames, outputs: placeNames },
    run,
  );
}
