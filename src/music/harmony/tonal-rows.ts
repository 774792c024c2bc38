/**
 * What sounds in each half beat of a song, as 12 pitch classes: the coarse picture of melody and harmony together, which
 * stays recognisable where single notes are heard wrongly.
 */
import type { SongNote } from '../song-description.js';

/** A bound on work and bytes: 800 beats, about seven minutes. */
export const maxRows = 1600;

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

export interface TonalRows {
  readonly count: number;
  /** count × 12: without its mean, of length 1; zero where nothing or everything sounds. */
  readonly values: Float32Array;
}

/** Of the row whose first of 12 values is at `from`. */
function toUnitLength(values: Float32Array, from: number): void {
  let squares = 0;
  for (let at = from; at < from + 12; at++) squares += values[at]! * values[at]!;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let at = from; at < from + 12; at++) values[at]! /= length;
}

function isSilent(values: Float32Array, from: number): boolean {
  for (let at = from; at < from + 12; at++) if (values[at] !== 0) return false;
  return true;
}

/** Half beats to each side whose mean is taken off a row, and how much of it. */
const surroundingRows = 64;
const surroundingShare = 0.7;

/**
 * Each row less most of the mean of its surroundings, of length 1 again: songs in one key are similar at any place, and what changes from beat to
 * beat is the song. Work grows with the rows.
 */
export function contrastedRows({ count, values }: TonalRows): TonalRows {
  const contrasted = new Float32Array(count * 12);
  const sums = new Float64Array(12);
  const add = (row: number, sign: number): void => {
    for (let i = 0; i < 12; i++) sums[i]! += sign * values[row * 12 + i]!;
  };
  for (let row = 0; row < Math.min(count, surroundingRows); row++) add(row, 1);
  for (let row = 0; row < count; row++) {
    if (row + surroundingRows < count) add(row + surroundingRows, 1);
    if (row > surroundingRows) add(row - surroundingRows - 1, -1);
    const near = Math.min(count, row + surroundingRows + 1) - Math.max(0, row - surroundingRows);
    const from = row * 12;
    if (isSilent(values, from)) continue;
    const share = surroundingShare / near;
    for (let i = 0; i < 12; i++) contrasted[from + i] = values[from + i]! - share * sums[i]!;
    toUnitLength(contrasted, from);
  }
  return { count, values: contrasted };
}

/** Two rows to one: of half beats beats, and of beats a coarse pass. */
export function coarseRows({ count, values }: TonalRows): TonalRows {
  const half = count >> 1;
  const merged = new Float32Array(half * 12);
  for (let row = 0; row < half; row++) {
    const [from, into] = [row * 24, row * 12];
    for (let i = 0; i < 12; i++) merged[into + i] = values[from + i]! + values[from + 12 + i]!;
    toUnitLength(merged, into);
  }
  return { count: half, values: merged };
}

/** Every row twice: a song counted at double time, as far as its rows show. */
export function repeatedRows({ count, values }: TonalRows): TonalRows {
  const kept = Math.min(count, maxRows >> 1);
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
  const kept = Math.min(maxRows, Math.max(0, places.length - 1));
  const regridded = new Float32Array(kept * 12);
  for (let row = 0; row < kept; row++) {
    const [start, end] = [Math.max(0, places[row]!), Math.min(count, places[row + 1]!)];
    const into = row * 12;
    for (let beat = Math.floor(start); beat < end; beat++) {
      const share = Math.min(end, beat + 1) - Math.max(start, beat);
      for (let i = 0; i < 12; i++) regridded[into + i]! += share * values[beat * 12 + i]!;
    }
    toUnitLength(regridded, into);
  }
  return { count: kept, values: regridded };
}
