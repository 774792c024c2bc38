/**
 * How much the chroma sequence of two songs speaks for a common origin: cover song identification by local alignment of
 * beat-synchronous chroma (Serrà, Gómez, Herrera and Serra 2008; Ellis and Poliner 2007), in the keys that the mean
 * rows suggest, with three additions: what a song repeats counts less each time, the similarity is measured against the
 * pair's own mean and spread, and what the second song scores backwards is taken off as chance. It is done at two scales, beats and
 * half beats: a slow song has few beats, a song in quick changes has them within its beats. And it is done twice at beats: for what songs
 * share from end to end, and for a passage that one took over from the other, which is short and stands out.
 */

import { type CellNovelty, type ChromaCells, chromaCells } from './chroma-cells.js';
import { type ChromaSequence, halfWidth, type PreparedTonal } from './chroma-sequence.js';
import { type CellLevel, pointsOf, skipCost, type TonalPoint, worstCell } from './tonal-path.js';
import type { TonalRows } from './tonal-rows.js';
import { similaritySteps } from './tonal-similarity.js';

export interface TonalEvidence {
  /** Bits beyond chance; may be negative. */
  readonly bits: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Rising in both; worked out each time. */
  points(): TonalPoint[];
}

/** What an alignment looks for. */
interface Reach {
  /** A cell counts where it is this many deviations above the pair's mean. */
  readonly aboveMean: number;
  /** Cells are means over twice as many and one along the diagonals. */
  readonly halfWidth: number;
}

/** A long way, on which not every cell has to be similar. */
const wholeSong: Reach = { aboveMean: 1, halfWidth };
/** Eight bars or more of one song that are the other's: 25 beats in a row, more similar than nearly all that the two songs have. */
const passage: Reach = { aboveMean: 2, halfWidth: 12 };

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
/** The same of both alignments of beats, and of these with half beats: so one in 1,000 pairs of unrelated songs reaches no more than without a passage. */
const shareWithPassage = 0.47;
const scaleShareWithPassage = 0.335;

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

function levelOf(cells: ChromaCells, { aboveMean }: Reach): CellLevel {
  const { mean, spread } = cells.moments();
  return { level: mean + aboveMean * spread, spread };
}

function scoreOf(cells: ChromaCells, reach: Reach, novelty: CellNovelty | null): number {
  return cells.bestScore({ ...levelOf(cells, reach), worst: worstCell, skipCost }, novelty);
}

function noveltyOf(a: ChromaSequence, b: ChromaSequence): CellNovelty {
  return { a: a.novelty().forwards, b: b.novelty().forwards, steps: similaritySteps };
}

/** Bits of two sequences in one key, without what the second scores backwards. */
function alignedBits(a: ChromaSequence, b: ChromaSequence, transposition: number, reach: Reach): number {
  const novelty = noveltyOf(a, b);
  const opposite = chromaCells(a.rows, b.rows, transposition, reach.halfWidth, true);
  const chance = scoreOf(opposite, reach, { ...novelty, b: b.novelty().backwards });
  const cells = chromaCells(a.rows, b.rows, transposition, reach.halfWidth);
  return (scoreOf(cells, reach, novelty) - chance) / scoreABit;
}

function alignedPoints(
  a: ChromaSequence,
  b: ChromaSequence,
  transposition: number,
  reach: Reach,
): TonalPoint[] {
  const cells = chromaCells(a.rows, b.rows, transposition, reach.halfWidth);
  return pointsOf(cells.smoothed(), levelOf(cells, reach), noveltyOf(a, b));
}

/**
 * What songs share from end to end, by beats and half beats, or what they share so together with a passage, whichever says more; which rows they are of
 * is that of the stronger alignment of beats. Work grows with the product of the lengths.
 */
export function tonalEvidence(a: PreparedTonal, b: PreparedTonal): TonalEvidence {
  const nothing: TonalEvidence = { bits: 0, transposition: 0, points: () => [] };
  if (a.rows.count < fewestBeats || b.rows.count < fewestBeats) return nothing;
  const [best] = likelyKeys(a, b, keysTried)
    .map((transposition) => {
      const whole = alignedBits(a, b, transposition, wholeSong);
      return { transposition, whole, short: alignedBits(a, b, transposition, passage) };
    })
    .sort((x, y) => y.whole + y.short - (x.whole + x.short));
  if (!best) return nothing;
  const { transposition, whole, short } = best;
  const points = (): TonalPoint[] => alignedPoints(a, b, transposition, short > whole ? passage : wholeSong);
  const withPassage = shareWithPassage * (whole + short);
  const beats = Math.max(whole, withPassage);
  if (beats < promisingBits) return beats <= 0 ? nothing : { bits: beats, transposition, points };
  const halfBeats = alignedBits(a.halfBeats, b.halfBeats, transposition, wholeSong);
  const bits = Math.max(
    whole < promisingBits ? whole : scaleShare * (whole + halfBeats),
    withPassage < promisingBits ? withPassage : scaleShareWithPassage * (whole + short + halfBeats),
  );
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
  return scoreOf(chromaCells(x, y, shift, 1), wholeSong, null);
}

/** The same of a passage that one song took over, in rows of two beats: coarser ones lose it. */
export function quickPassage(a: PreparedTonal, b: PreparedTonal): number {
  const shorter = Math.min(a.rows.count, b.rows.count);
  if (shorter < fewestBeats) return 0;
  const [shift = 0] = likelyKeys(a, b, 1);
  const cells =
    shorter < shortSong
      ? chromaCells(a.rows, b.rows, shift, passage.halfWidth)
      : chromaCells(a.coarse(), b.coarse(), shift, passage.halfWidth / 2);
  return scoreOf(cells, passage, null);
}
