/** Which symbols are aligned with which in the best alignment. */
import { type AlignedSide, type AlignmentRules, movedSymbol } from './aligned-side.js';
import { type Moves, movesTo } from './alignment-scores.js';

export interface AlignedPair {
  /** Positions in the two sequences. */
  readonly a: number;
  readonly b: number;
}

/** As wasm/local-alignment.ts writes them. */
const [stop, diagonal, skipA, skipB] = [0, 1, 2, 3];

/** What is aligned with what on the way to the first cell of score `target`, which must be the best at this transposition. */
export function pairsAt(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shift: number,
  target: number,
): AlignedPair[] {
  const reached = movesTo(a, b, rules, shift, target);
  return reached ? traced(reached, b.length, (x, y) => isMatch(a, b, shift, x, y)) : [];
}

function isMatch(a: AlignedSide, b: AlignedSide, shift: number, i: number, j: number): boolean {
  return movedSymbol(a.symbol[i]!, shift) === b.symbol[j]!;
}

function traced(
  { moves, at }: Moves,
  width: number,
  matches: (i: number, j: number) => boolean,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let i = Math.floor(at / width);
  let j = at % width;
  while (i >= 0 && j >= 0) {
    const move = moves[i * width + j]!;
    if (move === stop) break;
    if (move === diagonal && matches(i, j)) pairs.push({ a: i, b: j });
    if (move !== skipB) i--;
    if (move !== skipA) j--;
  }
  return pairs.reverse();
}
