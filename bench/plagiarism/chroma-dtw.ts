/**
 * A baseline for recordings: the shorter song's chroma, two rows a second, is looked for in the longer one's by
 * dynamic time warping that may begin and end anywhere (Müller 2007, chapter 4), in the key that the mean chroma
 * suggests (optimal transposition index; Serrà, Gómez and Herrera 2008).
 */
import { type SongDescription, secondsAtBeat } from '../../src/music/song-description.js';

const rowsPerSecond = 2;

/** rows × 12, each row of length 1 (or 0 where nothing sounds). */
function chromaRows(song: SongDescription): Float32Array {
  const count = Math.max(1, Math.ceil(song.durationSeconds * rowsPerSecond));
  const rows = new Float32Array(count * 12);
  for (const note of song.notes) {
    const start = secondsAtBeat(song.beats, note.onsetBeats) * rowsPerSecond;
    const end = secondsAtBeat(song.beats, note.onsetBeats + note.durationBeats) * rowsPerSecond;
    for (let row = Math.max(0, Math.floor(start)); row < Math.min(count, end); row++)
      rows[row * 12 + (note.midiPitch % 12)]! += Math.min(end, row + 1) - Math.max(start, row);
  }
  for (let row = 0; row < count; row++) {
    const own = rows.subarray(row * 12, row * 12 + 12);
    const norm = Math.hypot(...own);
    if (norm > 0) for (let i = 0; i < 12; i++) own[i]! /= norm;
  }
  return rows;
}

function meanRow(rows: Float32Array): Float64Array {
  const mean = new Float64Array(12);
  rows.forEach((value, at) => {
    mean[at % 12]! += value;
  });
  return mean;
}

/** The rotation of `b` that makes the mean rows most similar. */
function bestRotation(a: Float64Array, b: Float64Array): number {
  let best = 0;
  let most = -1;
  for (let shift = 0; shift < 12; shift++) {
    let dot = 0;
    for (let i = 0; i < 12; i++) dot += a[i]! * b[(i + shift) % 12]!;
    if (dot > most) {
      most = dot;
      best = shift;
    }
  }
  return best;
}

/** Minus the mean cosine distance along the best path: higher is more similar. */
export function chromaDtw(songs: readonly SongDescription[]): (a: number, b: number) => number {
  const rows = songs.map(chromaRows);
  const means = rows.map(meanRow);
  return (a, b) => {
    const [short, long] = rows[a]!.length <= rows[b]!.length ? [a, b] : [b, a];
    return -pathCost(rows[short]!, rows[long]!, bestRotation(means[short]!, means[long]!));
  };
}

function pathCost(a: Float32Array, b: Float32Array, shift: number): number {
  const height = a.length / 12;
  const width = b.length / 12;
  let twoBefore = new Float64Array(width).fill(1e9);
  let before = new Float64Array(width);
  let now = new Float64Array(width);
  const distance = (i: number, j: number): number => {
    let dot = 0;
    for (let k = 0; k < 12; k++) dot += a[i * 12 + k]! * b[j * 12 + ((k + shift) % 12)]!;
    return 1 - dot;
  };
  for (let j = 0; j < width; j++) before[j] = distance(0, j);
  for (let i = 1; i < height; i++) {
    now.fill(1e9);
    for (let j = 1; j < width; j++) {
      const skipped = j > 1 ? before[j - 2]! : 1e9;
      now[j] = distance(i, j) + Math.min(before[j - 1]!, skipped, twoBefore[j - 1]! + distance(i - 1, j));
    }
    [twoBefore, before, now] = [before, now, twoBefore];
  }
  return Math.min(...before) / height;
}
