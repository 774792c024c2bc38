/** The simple methods that the product must beat, run on the same songs. */
import type { SongDescription } from '../../src/music/song-description.js';

/** Cosine of the counts of interval trigrams. */
export function intervalTrigrams(songs: readonly SongDescription[]): (a: number, b: number) => number {
  const counts = songs.map((song) => {
    const map = new Map<number, number>();
    const line = song.melody.topline;
    for (let i = 3; i < line.length; i++) {
      let key = 0;
      for (let k = 2; k >= 0; k--)
        key = key * 256 + (line[i - k]!.midiPitch - line[i - k - 1]!.midiPitch + 128);
      map.set(key, (map.get(key) ?? 0) + 1);
    }
    let norm = 0;
    for (const value of map.values()) norm += value * value;
    return { map, norm: Math.sqrt(norm) || 1 };
  });
  return (a, b) => {
    let dot = 0;
    for (const [key, value] of counts[a]!.map) dot += value * (counts[b]!.map.get(key) ?? 0);
    return dot / (counts[a]!.norm * counts[b]!.norm);
  };
}

/**
 * Written songs that agree by more than this in interval trigrams are taken for the same tune, whoever listed them: a collection's list of
 * variants is never complete, and such songs are not unrelated.
 */
export const sameTune = 0.4;

/**
 * Percent melodic identity (Savage et al. 2018): global alignment of the pitch classes relative to the tonic, gaps
 * opened at 12 and extended at 6 in Needleman and Wunsch's scheme; identical over the mean length.
 */
export function percentIdentity(songs: readonly SongDescription[]): (a: number, b: number) => number {
  const lines = songs.map((song) =>
    Uint8Array.from(song.melody.topline, (note) => (note.midiPitch - (song.key?.tonic ?? 0) + 120) % 12),
  );
  return (a, b) => identity(lines[a]!, lines[b]!);
}

const [reward, penalty, open, extend] = [1, 0, 0.8, 0.2];

function identity(a: Uint8Array, b: Uint8Array): number {
  const width = b.length + 1;
  const best = new Float32Array(width);
  const same = new Int32Array(width);
  const inColumn = new Float32Array(width).fill(-1e9);
  const inColumnSame = new Int32Array(width);
  for (let j = 1; j < width; j++) best[j] = -open - extend * j;
  for (let i = 1; i <= a.length; i++) {
    let corner = best[0]!;
    let cornerSame = same[0]!;
    best[0] = -open - extend * i;
    let inRow = -1e9;
    let inRowSame = 0;
    for (let j = 1; j < width; j++) {
      if (best[j]! - open > inColumn[j]!) {
        inColumn[j] = best[j]! - open;
        inColumnSame[j] = same[j]!;
      }
      inColumn[j]! -= extend;
      if (best[j - 1]! - open > inRow) {
        inRow = best[j - 1]! - open;
        inRowSame = same[j - 1]!;
      }
      inRow -= extend;
      const equal = a[i - 1] === b[j - 1];
      let score = corner + (equal ? reward : penalty);
      let count = cornerSame + (equal ? 1 : 0);
      if (inColumn[j]! > score) {
        score = inColumn[j]!;
        count = inColumnSame[j]!;
      }
      if (inRow > score) {
        score = inRow;
        count = inRowSame;
      }
      corner = best[j]!;
      cornerSame = same[j]!;
      best[j] = score;
      same[j] = count;
    }
  }
  return same[b.length]! / Math.max(1, (a.length + b.length) / 2);
}

/** Longest warping-free match of chroma: the best of 12 rotations of the pitch class durations' cosine. */
export function chromaCosine(songs: readonly SongDescription[]): (a: number, b: number) => number {
  const rows = songs.map((song) => {
    const histogram = new Float64Array(12);
    for (const note of song.melody.topline) histogram[note.midiPitch % 12]! += note.durationBeats;
    const norm = Math.hypot(...histogram) || 1;
    return histogram.map((value) => value / norm);
  });
  return (a, b) => {
    let best = 0;
    for (let shift = 0; shift < 12; shift++) {
      let dot = 0;
      for (let step = 0; step < 12; step++) dot += rows[a]![step]! * rows[b]![(step + shift) % 12]!;
      if (dot > best) best = dot;
    }
    return best;
  };
}
