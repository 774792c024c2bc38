/**
 * How much the chroma sequence of two songs speaks for a common origin: cover song identification by local alignment of
 * beat-synchronous chroma (Serrà, Gómez, Herrera and Serra 2008; Ellis and Poliner 2007), in the keys that the mean
 * rows suggest, with three additions: what a song repeats counts less each time, the similarity is measured against the
 * pair's own mean and spread, and what the second song scores backwards is taken off as chance. It is done at two scales, beats and
 * half beats: a slow song has few beats, a song in quick changes has them within its beats.
 */

import { type CellNovelty, type ChromaCells, chromaCells, type Similarity } from './chroma-cells.js';
import { halfBeatPacking, unpackTonalRows } from './packed-rows.js';
import { coarseRows, regriddedRows, repeatedRows, type TonalRows } from './tonal-rows.js';
import { type RowNovelty, rowNovelty, similarityStep, similaritySteps } from './tonal-similarity.js';

/** Rows on one grid. */
interface ChromaSequence {
  readonly rows: TonalRows;
  /** The novelty of each row; worked out when first asked for. */
  novelty(): RowNovelty;
}

/** A song's beats, and the same at other scales and tempos. */
export interface PreparedTonal extends ChromaSequence {
  readonly halfBeats: ChromaSequence;
  /** Two and four beats a row. */
  readonly coarse: TonalRows;
  readonly coarsest: TonalRows;
  readonly meanRow: Float64Array;
  /** The same song counted at double time, its half beats as beats; worked out when first asked for. */
  doubled(): PreparedTonal;
  /** The same song with `beats` of its beats to a row, from its first one on; what is left at the end is no row. */
  slowed(beats: number): PreparedTonal;
  /** The same song on another grid: row i sounds from `places[i]` to `places[i + 1]`, in beats, rising; worked out anew each time. */
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

/** Half beats are four times the work of beats: pairs whose beats say less are unrelated, or lost all the same. */
const promisingBits = 4;

/**
 * What each of two scales says counts for: a half, and an eighth of that more, as two scales seldom agree by chance. So one in 1,000 pairs
 * of unrelated recordings reaches what it reached by beats alone (5.3 bits, of 29,866 pairs).
 */
const scaleShare = 0.56;

/** Set on unrelated recordings, renderings and MIDI files, so that the tail is that of the melodies' bits. */
const scoreABit = 1.5;

/** `packed`: half beats (packed-rows.ts). */
export function prepareTonal(packed: Uint8Array): PreparedTonal {
  const halfBeats = unpackTonalRows(packed, halfBeatPacking);
  const meanRow = new Float64Array(12);
  halfBeats.values.forEach((value, at) => {
    meanRow[at % 12]! += value;
  });
  return prepared(halfBeats, meanRow);
}

function chromaSequence(rows: TonalRows): ChromaSequence {
  let known: RowNovelty | null = null;
  const novelty = (): RowNovelty => {
    known ??= rowNovelty(rows, halfWidth);
    return known;
  };
  return { rows, novelty };
}

function prepared(halfBeats: TonalRows, meanRow: Float64Array): PreparedTonal {
  const beats = chromaSequence(coarseRows(halfBeats));
  const coarse = coarseRows(beats.rows);
  let twice: PreparedTonal | null = null;
  const doubled = (): PreparedTonal => {
    twice ??= prepared(repeatedRows(halfBeats), meanRow);
    return twice;
  };
  const regridded = (places: readonly number[]): PreparedTonal => {
    const halves = places.flatMap((place, row) =>
      row ? [places[row - 1]! + place, 2 * place] : [2 * place],
    );
    return prepared(regriddedRows(halfBeats, halves), meanRow);
  };
  const slower = new Map<number, PreparedTonal>();
  const slowed = (beatsARow: number): PreparedTonal => {
    const places = Array.from(
      { length: Math.floor(beats.rows.count / beatsARow) + 1 },
      (_, row) => beatsARow * row,
    );
    const known = slower.get(beatsARow) ?? regridded(places);
    slower.set(beatsARow, known);
    return known;
  };
  return {
    ...beats,
    halfBeats: chromaSequence(halfBeats),
    coarse,
    coarsest: coarseRows(coarse),
    meanRow,
    doubled,
    slowed,
    regridded,
  };
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

interface Aligned {
  readonly bits: number;
  readonly cells: ChromaCells;
}

/** Of two sequences in one key, without what the second scores backwards. */
function alignedRows(a: ChromaSequence, b: ChromaSequence, transposition: number): Aligned {
  const noveltyB = b.novelty();
  const novelty = { a: a.novelty().forwards, b: noveltyB.forwards, steps: similaritySteps };
  const opposite = chromaCells(a.rows, b.rows, transposition, halfWidth, true);
  const chance = scoreOf(opposite, { ...novelty, b: noveltyB.backwards });
  const cells = chromaCells(a.rows, b.rows, transposition, halfWidth);
  return { bits: (scoreOf(cells, novelty) - chance) / scoreABit, cells };
}

/**
 * What beats and half beats say together, where beats say enough for half beats to matter; which rows they are of is that of the beats.
 * Work grows with the product of the lengths.
 */
export function tonalEvidence(a: PreparedTonal, b: PreparedTonal): TonalEvidence {
  const nothing: TonalEvidence = { bits: 0, transposition: 0, points: [] };
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return nothing;
  let bits = 0;
  let transposition = 0;
  let best: (CellLevel & { readonly cells: Similarity }) | null = null;
  for (const shift of likelyKeys(a, b, keysTried)) {
    const aligned = alignedRows(a, b, shift);
    if (aligned.bits <= bits) continue;
    [bits, transposition] = [aligned.bits, shift];
    // A copy: the next cells take the place of these.
    best = { cells: aligned.cells.smoothed(), ...levelOf(aligned.cells) };
  }
  if (!best) return nothing;
  const novelty = { a: a.novelty().forwards, b: b.novelty().forwards, steps: similaritySteps };
  const points = pointsOf(best.cells, best, novelty);
  if (bits >= promisingBits)
    bits = scaleShare * (bits + alignedRows(a.halfBeats, b.halfBeats, transposition).bits);
  return { bits, transposition, points };
}

/** Songs of more beats than this get the coarse pass at four beats a row, pairs with one of fewer than that at one. */
const [longSong, shortSong] = [300, 100];

/** The rows of the coarse pass: few of long songs, enough of short ones. */
function scaleOf(a: PreparedTonal, b: PreparedTonal): [TonalRows, TonalRows] {
  const [shorter, longer] = [a.rows.count, b.rows.count].sort((x, y) => x - y) as [number, number];
  if (shorter < shortSong) return [a.rows, b.rows];
  return longer > longSong ? [a.coarsest, b.coarsest] : [a.coarse, b.coarse];
}

/** A cheap estimate for choosing what to compare in full: one key, no account of chance. */
export function quickTonal(a: PreparedTonal, b: PreparedTonal): number {
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return 0;
  const [x, y] = scaleOf(a, b);
  const [shift = 0] = likelyKeys(a, b, 1);
  return scoreOf(chromaCells(x, y, shift, 1), null);
}
