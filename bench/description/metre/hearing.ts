/** Hears songs of notes as the service hears a recording, and judges each reading of their rhythm against what is written. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { noteEvents } from '../../../src/music/description/note-events.js';
import { type OnsetEvidence, onsetEvidence } from '../../../src/music/rhythm/onset-evidence.js';
import { beatGrid } from '../../../src/music/symbolic/beat-grid.js';
import type { MidiFile } from '../../../src/music/symbolic/midi-reader.js';
import { type HeardNotes, notesAsSounding } from '../../../src/music/symbolic/notes-as-heard.js';
import { tempoMap } from '../../../src/music/symbolic/tempo-map.js';
import { writeMidiFile } from '../../plagiarism/midi-variants.js';
import { findSoundfonts, renderMidi } from '../cases.js';
import { hear } from '../hear.js';
import { beatF } from '../scores.js';
import { arranged, atAnotherPace } from './arrangement.js';
import { type MeasuredReading, measuredReadings } from './reading-features.js';
import { roughlyHeard } from './rough-hearing.js';
import { type MetreSong, meterOf } from './songs.js';

/** As the notes are, as a poor transcription has them, rendered and transcribed, or as a recording. */
export type Hearing = 'notes' | 'rough' | 'rendered' | 'recorded';

export interface HeardReading extends Pick<MeasuredReading, 'meter' | 'bpm' | 'features'> {
  /** F of the beats; at the best of half, written and double time; of the downbeats. */
  readonly beat: number;
  readonly octave: number;
  readonly downbeat: number;
}

export interface HeardSong extends Omit<MetreSong, 'file' | 'keepsBars'> {
  readonly hearing: Hearing;
  readonly meter: 3 | 4;
  readonly readings: readonly HeardReading[];
}

const excerptSeconds: Readonly<Record<Hearing, number>> = {
  notes: 80,
  rough: 80,
  rendered: 60,
  recorded: 90,
};

/** `isWhole`: not the beginning alone. `cache`: a folder for what was heard. Null where nothing repeats. */
export async function heardSong(
  song: MetreSong,
  hearing: Hearing,
  seed: number,
  isWhole: boolean,
  cache?: string,
): Promise<HeardSong | null> {
  const { file: _, ...known } = song;
  const name = createHash('sha256')
    .update(`${song.collection} ${song.id} ${isWhole}`)
    .digest('hex')
    .slice(0, 16);
  const path = cache === undefined ? null : join(cache, `${hearing}-${name}.metre.json`);
  if (path !== null && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as HeardSong;
  const file = atItsPace(song.file, hearing, seed);
  const readings = await readingsOf(
    file,
    song.signature,
    hearing,
    seed,
    isWhole ? Number.POSITIVE_INFINITY : excerptSeconds[hearing],
  );
  if (readings.length === 0) return null;
  const heard = { ...known, hearing, meter: meterOf(song.signature), readings };
  if (path !== null) {
    mkdirSync(cache!, { recursive: true });
    writeFileSync(path, JSON.stringify(heard));
  }
  return heard;
}

/** Poor transcriptions are mostly of slow singing; so are many recordings, whose songs are written for any pace. */
function atItsPace(file: MidiFile, hearing: Hearing, seed: number): MidiFile {
  if (hearing === 'rough') return atAnotherPace(file, [0.62, 1.12], seed);
  return hearing === 'rendered' && seed % 2 === 0 ? atAnotherPace(file, [0.5, 1], seed) : file;
}

interface HeardRhythm extends Omit<HeardNotes, 'onset'> {
  readonly onsets: OnsetEvidence;
}

const withOnsets = ({ onset, activations, notes }: HeardNotes): HeardRhythm => ({
  onsets: onsetEvidence(onset, activations),
  activations,
  notes,
});

/** The metre of a recording's readings, of which no beats are written: their figures are 0. */
export async function heardRecording(path: string, signature: string, cache?: string): Promise<HeardSong> {
  const { onsets, activations } = (await hear(path, excerptSeconds.recorded, cache)).listening;
  const readings = judged({ onsets, activations, notes: noteEvents(activations) }, [], []);
  const known = { id: basename(path), collection: 'recordings', family: basename(path), signature };
  return { ...known, hearing: 'recorded', meter: meterOf(signature), readings };
}

async function readingsOf(
  file: MidiFile,
  signature: string,
  hearing: Hearing,
  seed: number,
  limit: number,
): Promise<HeardReading[]> {
  const map = tempoMap(file);
  const first = file.notes.reduce(
    (least, note) => Math.min(least, map.secondsAt(note.startTick)),
    Number.POSITIVE_INFINITY,
  );
  const excerpt = {
    ...file,
    notes: file.notes.filter((note) => map.secondsAt(note.startTick) < first + limit),
  };
  const grid = beatGrid(file);
  const seconds = Array.from(grid.seconds);
  const heard = await heardNotes(excerpt, signature, hearing, seed);
  return judged(
    heard,
    seconds,
    grid.downbeats.map((beat) => seconds[beat]!),
  );
}

/** `beats`, `downbeats`: as written, seconds. They are judged from the first to the last note. */
function judged(
  { onsets, activations, notes }: HeardRhythm,
  beats: readonly number[],
  downbeats: readonly number[],
): HeardReading[] {
  const { framesPerSecond } = activations;
  const [first, last] = [notes[0]?.startFrame ?? 0, notes.at(-1)?.startFrame ?? 0];
  const heard = (times: readonly number[]): number[] =>
    times.filter((time) => time >= first / framesPerSecond - 0.2 && time <= last / framesPerSecond + 0.2);
  return measuredReadings(onsets, activations, notes).map((reading) => {
    const all = reading.beatFrames.map((frame) => frame / framesPerSecond);
    const own = heard(all);
    const firsts = heard(reading.downbeats.map((beat) => all[beat]!));
    return {
      meter: reading.meter,
      bpm: Math.round(reading.bpm * 10) / 10,
      features: reading.features.map((value) => Math.round(value * 1e4) / 1e4),
      beat: beatF(heard(beats), own),
      octave: Math.max(...octaves(own).map((each) => beatF(heard(beats), each))),
      downbeat: beatF(heard(downbeats), firsts),
    };
  });
}

function octaves(beats: readonly number[]): number[][] {
  const every = (parity: number): number[] => beats.filter((_, at) => at % 2 === parity);
  const double = beats.flatMap((time, at) =>
    at + 1 < beats.length ? [time, (time + beats[at + 1]!) / 2] : [time],
  );
  return [[...beats], every(0), every(1), double];
}

async function heardNotes(
  file: MidiFile,
  signature: string,
  hearing: Hearing,
  seed: number,
): Promise<HeardRhythm> {
  if (hearing === 'rough') return withOnsets(roughlyHeard(file, tempoMap(file), seed + 9));
  if (hearing !== 'rendered') return withOnsets(notesAsSounding(file.notes, tempoMap(file)));
  const fonts = findSoundfonts();
  const folder = mkdtempSync(join(tmpdir(), 'contrafact-metre-'));
  try {
    const [midi, wav] = [join(folder, 'song.mid'), join(folder, 'song.wav')];
    writeFileSync(midi, writeMidiFile(arranged(file, signature, seed), 1));
    await renderMidi(midi, fonts[seed % fonts.length]!, wav);
    const { onsets, activations } = (await hear(wav)).listening;
    return { onsets, activations, notes: noteEvents(activations) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
