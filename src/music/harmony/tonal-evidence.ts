/**
 * How much the chroma sequence of two songs speaks for a common origin: cover song identification by local alignment of
 * beat-synchronous chroma (Serrà, Gómez, Herrera and Serra 2008; Ellis and Poliner 2007), in the keys that the mean
 * rows suggest, with three additions: what a song repeats counts less each time, the similarity is measured against the
 * pair's own mean and spread, and what the second song scores backwards is taken off as chance.
 */

import type { SongDescription } from '../song-description.js';
import {
  coarseRows,
  isAccompanied,
  packTonalRows,
  regriddedRows,
  repeatedRows,
  type TonalRows,
  unpackTonalRows,
} from './tonal-rows.js';
import {
  alongDiagonals,
  type RowNovelty,
  rowNovelty,
  type Similarity,
  similarity,
  similarityStep,
  similaritySteps,
  turned,
} from './tonal-similarity.js';

export interface PreparedTonal {
  readonly rows: TonalRows;
  /** Two and four beats a row. */
  readonly coarse: TonalRows;
  readonly coarsest: TonalRows;
  readonly meanRow: Float64Array;
  /** The novelty of each row; worked out when first asked for. */
  novelty(): RowNovelty;
  /** The same song counted at double time, every beat two rows; worked out when first asked for. */
  doubled(): PreparedTonal;
  /** The same song on another grid (regriddedRows); worked out anew each time. */
  regridded(places: readonly number[]): PreparedTonal;
}

export interface TonalPoint {
  /** Beats of the two songs that sound similar. */
  readonly a: number;
  readonly b: number;
  readonly score: number;
}

export interface TonalEvidence {
  /** Bits beyond chance; may be negative. */
  readonly bits: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Rising in both. */
  readonly points: readonly TonalPoint[];
}

/** Beats to each side that a passage reaches. */
const halfWidth = 3;
/** A cell counts where it is this many deviations above the pair's mean. */
const aboveMean = 1;
const worstCell = -3;
/** Cost of a beat that one song has and the other has not. */
const skipCost = 0.2;
/** Fewer beats than this are no chroma sequence. */
const fewestBeats = 16;
/** Another key is tried where the mean rows fit nearly as well. */
const keysTried = 2;
const nearlyAsWell = 0.8;

/** Set on unrelated recordings, renderings and MIDI files, so that the tail is that of the melodies' bits. */
const scoreABit = 1.5;

export function prepareTonal(packed: Uint8Array): PreparedTonal {
  const rows = unpackTonalRows(packed);
  const meanRow = new Float64Array(12);
  rows.values.forEach((value, at) => {
    meanRow[at % 12]! += value;
  });
  return prepared(rows, meanRow);
}

function prepared(rows: TonalRows, meanRow: Float64Array): PreparedTonal {
  let known: RowNovelty | null = null;
  const novelty = () => {
    known ??= rowNovelty(rows, halfWidth);
    return known;
  };
  const coarse = coarseRows(rows);
  let twice: PreparedTonal | null = null;
  const doubled = () => {
    twice ??= prepared(repeatedRows(rows), meanRow);
    return twice;
  };
  const regridded = (places: readonly number[]) => prepared(regriddedRows(rows, places), meanRow);
  return { rows, novelty, coarse, coarsest: coarseRows(coarse), meanRow, doubled, regridded };
}

/** Packed; empty for a line without company. `song` comes with the notes of its mix. */
export function tonalRowsOf(song: Pick<SongDescription, 'notes' | 'beats'>): Uint8Array {
  return isAccompanied(song.notes) ? packTonalRows(song.notes, song.beats.length) : new Uint8Array(0);
}

/** The transpositions (0 … 11) from a to b that make the mean rows most similar, best first. */
function likelyKeys(a: PreparedTonal, b: PreparedTonal, count: number): number[] {
  const similarity = (shift: number): number => {
    let dot = 0;
    for (let k = 0; k < 12; k++) dot += a.meanRow[k]! * b.meanRow[(k + shift) % 12]!;
    return dot;
  };
  return Array.from({ length: 12 }, (_, shift) => ({ shift, dot: similarity(shift) }))
    .sort((x, y) => y.dot - x.dot)
    .slice(0, count)
    .filter(({ dot }, _, [best]) => dot >= nearlyAsWell * best!.dot)
    .map(({ shift }) => shift);
}

function meanAndSpread(values: Float32Array): { mean: number; spread: number } {
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  return { mean, spread: Math.sqrt(Math.max(1e-6, squares / values.length - mean * mean)) };
}

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

/** Local alignment; a step may pass over one row of either song. */
function alignCells(
  cells: Similarity,
  noveltyA: Float32Array | null,
  noveltyB: Float32Array | null,
  trace: boolean,
): { score: number; points: TonalPoint[] } {
  const { height, width, values } = cells;
  const { mean, spread } = meanAndSpread(values);
  const level = mean + aboveMean * spread;
  let twoBefore = new Float32Array(width + 1);
  let before = new Float32Array(width + 1);
  let now = new Float32Array(width + 1);
  const moves = new Uint8Array(trace ? height * width : 0);
  let best = 0;
  let bestAt = -1;
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const similarity = values[i * width + j]!;
      let score = (similarity - level) / spread;
      if (score > 0) {
        if (noveltyA && noveltyB) {
          const step = similarityStep(similarity);
          const weightA = noveltyA[i * similaritySteps + step]!;
          const weightB = noveltyB[j * similaritySteps + step]!;
          score *= weightA < weightB ? weightA : weightB;
        }
      } else if (score < worstCell) score = worstCell;
      let from = before[j]!;
      let move = diagonal;
      if (j > 0 && before[j - 1]! - skipCost > from) {
        from = before[j - 1]! - skipCost;
        move = skipB;
      }
      if (twoBefore[j]! - skipCost > from) {
        from = twoBefore[j]! - skipCost;
        move = skipA;
      }
      const value = from + score;
      now[j + 1] = value > 0 ? value : 0;
      if (trace) moves[i * width + j] = value > 0 ? move : stop;
      if (value > best) {
        best = value;
        bestAt = i * width + j;
      }
    }
    [twoBefore, before, now] = [before, now, twoBefore];
  }
  const points: TonalPoint[] = [];
  for (let at = trace ? bestAt : -1; at >= 0 && moves[at] !== stop; ) {
    const score = (values[at]! - level) / spread;
    if (score > 0) points.push({ a: Math.floor(at / width), b: at % width, score });
    const move = moves[at]!;
    if (at < width || at % width === 0) break;
    at -= width + 1 + (move === skipA ? width : move === skipB ? 1 : 0);
    if (at < 0) break;
  }
  return { score: best, points: points.reverse() };
}

/** Work grows with the product of the lengths. */
export function tonalEvidence(a: PreparedTonal, b: PreparedTonal): TonalEvidence {
  let best: TonalEvidence = { bits: 0, transposition: 0, points: [] };
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return best;
  const noveltyA = a.novelty().forwards;
  const noveltyB = b.novelty();
  let bestCells: Similarity | null = null;
  for (const shift of likelyKeys(a, b, keysTried)) {
    const raw = similarity(a.rows, b.rows, shift);
    const cells = alongDiagonals(raw, halfWidth);
    const { score } = alignCells(cells, noveltyA, noveltyB.forwards, false);
    const opposite = alongDiagonals(turned(raw), halfWidth);
    const chance = alignCells(opposite, noveltyA, noveltyB.backwards, false).score;
    const bits = (score - chance) / scoreABit;
    if (bits > best.bits) {
      best = { bits, transposition: shift, points: [] };
      bestCells = cells;
    }
  }
  if (!bestCells) return best;
  return { ...best, points: alignCells(bestCells, noveltyA, noveltyB.forwards, true).points };
}

/** Songs of more beats than this get the coarse pass at four beats a row. */
const longSong = 300;

/** A cheap estimate for choosing what to compare in full: one key, no account of chance. */
export function quickTonal(a: PreparedTonal, b: PreparedTonal): number {
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return 0;
  const isLong = Math.max(a.rows.count, b.rows.count) > longSong;
  const [x, y] = isLong ? [a.coarsest, b.coarsest] : [a.coarse, b.coarse];
  const [shift = 0] = likelyKeys(a, b, 1);
  const cells = alongDiagonals(similarity(x, y, shift), 1);
  return alignCells(cells, null, null, false).score;
}
