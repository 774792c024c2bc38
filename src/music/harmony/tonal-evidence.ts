/**
 * How much the chroma sequence of two songs speaks for a common origin: cover song identification by local alignment of
 * beat-synchronous chroma (Serrà, Gómez, Herrera and Serra 2008; Ellis and Poliner 2007), in the keys that the mean
 * rows suggest, with three additions: what a song repeats counts less each time, the similarity is measured against the
 * pair's own mean and spread, and what the second song scores backwards is taken off as chance. It is done at two scales, beats and
 * half beats: a slow song has few beats, a song in quick changes has them within its beats.
 */

import { type CellNovelty, type ChromaCells, chromaCells, type Similarity } from './chroma-cells.js';
import { type ChromaSequence, halfWidth, type PreparedTonal } from './chroma-sequence.js';
import { type CellLevel, pointsOf, skipCost, type TonalPoint, worstCell } from './tonal-path.js';
import type { TonalRows } from './tonal-rows.js';
import { similaritySteps } from './tonal-similarity.js';

export interface TonalEvidence {
  /** Bits beyond chance; may be negative. */
  readonly bits: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Rising in both. */
  readonly points: readonly TonalPoint[];
}

/** A cell counts where it is this many deviations above the pair's mean. */
const aboveMean = 1;
/** Fewer beats than this are no chroma sequence. */
const fewestBeats = 16;
/** Another key is tried where the mean rows fit nearly as well. */
const keysTried = 2;
const nearlyAsWell = 0.8;

/** Half beats are four times the work of beats: pairs whose beats say less are unrelated, or lost all the same. */
const promisingBits = 4;

/**
 * What each of two scales says counts for: a half, and an eighth of that more, as two scales seldom agree by chance. So one in 1,000 pairs
 * of unrelated recordings reaches what it reached by beats alone (of 29,866 pairs).
 */
const scaleShare = 0.56;

/** Set on unrelated recordings, renderings and MIDI files, so that the tail is that of the melodies' bits. */
const scoreABit = 2.8;

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

function levelOf(cells: ChromaCells): CellLevel {
  const { mean, spread } = cells.moments();
  return { level: mean + aboveMean * spread, spread };
}

function scoreOf(cells: ChromaCells, novelty: CellNovelty | null): number {
  return cells.bestScore({ ...levelOf(cells), worst: worstCell, skipCost }, novelty);
}

interface Aligned {
  readonly bits: number;
  readonly cells: ChromaCells;
  readonly novelty: CellNovelty;
}

/** Of two sequences in one key, without what the second scores backwards. */
function alignedRows(a: ChromaSequence, b: ChromaSequence, transposition: number): Aligned {
  const noveltyB = b.novelty();
  const novelty = { a: a.novelty().forwards, b: noveltyB.forwards, steps: similaritySteps };
  const opposite = chromaCells(a.rows, b.rows, transposition, halfWidth, true);
  const chance = scoreOf(opposite, { ...novelty, b: noveltyB.backwards });
  const cells = chromaCells(a.rows, b.rows, transposition, halfWidth);
  return { bits: (scoreOf(cells, novelty) - chance) / scoreABit, cells, novelty };
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
  let best: (CellLevel & { readonly cells: Similarity; readonly novelty: CellNovelty }) | null = null;
  for (const shift of likelyKeys(a, b, keysTried)) {
    const aligned = alignedRows(a, b, shift);
    if (aligned.bits <= bits) continue;
    [bits, transposition] = [aligned.bits, shift];
    // A copy: the next cells take the place of these.
    best = { cells: aligned.cells.smoothed(), ...levelOf(aligned.cells), novelty: aligned.novelty };
  }
  if (!best) return nothing;
  const points = pointsOf(best.cells, best, best.novelty);
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
  return longer > longSong ? [a.coarsest(), b.coarsest()] : [a.coarse(), b.coarse()];
}

/** A cheap estimate for choosing what to compare in full: one key, no account of chance. */
export function quickTonal(a: PreparedTonal, b: PreparedTonal): number {
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return 0;
  const [x, y] = scaleOf(a, b);
  const [shift = 0] = likelyKeys(a, b, 1);
  return scoreOf(chromaCells(x, y, shift, 1), null);
}
