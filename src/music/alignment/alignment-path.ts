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
  const { symbols, replaced, sameRhythmWithin, otherRhythmBeyond, otherRhythm, rhythmOfMatchesOnly } = rules;
  const { symbol: symbolB, weight: weightB, gap: gapB, rhythm: rhythmB } = b;
  for (let i = 0; i < a.length; i++) {
    const own = movedSymbol(a.symbol[i]!, shift);
    const ofOwn = own * symbols;
    const [weight, gap, rhythm, sameRhythm] = [a.weight[i]!, a.gap[i]!, a.rhythm[i]!, a.sameRhythm[i]!];
    let corner = 0;
    let left = 0;
    for (let j = 0, at = i * width; j < width; j++, at++) {
      const other = symbolB[j]!;
      const isEqual = own === other;
      let score = corner + replaced[ofOwn + other]!;
      if (isEqual) score += weight + weightB[j]!;
      if (isEqual || !rhythmOfMatchesOnly) {
        const difference = rhythm - rhythmB[j]!;
        const change = difference < 0 ? -difference : difference;
        if (change < sameRhythmWithin) score += sameRhythm;
        else if (change > otherRhythmBeyond) score += otherRhythm;
      }
      let move = diagonal;
      const above = row[j]!;
      if (above - gap > score) {
        score = above - gap;
        move = skipA;
      }
      if (left - gapB[j]! > score) {
        score = left - gapB[j]!;
        move = skipB;
      }
      if (score <= 0) {
        score = 0;
        move = stop;
      }
      moves[at] = move;
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
