/**
 * MIDI files whose beats and bars are written, for fitting and judging the rhythm: POP909's choosing part, carols,
 * anthems and game music, as they are and arranged anew (other instruments, tempo, drums on the written beats).
 * Songs are split by name, so that no arrangement of a judged song is ever fitted on.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beatGrid } from '../../src/music/symbolic/beat-grid.js';
import { type MidiFile, type MidiNote, readMidi } from '../../src/music/symbolic/midi-reader.js';
import { tempoMap } from '../../src/music/symbolic/tempo-map.js';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { writeMidiFile } from '../plagiarism/midi-variants.js';
import { type Part, pop909Cases } from './cases.js';
import { minAgreement, pop909BarAgreement, pop909Beats } from './truth.js';

export interface RhythmSong {
  /** Also of its arrangements: what is split by. */
  readonly name: string;
  readonly kind: 'pop909' | 'carols' | 'anthems' | 'games';
  readonly arrangement: 'plain' | 'band';
  readonly midi: Uint8Array;
  /** Seconds. */
  readonly beats: readonly number[];
  readonly downbeats: readonly number[];
  /** Beats of most bars; 2 where a song is written in 2/4 or 6/8. */
  readonly meter: number;
  /** POP909's two annotations contradict each other about where its bars begin. */
  readonly isDisputed: boolean;
}

interface Written {
  readonly file: MidiFile;
  readonly beatTicks: readonly number[];
  /** Indexes into beatTicks. */
  readonly downbeats: readonly number[];
  readonly isDisputed?: boolean;
}

const drumChannel = 9;
/** Instruments that play chords or lines in a band, an orchestra or a choir. */
const programs = [0, 4, 5, 11, 16, 19, 24, 25, 26, 27, 29, 40, 48, 49, 52, 56, 61, 65, 68, 71, 73, 80, 88];
const basses = [32, 33, 34, 38, 43];

/** Reads all songs below `data`, of POP909 the `part`; those with fewer than 16 written beats are left out. */
export function rhythmSongs(data: string, part: Part): RhythmSong[] {
  const symbolic = join(data, 'symbolic');
  const songs = pop909Cases(data, part).flatMap(({ name, truth, source }, index) => {
    const file = readMidi(readFileSync(source));
    const { beats, downbeats } = pop909Beats(truth);
    const { tickAt } = tempoMap(file);
    const written: Written = {
      file,
      beatTicks: beats.map((time) => Math.max(0, Math.round(tickAt(time)))),
      downbeats: downbeats.map((time) => beats.indexOf(time)),
      isDisputed: pop909BarAgreement(truth) < minAgreement,
    };
    return arrangements(name, 'pop909', written, index);
  });
  const folders = [
    [join(symbolic, 'carols'), 'carols'],
    [join(symbolic, 'anthem_midi'), 'anthems'],
    [join(data, 'recordings', 'anthems'), 'anthems'],
    [join(symbolic, 'freedoom_midi'), 'games'],
  ] as const;
  for (const [folder, kind] of folders) {
    for (const path of midiFiles(folder)) {
      const file = readMidi(readFileSync(path));
      if (!file.meters.every(isCounted) || (kind === 'games' && file.meters.length === 0)) continue;
      const grid = beatGrid(file);
      const written = { file, beatTicks: [...grid.ticks], downbeats: grid.downbeats };
      songs.push(...arrangements(basename(path), kind, written, songs.length));
    }
  }
  return songs.filter(({ beats }) => beats.length >= 16);
}

/** A pickup is often written as a bar of its own. */
function isCounted({ tick, numerator, denominator }: MidiFile['meters'][number], index: number): boolean {
  const isPickup = index === 0 && tick === 0 && numerator === 1;
  return isPickup || [2, 3, 4].includes(numerator) || (denominator === 8 && [6, 9, 12].includes(numerator));
}

function midiFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return midiFiles(path);
      return name.endsWith('.mid') ? [path] : [];
    });
}

/**
 * The song as it is, and with a band. Game music has its drums, and the carols ask for a choir alone, which sings too
 * softly to know to 70 ms when a note begins.
 */
function arrangements(name: string, kind: RhythmSong['kind'], written: Written, seed: number): RhythmSong[] {
  const plain = songOf(name, kind, 'plain', written, 1);
  if (kind === 'games') return [plain];
  const random = randomOf(seed);
  const tempo = 0.8 + 0.5 * random();
  const band = { ...written, file: bandOf(written, plain.meter, random) };
  const withBand = songOf(name, kind, 'band', band, tempo);
  return kind === 'carols' ? [withBand] : [plain, withBand];
}

function songOf(
  name: string,
  kind: RhythmSong['kind'],
  arrangement: RhythmSong['arrangement'],
  { file, beatTicks, downbeats, isDisputed = false }: Written,
  tempo: number,
): RhythmSong {
  const { secondsAt } = tempoMap(file);
  const seconds = beatTicks.map((tick) => secondsAt(tick) / tempo);
  const lengths = downbeats.slice(1).map((beat, i) => beat - downbeats[i]!);
  return {
    name,
    kind,
    arrangement,
    midi: writeMidiFile(file, tempo),
    beats: seconds,
    downbeats: downbeats.map((beat) => seconds[beat]!),
    meter: lengths.sort((a, b) => a - b)[lengths.length >> 1] ?? 4,
    isDisputed,
  };
}

/** Bass drum and snare on pulses (half beats) of a bar of four or three; hats by their number a beat. */
const patterns: Record<3 | 4, readonly { kick: number[]; snare: number[] }[]> = {
  4: [
    { kick: [0, 4], snare: [2, 6] },
    { kick: [0, 3, 4], snare: [2, 6] },
    { kick: [0, 5], snare: [2, 6] },
    { kick: [0, 2, 4, 6], snare: [2, 6] },
    { kick: [0, 3], snare: [4] },
    { kick: [0, 1, 5], snare: [2, 6] },
  ],
  3: [
    { kick: [0], snare: [2, 4] },
    { kick: [0, 3], snare: [4] },
    { kick: [0], snare: [4] },
  ],
};

/** Other instruments for every voice, the lowest notes perhaps doubled by a bass, drums in two songs of three. */
function bandOf({ file, beatTicks, downbeats }: Written, meter: number, random: () => number): MidiFile {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const voices = new Map<number, number>();
  const shift = Math.floor(random() * 7) - 3;
  const notes: MidiNote[] = file.notes
    .filter(({ channel }) => channel !== drumChannel)
    .map((note) => {
      const voice = note.track * 16 + note.channel;
      if (!voices.has(voice)) voices.set(voice, pick(note.pitch < 48 ? basses : programs));
      // Channels are dealt out anew: a file may play all its tracks on one.
      const channel = [...voices.keys()].indexOf(voice) % 9;
      return { ...note, pitch: note.pitch + shift, channel, program: voices.get(voice)! };
    });
  const withDrums = random() < 0.67;
  const pattern = pick(patterns[meter === 3 ? 3 : 4]);
  const hats = pick([0, 1, 2, 2, 4]);
  const from = Math.floor(random() * 3) * 8;
  const inBar = new Map<number, number>();
  for (const [bar, beat] of downbeats.entries()) {
    const next = downbeats[bar + 1] ?? beatTicks.length;
    for (let i = beat; i < next; i++) inBar.set(i, i - beat);
  }
  const last = file.notes.reduce((end, note) => Math.max(end, note.startTick), 0);
  for (let beat = from; withDrums && beat + 1 < beatTicks.length; beat++) {
    const place = inBar.get(beat);
    const [tick, next] = [beatTicks[beat]!, beatTicks[beat + 1]!];
    if (place === undefined || tick > last || next <= tick) continue;
    const hit = (share: number, pitch: number, velocity: number): void => {
      const startTick = Math.round(tick + share * (next - tick));
      const endTick = startTick + Math.max(1, (next - tick) >> 2);
      notes.push({ startTick, endTick, pitch, velocity, channel: drumChannel, track: 99, program: 0 });
    };
    for (const half of [0, 1]) {
      const pulse = (place * 2 + half) % (meter === 3 ? 6 : 8);
      if (pattern.kick.includes(pulse)) hit(half / 2, 36, 100);
      if (pattern.snare.includes(pulse)) hit(half / 2, pattern.snare.length > 1 ? 38 : 40, 95);
    }
    for (let i = 0; i < hats; i++) hit(i / hats, 42, i === 0 ? 80 : 60);
  }
  return { ...file, notes: notes.sort((a, b) => a.startTick - b.startTick) };
}

/** Neighbouring seeds are far apart. */
export const randomOf = (seed: number): (() => number) => seededRandom(seed * 0x9e3779b1 + 1);
