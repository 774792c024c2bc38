/** Songs of the benchmark, from MIDI, ABC, kern and note names, as descriptions. */
import { readFileSync } from 'node:fs';
import { describeMidiBytes } from '../../src/analyses/describe/midi-file.js';
import { describeListening } from '../../src/music/description/describe.js';
import type { SongDescription, SongNote } from '../../src/music/song-description.js';
import { describeNotes } from '../../src/music/symbolic/describe-midi.js';
import { skyline } from '../../src/music/symbolic/skyline.js';
import { hear } from '../description/hear.js';
import { presenceOfFile } from '../description/heard-presence.js';
import { readAbc } from './abc.js';
import { readKernMelody } from './kern.js';

export interface BenchSong {
  readonly id: string;
  readonly group: string | null;
  readonly description: SongDescription;
  /** Of two sides (original and accused, say): tables from each to the other are printed besides. */
  readonly side?: string;
  /** The song that this one was made from: never an answer to it. */
  readonly from?: BenchSong;
}

/** A description of a melody alone, at 120 BPM with bars from its first beat. */
export function describeMelody(notes: readonly SongNote[], meter: 3 | 4 = 4): SongDescription {
  const end = notes.reduce((last, note) => Math.max(last, note.onsetBeats + note.durationBeats), 1);
  const count = Math.ceil(end) + 1;
  const downbeats: number[] = [];
  for (let beat = 0; beat < count; beat += meter) downbeats.push(beat);
  return describeNotes(
    notes,
    { vocal: [], instrumental: [], topline: skyline(notes) },
    {
      seconds: Float64Array.from({ length: count }, (_, beat) => beat * 0.5),
      downbeats,
      meter,
    },
  );
}

export function isAudio(path: string): boolean {
  return /\.(mp3|ogg|opus|oga|wav|flac|m4a|aac|aiff?|wma|webm)$/i.test(path);
}

/** Like loadSong, and recordings. `seconds` of them; `cache`: see bench/description/hear.ts. */
export async function loadAnySong(path: string, cache?: string, seconds = 3600): Promise<SongDescription> {
  if (!isAudio(path)) return loadSong(path);
  const { listening } = await hear(path, seconds, cache);
  return describeListening(listening, await presenceOfFile(path));
}

/** Reads one file by its ending as the service does: .mid, .midi, .krn, .abc (its first tune). */
export async function loadSong(path: string): Promise<SongDescription> {
  if (/\.midi?$/i.test(path)) return describeMidiBytes(readFileSync(path));
  if (/\.krn$/i.test(path)) return describeMelody(readKernMelody(readFileSync(path, 'utf8')));
  if (/\.abc$/i.test(path)) {
    const tune = readAbc(readFileSync(path, 'utf8'))[0];
    if (!tune) throw new Error(`${path} holds no tune.`);
    return describeMelody(tune.notes, tune.meter);
  }
  throw new Error(`${path}: only recordings, .mid, .midi, .abc and .krn are read.`);
}

const degrees: Record<string, number> = {
  C: 0,
  d: 1,
  D: 2,
  e: 3,
  E: 4,
  F: 5,
  g: 6,
  G: 7,
  a: 8,
  A: 9,
  b: 10,
  B: 11,
};

/**
 * Notes from a string of scale degrees (lower case = flat, `c` and `f` as their naturals). Octaves and rhythm are
 * not written: each note is the nearest to the one before, and lasts a beat.
 */
export function notesOfDegrees(text: string): SongNote[] {
  let previous = 66;
  return [...text.replace(/[^A-Ga-g]/g, '')].map((letter, index) => {
    const pitchClass = degrees[letter] ?? degrees[letter.toUpperCase()]!;
    let pitch = pitchClass + 12 * Math.round((previous - pitchClass) / 12);
    pitch = Math.min(108, Math.max(24, pitch));
    previous = pitch;
    return { onsetBeats: index, durationBeats: 1, midiPitch: pitch, salience: 1 };
  });
}

/**
 * The half of the songs that weights may be chosen on: by group, so that a variant never stands on both sides.
 */
export function isTrainingTune(song: BenchSong): boolean {
  let hash = 7;
  for (const letter of song.group ?? song.id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x5bd1e995);
  return (hash >>> 17) % 2 === 1;
}
