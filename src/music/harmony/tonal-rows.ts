/**
 * What sounds in each beat of a song, as 12 pitch classes: the coarse picture of melody and harmony together, which
 * stays recognisable where single notes are heard wrongly.
 */
import type { SongNote } from '../song-description.js';

/** Packed: 6 bytes a beat, half a byte a pitch class. */
const bytesABeat = 6;
/** A bound on work and bytes: about seven minutes. */
const maxTonalBeats = 800;

/** Notes that sound at once on average where a line has company. */
const fewestVoices = 1.3;

/**
 * Whether notes are more than one line. What a line alone says of harmony and of its chroma sequence, the line itself says
 * better. `notes` are sorted by onset.
 */
export function isAccompanied(notes: readonly SongNote[]): boolean {
  let sounding = 0;
  let covered = 0;
  let end = 0;
  for (const { onsetBeats, durationBeats } of notes) {
    sounding += durationBeats;
    covered += Math.max(0, onsetBeats + durationBeats - Math.max(end, onsetBeats));
    end = Math.max(end, onsetBeats + durationBeats);
  }
  return covered > 0 && sounding / covered >= fewestVoices;
}

/** `notes`: all notes of the mix. Magnitudes are square roots of durations, the beat's largest is 15. */
export function packTonalRows(notes: readonly SongNote[], beats: number): Uint8Array {
  const count = Math.min(maxTonalBeats, beats);
  const rows = new Float32Array(count * 12);
  for (const { onsetBeats, durationBeats, midiPitch } of notes) {
    const end = Math.min(count, onsetBeats + durationBeats);
    for (let beat = Math.max(0, Math.floor(onsetBeats)); beat < end; beat++)
      rows[beat * 12 + (midiPitch % 12)]! += Math.min(end, beat + 1) - Math.max(onsetBeats, beat);
  }
  const packed = new Uint8Array(count * bytesABeat);
  for (let beat = 0; beat < count; beat++) {
    const row = rows.subarray(beat * 12, beat * 12 + 12);
    const largest = Math.max(...row);
    if (!(largest > 0)) continue;
    for (let pitchClass = 0; pitchClass < 12; pitchClass++) {
      const level = Math.round(15 * Math.sqrt(row[pitchClass]! / largest));
      packed[beat * bytesABeat + (pitchClass >> 1)]! |= level << (4 * (pitchClass & 1));
    }
  }
  return packed;
}

export interface TonalRows {
  readonly count: number;
  /** count × 12: without its mean, of length 1; zero where nothing or everything sounds. */
  readonly values: Float32Array;
}

export function unpackTonalRows(packed: Uint8Array): TonalRows {
  const count = Math.floor(packed.length / bytesABeat);
  const values = new Float32Array(count * 12);
  for (let beat = 0; beat < count; beat++) {
    let mean = 0;
    for (let i = 0; i < 12; i++) {
      const level = (packed[beat * bytesABeat + (i >> 1)]! >> (4 * (i & 1))) & 15;
      values[beat * 12 + i] = level;
      mean += level / 12;
    }
    let squares = 0;
    for (let i = 0; i < 12; i++) {
      values[beat * 12 + i]! -= mean;
      squares += values[beat * 12 + i]! ** 2;
    }
    if (squares > 0) for (let i = 0; i < 12; i++) values[beat * 12 + i]! /= Math.sqrt(squares);
  }
  return { count, values };
}

/** Two beats a row, for a coarse pass. */
export function coarseRows({ count, values }: TonalRows): TonalRows {
  const half = count >> 1;
  const merged = new Float32Array(half * 12);
  for (let row = 0; row < half; row++) {
    let squares = 0;
    for (let i = 0; i < 12; i++) {
      const sum = values[row * 24 + i]! + values[row * 24 + 12 + i]!;
      merged[row * 12 + i] = sum;
      squares += sum * sum;
    }
    if (squares > 0) for (let i = 0; i < 12; i++) merged[row * 12 + i]! /= Math.sqrt(squares);
  }
  return { count: half, values: merged };
}

/** Every row twice: a song counted at double time, as far as its beats show. */
export function repeatedRows({ count, values }: TonalRows): TonalRows {
  const kept = Math.min(count, maxTonalBeats >> 1);
  const repeated = new Float32Array(kept * 24);
  for (let row = 0; row < kept; row++) {
    const one = values.subarray(row * 12, row * 12 + 12);
    repeated.set(one, row * 24);
    repeated.set(one, row * 24 + 12);
  }
  return { count: kept * 2, values: repeated };
}

/**
 * The same song on another grid: row i sounds from `places[i]` to `places[i + 1]`, beats of the rows at hand, rising; the rows
 * within count by how much of them lies there.
 */
export function regriddedRows({ count, values }: TonalRows, places: readonly number[]): TonalRows {
  const kept = Math.min(maxTonalBeats, Math.max(0, places.length - 1));
  const regridded = new Float32Array(kept * 12);
  for (let row = 0; row < kept; row++) {
    const [start, end] = [Math.max(0, places[row]!), Math.min(count, places[row + 1]!)];
    const sums = regridded.subarray(row * 12, row * 12 + 12);
    for (let beat = Math.floor(start); beat < end; beat++) {
      const share = Math.min(end, beat + 1) - Math.max(start, beat);
      for (let i = 0; i < 12; i++) sums[i]! += share * values[beat * 12 + i]!;
    }
    const length = Math.hypot(...sums);
    if (length > 0) for (let i = 0; i < 12; i++) sums[i]! /= length;
  }
  return { count: kept, values: regridded };
}

/** `beats` to a row, from the first beat on; what is left at the end is no row. */
export function slowedRows(rows: TonalRows, beats: number): TonalRows {
  return regriddedRows(
    rows,
    Array.from({ length: Math.floor(rows.count / beats) + 1 }, (_, row) => beats * row),
  );
}
