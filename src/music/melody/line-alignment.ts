/** Aligns two lines in one order, whichever of them is asked for: what they share does not depend on who asks. */

import type { AlignedSide } from '../alignment/aligned-side.js';
import type { AlignedPair } from '../alignment/alignment-path.js';
import {
  type Alignment,
  alignLocally,
  type ScoredTransposition,
  traced,
} from '../alignment/local-alignment.js';
import { likelyTranspositions } from '../alignment/transpositions.js';
import { melodyRules } from './melody-rules.js';

const transpositionsTried = 4;
/** Three notes that are common in the other line say little of the transposition. */
const commonness = 1.5;

/** What a line is made of whatever its key: a song must not count for more in another key. */
const columns = ['weight', 'rhythm', 'gap', 'sameRhythm'] as const;

/** The shorter line, or the lesser one where they differ first. Lines that differ in key alone align the same in either order. */
function comesFirst(a: AlignedSide, b: AlignedSide): boolean {
  if (a.length !== b.length) return a.length < b.length;
  for (let index = 0; index < a.length; index++) {
    for (const column of columns)
      if (a[column][index] !== b[column][index]) return a[column][index]! < b[column][index]!;
    const [intervalA, intervalB] = [a, b].map(({ symbol }) => (symbol[index]! - symbol[0]! + 12) % 12);
    if (intervalA !== intervalB) return intervalA! < intervalB!;
  }
  return true;
}

function turnedAround(alignment: Alignment): Alignment {
  const turned = ({ score, transposition }: ScoredTransposition): ScoredTransposition => ({
    score,
    transposition: (12 - transposition) % 12,
  });
  return {
    ...turned(alignment),
    others: alignment.others.map(turned),
    pairs: alignment.pairs.map(({ a, b }): AlignedPair => ({ a: b, b: a })),
  };
}

function inOrder(a: AlignedSide, b: AlignedSide): Alignment {
  const shifts = likelyTranspositions(a, b, transpositionsTried, commonness);
  return alignLocally(a, b, melodyRules, shifts, false);
}

/** In the best of the likely transpositions, without pairs. Work grows with the product of the lengths. */
export function alignLines(a: AlignedSide, b: AlignedSide): Alignment {
  return comesFirst(a, b) ? inOrder(a, b) : turnedAround(inOrder(b, a));
}

/** What `alignLines` found, with its pairs. */
export function tracedLines(a: AlignedSide, b: AlignedSide, alignment: Alignment): Alignment {
  return comesFirst(a, b)
    ? traced(a, b, melodyRules, alignment)
    : turnedAround(traced(b, a, melodyRules, turnedAround(alignment)));
}
