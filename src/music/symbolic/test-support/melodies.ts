/** Melodies with known content for tests, a plain grid, and a writer of MIDI files for them. */
import type { SongNote } from '../../song-description.js';
import type { BeatGrid } from '../beat-grid.js';

/** Beats at 120 BPM in bars of four, whatever the notes are: as many as any of a test's songs has. */
export function plainGrid(beats: number): BeatGrid {
  return {
    ticks: Float64Array.from({ length: beats }, (_, beat) => beat * 480),
    seconds: Float64Array.from({ length: beats }, (_, beat) => beat * 0.5),
    downbeats: Array.from({ length: Math.ceil(beats / 4) }, (_, bar) => 4 * bar),
    meter: 4,
  };
}

/** A walk on the major scale with leaps; different for every seed, the same for the same seed. */
export function generateMelody(seed: number, count: number): SongNote[] {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  const scale = [0, 2, 4, 5, 7, 9, 11];
  const durations = [0.5, 0.5, 1, 1, 1.5, 2, 0.25, 0.75];
  const notes: SongNote[] = [];
  let degree = 7;
  let onsetBeats = 0;
  for (let index = 0; index < count; index++) {
    const leap = random() < 0.3 ? 4 : 2;
    degree = Math.min(13, Math.max(0, degree + Math.round((random() * 2 - 1) * leap)));
    const durationBeats = durations[Math.floor(random() * durations.length)]!;
    const midiPitch = 60 + scale[degree % 7]! + 12 * Math.floor(degree / 7);
    notes.push({ onsetBeats, durationBeats, midiPitch, salience: 1 });
    onsetBeats += durationBeats;
  }
  return notes;
}

function chunk(name: string, data: readonly number[]): number[] {
  const length = data.length;
  return [...name]
    .map((letter) => letter.charCodeAt(0))
    .concat([length >>> 24, (length >>> 16) & 255, (length >>> 8) & 255, length & 255], data);
}

function variable(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 127) | 128);
  return bytes;
}

interface MidiOptions {
  bpm?: number;
  numerator?: number;
  denominatorPower?: number;
  /** Later changes of metre: quarters from the start, numerator, power of the denominator. */
  changes?: readonly (readonly [quarters: number, numerator: number, denominatorPower: number])[];
  name?: string;
  channel?: number;
}

/** A format 0 file at 480 ticks a quarter. */
export function writeMidi(notes: readonly SongNote[], options: MidiOptions = {}): Uint8Array {
  const { bpm = 120, numerator = 4, denominatorPower = 2, changes = [], name = '', channel = 0 } = options;
  const tempo = Math.round(60e6 / bpm);
  const metres = changes.map(([quarters, ...metre]) => ({
    tick: Math.round(quarters * 480),
    data: [0xff, 0x58, 4, ...metre, 24, 8],
  }));
  const sounds = notes.flatMap((note) => [
    { tick: Math.round(note.onsetBeats * 480), data: [0x90 | channel, note.midiPitch, 100] },
    {
      tick: Math.round((note.onsetBeats + note.durationBeats) * 480),
      data: [0x80 | channel, note.midiPitch, 0],
    },
  ]);
  const events = [...sounds, ...metres].sort((a, b) => a.tick - b.tick || a.data[0]! - b.data[0]!);
  const track = [
    ...[0, 0xff, 0x03, name.length, ...[...name].map((letter) => letter.charCodeAt(0))],
    ...[0, 0xff, 0x51, 3, tempo >> 16, (tempo >> 8) & 255, tempo & 255],
    ...[0, 0xff, 0x58, 4, numerator, denominatorPower, 24, 8],
  ];
  let tick = 0;
  for (const event of events) {
    track.push(...variable(event.tick - tick), ...event.data);
    tick = event.tick;
  }
  track.push(0, 0xff, 0x2f, 0);
  return Uint8Array.from([...chunk('MThd', [0, 0, 0, 1, 480 >> 8, 480 & 255]), ...chunk('MTrk', track)]);
}
