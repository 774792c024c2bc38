/** The best local alignment of two sequences over a few transpositions. */
import { type AlignedSide, type AlignmentRules, stepsABit } from './aligned-side.js';
import { type AlignedPair, pairsAt } from './alignment-path.js';
import { lanes, scoreFour, scoreOne } from './alignment-scores.js';

export interface Alignment {
  /** Bits of evidence; 0 where nothing matches. */
  readonly score: number;
  /** Semitones from a to b, 0 … 11. */
  readonly transposition: number;
  /** Equal symbols that stand for each other, rising in both. */
  readonly pairs: readonly AlignedPair[];
}

export const noAlignment: Alignment = { score: 0, transposition: 0, pairs: [] };

const fourScores = new Int32Array(lanes);

/**
 * The best local alignment of `a`, moved by one of `shifts` (semitones, 0 … 11; the first of those that score alike),
 * with `b`. `trace`: also which symbols stand for which. Work grows with a.length × b.length.
 */
export function alignLocally(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shifts: readonly number[],
  trace: boolean,
): Alignment {
  let best = 0;
  let transposition = 0;
  const consider = (score: number, shift: number): void => {
    if (score <= best) return;
    best = score;
    transposition = shift;
  };
  for (let first = 0; first < shifts.length; first += lanes) {
    const four = shifts.slice(first, first + lanes);
    if (four.length === 1) consider(scoreOne(a, b, rules, four[0]!), four[0]!);
    else {
      while (four.length < lanes) four.push(four[0]!);
      scoreFour(a, b, rules, four, fourScores);
      for (let lane = 0; lane < lanes; lane++) consider(fourScores[lane]!, four[lane]!);
    }
  }
  if (best === 0) return noAlignment;
  const pairs = trace ? pairsAt(a, b, rules, transposition, best) : [];
  return { score: best / stepsABit, transposition, pairs };
}
