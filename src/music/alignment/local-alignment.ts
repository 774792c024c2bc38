/** The best local alignment of two sequences over a few transpositions. */
import { type AlignedSide, type AlignmentRules, stepsABit } from './aligned-side.js';
import { type AlignedPair, pairsAt } from './alignment-path.js';
import { lanes, scoreFour } from './alignment-scores.js';

export interface ScoredTransposition {
  /** Bits of evidence; 0 where nothing matches. */
  readonly score: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
}

export interface Alignment extends ScoredTransposition {
  /** The best that was found at each of the other transpositions that were tried, falling. */
  readonly others: readonly ScoredTransposition[];
  /** Equal symbols that are aligned with each other, rising in both. */
  readonly pairs: readonly AlignedPair[];
}

export const noAlignment: Alignment = { score: 0, others: [], transposition: 0, pairs: [] };

const fourScores = new Int32Array(lanes);

/**
 * The best local alignment of `a`, moved by one of `shifts` (semitones, 0 … 11; the first of those that score the same),
 * with `b`. `trace`: also which symbols are aligned with which. Work grows with a.length × b.length.
 */
export function alignLocally(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shifts: readonly number[],
  trace: boolean,
): Alignment {
  const scores = new Int32Array(shifts.length);
  for (let first = 0; first < shifts.length; first += lanes) {
    scoreFour(a, b, rules, shifts.slice(first, first + lanes), fourScores);
    scores.set(fourScores.subarray(0, Math.min(lanes, shifts.length - first)), first);
  }
  const best = scores.reduce((most, score) => Math.max(most, score), 0);
  if (best === 0) return noAlignment;
  const place = scores.indexOf(best);
  const scored = shifts.map(
    (transposition, at): ScoredTransposition => ({ score: scores[at]! / stepsABit, transposition }),
  );
  const others = scored.filter((_, at) => at !== place).sort((x, y) => y.score - x.score);
  const found = { ...scored[place]!, others, pairs: [] };
  return trace ? traced(a, b, rules, found) : found;
}

/** An alignment that was found without a trace, with its pairs. */
export function traced(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  alignment: Alignment,
): Alignment {
  if (alignment.score === 0) return alignment;
  const pairs = pairsAt(a, b, rules, alignment.transposition, alignment.score * stepsABit);
  return { ...alignment, pairs };
}
