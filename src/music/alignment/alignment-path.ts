/** Which symbols are aligned with which in the best alignment. Done once, for the best of many scores: plain. */
import { type AlignedSide, type AlignmentRules, movedSymbol } from './aligned-side.js';

export interface AlignedPair {
  /** Positions in the two sequences. */
  readonly a: number;
  readonly b: number;
}

const stop = 0;
const diagonal = 1;
const skipA = 2;
const skipB = 3;

let row = new Int32Array(0);
let moves = new Uint8Array(0);

/** What is aligned with what on the way to the first cell of score `target`, which must be the best at this transposition. */
export function pairsAt(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shift: number,
  target: number,
): AlignedPair[] {
  const width = b.length;
  if (row.length < width) row = new Int32Array(width * 2);
  else row.fill(0, 0, width);
  const cells = a.length * width;
  if (moves.length < cells) moves = new Uint8Array(cells * 2);
  const { symbols, replaced, sameRhythmWithin, otherRhythmBeyond, otherRhythm } = rules;
  for (let i = 0; i < a.length; i++) {
    const own = movedSymbol(a.symbol[i]!, shift);
    let corner = 0;
    let left = 0;
    for (let j = 0; j < width; j++) {
      const other = b.symbol[j]!;
      const isEqual = own === other;
      let score = corner + replaced[own * symbols + other]!;
      if (isEqual) score += a.weight[i]! + b.weight[j]!;
      if (isEqual || !rules.rhythmOfMatchesOnly) {
        const change = Math.abs(a.rhythm[i]! - b.rhythm[j]!);
        if (change < sameRhythmWithin) score += a.sameRhythm[i]!;
        else if (change > otherRhythmBeyond) score += otherRhythm;
      }
      let move = diagonal;
      const above = row[j]!;
      if (above - a.gap[i]! > score) {
        score = above - a.gap[i]!;
        move = skipA;
      }
      if (left - b.gap[j]! > score) {
        score = left - b.gap[j]!;
        move = skipB;
      }
      if (score <= 0) {
        score = 0;
        move = stop;
      }
      moves[i * width + j] = move;
      if (score === target) return traced(i, j, width, (x, y) => isMatch(a, b, shift, x, y));
      corner = above;
      left = score;
      row[j] = score;
    }
  }
  return [];
}

function isMatch(a: AlignedSide, b: AlignedSide, shift: number, i: number, j: number): boolean {
  return movedSymbol(a.symbol[i]!, shift) === b.symbol[j]!;
}

function traced(
  lastA: number,
  lastB: number,
  width: number,
  matches: (i: number, j: number) => boolean,
): AlignedPair[] {
  const pairs: AlignedPair[] = [];
  let i = lastA;
  let j = lastB;
  while (i >= 0 && j >= 0) {
    const move = moves[i * width + j]!;
    if (move === stop) break;
    if (move === diagonal && matches(i, j)) pairs.push({ a: i, b: j });
    if (move !== skipB) i--;
    if (move !== skipA) j--;
  }
  return pairs.reverse();
}
