/**
 * Compares a query's peaks with every place of every song of a small catalogue. Noise and voices through a telephone leave
 * too few triplets to be looked up where single peaks still coincide far beyond chance. The work grows with the
 * catalogue, so that a large one is not swept.
 */
import { unpackPeaks } from './peak-codec.js';
import type { PeakList } from './peak-list.js';

export interface SweepInput {
  readonly query: PeakList;
  /** The packed peaks of each song. */
  readonly songs: readonly Uint8Array[];
  readonly limit: number;
}

/** A place at which many of the query's peaks lie in a song, at unchanged speed and pitch. */
export interface SweptPlace {
  /** Index of the song. */
  readonly song: number;
  /** Where the query's time 0 lies, in frames. */
  readonly startFrames: number;
  /** Coincidences over those of other places of the song, in standard deviations. */
  readonly score: number;
}

/** Peaks of one cell or of two side by side are of one pitch: up to 27 cents apart. */
const pitchCellCents = 13.75;
/** Fewer overlapping frames are the song's very beginning or end. */
const minOverlapFrames = 125;

/** The places of the highest score, one a song, best first. */
export function sweep({ query, songs, limit }: SweepInput): SweptPlace[] {
  const byPitch = peaksByPitch(query);
  const length = Math.ceil(query.times[query.count - 1] ?? 0) + 1;
  const places = songs.map((packed, song) => ({ song, ...bestPlace(unpackPeaks(packed), byPitch, length) }));
  return places.sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Times of the query's peaks, by pitch; each in the cells beside its own too. */
interface PeaksByPitch {
  /** Of each cell, and of the end: its first time. */
  readonly starts: Int32Array;
  readonly times: Float64Array;
}

function peaksByPitch({ count, times, cents }: PeakList): PeaksByPitch {
  const cells: number[][] = [];
  for (let i = 0; i < count; i++) {
    const cell = Math.round(cents[i]! / pitchCellCents) + 1;
    for (let near = Math.max(0, cell - 1); near <= cell + 1; near++) {
      cells[near] ??= [];
      cells[near].push(times[i]!);
    }
  }
  const lists = Array.from(cells, (cell) => cell ?? []);
  const starts = new Int32Array(lists.length + 1);
  lists.forEach((list, cell) => {
    starts[cell + 1] = starts[cell]! + list.length;
  });
  return { starts, times: Float64Array.from(lists.flat()) };
}

function bestPlace(
  song: PeakList,
  { starts, times }: PeaksByPitch,
  queryFrames: number,
): Omit<SweptPlace, 'song'> {
  const songFrames = Math.ceil(song.times[song.count - 1] ?? 0) + 1;
  const counts = new Uint16Array(songFrames + queryFrames + 2);
  let total = 0;
  for (let j = 0; j < song.count; j++) {
    const cell = Math.round(song.cents[j]! / pitchCellCents) + 1;
    if (cell + 1 >= starts.length) continue;
    const at = song.times[j]! + queryFrames + 0.5;
    const end = starts[cell + 1]!;
    for (let near = starts[cell]!; near < end; near++) counts[(at - times[near]!) | 0]!++;
    total += end - starts[cell]!;
  }
  let best: Omit<SweptPlace, 'song'> = { startFrames: 0, score: 0 };
  const overlap = (at: number): number => Math.min(songFrames, at) - Math.max(0, at - queryFrames);
  // All pairs, spread over the places by how far the query lies in the song there.
  const perFrame = total / (songFrames * queryFrames);
  for (let at = minOverlapFrames; at + minOverlapFrames < counts.length; at++) {
    const count = counts[at - 1]! + counts[at]! + counts[at + 1]!;
    if (count < 6) continue;
    const expected = 3 * perFrame * overlap(at);
    const score = (count - expected) / Math.sqrt(expected + 1);
    if (score > best.score) best = { startFrames: at - queryFrames, score };
  }
  return best;
}
