/**
 * How much the chroma sequence of two songs speaks for a common origin: cover song identification by local alignment of
 * beat-synchronous chroma (Serrà, Gómez, Herrera and Serra 2008; Ellis and Poliner 2007), in the keys that the mean
 * rows suggest, with three additions: what a song repeats counts less each time, the similarity is measured against the
 * pair's own mean and spread, and what the second song scores backwards is taken off as chance.
 */

import type { SongDescription } from '../song-description.js';
import { type CellNovelty, type ChromaCells, chromaCells, type Similarity } from './chroma-cells.js';
import {
  coarseRows,
  isAccompanied,
  packTonalRows,
  regriddedRows,
  repeatedRows,
  slowedRows,
  type TonalRows,
  unpackTonalRows,
} from './tonal-rows.js';
import { type RowNovelty, rowNovelty, similarityStep, similaritySteps } from './tonal-similarity.js';

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
  /** The same song with `beats` of its beats to a row, from its first one on; worked out when first asked for. */
  slowed(beats: number): PreparedTonal;
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
  const slower = new Map<number, PreparedTonal>();
  const slowed = (beats: number) => {
    const known = slower.get(beats) ?? prepared(slowedRows(rows, beats), meanRow);
    slower.set(beats, known);
    return known;
  };
  const regridded = (places: readonly number[]) => prepared(regriddedRows(rows, places), meanRow);
  return { rows, novelty, coarse, coarsest: coarseRows(coarse), meanRow, doubled, slowed, regridded };
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

/** From where on a cell counts, and how much. */
interface CellLevel {
  readonly level: number;
  readonly spread: number;
}

function levelOf(cells: ChromaCells): CellLevel {
  const { mean, spread } = cells.moments();
  return { level: mean + aboveMean * spread, spread };
}

function scoreOf(cells: ChromaCells, novelty: CellNovelty | null): number {
  return cells.bestScore({ ...levelOf(cells), worst: worstCell, skipCost }, novelty);
}

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

/** The rows on the way of the local alignment that ChromaCells scores. Done once, for the best of the keys: plain. */
function pointsOf(
  { height, width, values }: Similarity,
  { level, spread }: CellLevel,
  novelty: CellNovelty,
): TonalPoint[] {
  let twoBefore = new Float32Array(width + 1);
  let before = new Float32Array(width + 1);
  let now = new Float32Array(width + 1);
  const moves = new Uint8Array(height * width);
  let best = 0;
  let bestAt = -1;
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      const similarity = values[i * width + j]!;
      let score = (similarity - level) / spread;
      if (score > 0) {
        const step = similarityStep(similarity);
        const weightA = novelty.a[i * similaritySteps + step]!;
        const weightB = novelty.b[j * similaritySteps + step]!;
        score *= weightA < weightB ? weightA : weightB;
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
      moves[i * width + j] = value > 0 ? move : stop;
      if (value > best) {
        best = value;
        bestAt = i * width + j;
      }
    }
    [twoBefore, before, now] = [before, now, twoBefore];
  }
  const points: TonalPoint[] = [];
  for (let at = bestAt; at >= 0 && moves[at] !== stop; ) {
    const score = (values[at]! - level) / spread;
    if (score > 0) points.push({ a: Math.floor(at / width), b: at % width, score });
    const move = moves[at]!;
    if (at < width || at % width === 0) break;
    at -= width + 1 + (move === skipA ? width : move === skipB ? 1 : 0);
    if (at < 0) break;
  }
  return points.reverse();
}

/** Work grows with the product of the lengths. */
export function tonalEvidence(a: PreparedTonal, b: PreparedTonal): TonalEvidence {
  let best: TonalEvidence = { bits: 0, transposition: 0, points: [] };
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return best;
  const noveltyB = b.novelty();
  const novelty = { a: a.novelty().forwards, b: noveltyB.forwards, steps: similaritySteps };
  let bestCells: (CellLevel & { readonly cells: Similarity }) | null = null;
  for (const shift of likelyKeys(a, b, keysTried)) {
    const opposite = chromaCells(a.rows, b.rows, shift, halfWidth, true);
    const chance = scoreOf(opposite, { ...novelty, b: noveltyB.backwards });
    const cells = chromaCells(a.rows, b.rows, shift, halfWidth);
    const bits = (scoreOf(cells, novelty) - chance) / scoreABit;
    if (bits > best.bits) {
      best = { bits, transposition: shift, points: [] };
      bestCells = { cells: cells.smoothed(), ...levelOf(cells) };
    }
  }
  if (!bestCells) return best;
  return { ...best, points: pointsOf(bestCells.cells, bestCells, novelty) };
}

/** Songs of more beats than this get the coarse pass at four beats a row. */
const longSong = 300;

/** A cheap estimate for choosing what to compare in full: one key, no account of chance. */
export function quickTonal(a: PreparedTonal, b: PreparedTonal): number {
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return 0;
  const isLong = Math.max(a.rows.count, b.rows.count) > longSong;
  const [x, y] = isLong ? [a.coarsest, b.coarsest] : [a.coarse, b.coarse];
  const [shift = 0] = likelyKeys(a, b, 1);
  return scoreOf(chromaCells(x, y, shift, 1), null);
}
