/**
 * How well two sequences align (Smith and Waterman 1981), in whole numbers without branches and four transpositions at a
 * time: unrelated songs make every comparison in these loops a coin toss, which a processor guesses badly.
 */
import { type AlignedSide, type AlignmentRules, movedSymbol } from './aligned-side.js';

/** Transpositions that are scored in one loop. */
export const lanes = 4;
let rows = Array.from({ length: lanes }, () => new Int32Array(0));

function clearRows(width: number): void {
  if (rows[0]!.length < width) rows = rows.map(() => new Int32Array(width * 2));
  else for (const row of rows) row.fill(0, 0, width);
}

/** The best score at one transposition. */
export function scoreOne(a: AlignedSide, b: AlignedSide, rules: AlignmentRules, shift: number): number {
  const width = b.length;
  clearRows(width);
  const row = rows[0]!;
  const { symbols, replaced, sameRhythmWithin, otherRhythmBeyond, otherRhythm } = rules;
  const everywhere = rules.rhythmOfMatchesOnly ? 0 : -1;
  const [symbolB, worthB, gapB, rhythmB] = [b.symbol, b.worth, b.gap, b.rhythm];
  let best = 0;
  for (let i = 0; i < a.length; i++) {
    const own = movedSymbol(a.symbol[i]!, shift);
    const at = own * symbols;
    const [worth, gap, rhythm, same] = [a.worth[i]!, a.gap[i]!, a.rhythm[i]!, a.sameRhythm[i]!];
    let corner = 0;
    let left = 0;
    for (let j = 0; j < width; j++) {
      const other = symbolB[j]!;
      // `x >> 31` is all ones where x is negative and 0 elsewhere; x − y & mask then chooses without a branch.
      const change = Math.abs(rhythm - rhythmB[j]!) | 0;
      const term =
        (((change - sameRhythmWithin) >> 31) & same) + (((otherRhythmBeyond - change) >> 31) & otherRhythm);
      const matched = worth + worthB[j]! + (term & ~everywhere);
      const above = row[j]!;
      let x = (corner + replaced[at + other]! + (term & everywhere)) | 0;
      x = (x + ((((own ^ other) - 1) >> 31) & matched)) | 0;
      let less = (x - above + gap) | 0;
      x = (x - (less & (less >> 31))) | 0;
      less = (x - left + gapB[j]!) | 0;
      x = (x - (less & (less >> 31))) | 0;
      x &= ~(x >> 31);
      less = (best - x) | 0;
      best = (best - (less & (less >> 31))) | 0;
      corner = above;
      left = x;
      row[j] = x;
    }
  }
  return best;
}

/** The best scores at four transpositions, into `best`. The same as `scoreOne`, four times in one loop. */
export function scoreFour(
  a: AlignedSide,
  b: AlignedSide,
  rules: AlignmentRules,
  shifts: readonly number[],
  best: Int32Array,
): void {
  const width = b.length;
  clearRows(width);
  const [row0, row1, row2, row3] = [rows[0]!, rows[1]!, rows[2]!, rows[3]!];
  const [shift0, shift1, shift2, shift3] = [shifts[0]!, shifts[1]!, shifts[2]!, shifts[3]!];
  const { symbols, replaced, sameRhythmWithin, otherRhythmBeyond, otherRhythm } = rules;
  const everywhere = rules.rhythmOfMatchesOnly ? 0 : -1;
  const [symbolB, worthB, gapsB, rhythmB] = [b.symbol, b.worth, b.gap, b.rhythm];
  let [best0, best1, best2, best3] = [0, 0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const symbol = a.symbol[i]!;
    const own0 = movedSymbol(symbol, shift0);
    const own1 = movedSymbol(symbol, shift1);
    const own2 = movedSymbol(symbol, shift2);
    const own3 = movedSymbol(symbol, shift3);
    const [at0, at1, at2, at3] = [own0 * symbols, own1 * symbols, own2 * symbols, own3 * symbols];
    const [worth, gap, rhythm, same] = [a.worth[i]!, a.gap[i]!, a.rhythm[i]!, a.sameRhythm[i]!];
    let [corner0, corner1, corner2, corner3] = [0, 0, 0, 0];
    let [left0, left1, left2, left3] = [0, 0, 0, 0];
    for (let j = 0; j < width; j++) {
      const other = symbolB[j]!;
      const change = Math.abs(rhythm - rhythmB[j]!) | 0;
      const term =
        (((change - sameRhythmWithin) >> 31) & same) + (((otherRhythmBeyond - change) >> 31) & otherRhythm);
      const always = term & everywhere;
      const matched = (worth + worthB[j]! + (term & ~everywhere)) | 0;
      const gapB = gapsB[j]!;
      let above = row0[j]!;
      let x = (corner0 + replaced[at0 + other]! + always + ((((own0 ^ other) - 1) >> 31) & matched)) | 0;
      let less = (x - above + gap) | 0;
      x = (x - (less & (less >> 31))) | 0;
      less = (x - left0 + gapB) | 0;
      x = (x - (less & (less >> 31))) | 0;
      x &= ~(x >> 31);
      less = (best0 - x) | 0;
      best0 = (best0 - (less & (less >> 31))) | 0;
      corner0 = above;
      left0 = x;
      row0[j] = x;
      above = row1[j]!;
      x = (corner1 + replaced[at1 + other]! + always + ((((own1 ^ other) - 1) >> 31) & matched)) | 0;
      less = (x - above + gap) | 0;
      x = (x - (less & (less >> 31))) | 0;
      less = (x - left1 + gapB) | 0;
      x = (x - (less & (less >> 31))) | 0;
      x &= ~(x >> 31);
      less = (best1 - x) | 0;
      best1 = (best1 - (less & (less >> 31))) | 0;
      corner1 = above;
      left1 = x;
      row1[j] = x;
      above = row2[j]!;
      x = (corner2 + replaced[at2 + other]! + always + ((((own2 ^ other) - 1) >> 31) & matched)) | 0;
      less = (x - above + gap) | 0;
      x = (x - (less & (less >> 31))) | 0;
      less = (x - left2 + gapB) | 0;
      x = (x - (less & (less >> 31))) | 0;
      x &= ~(x >> 31);
      less = (best2 - x) | 0;
      best2 = (best2 - (less & (less >> 31))) | 0;
      corner2 = above;
      left2 = x;
      row2[j] = x;
      above = row3[j]!;
      x = (corner3 + replaced[at3 + other]! + always + ((((own3 ^ other) - 1) >> 31) & matched)) | 0;
      less = (x - above + gap) | 0;
      x = (x - (less & (less >> 31))) | 0;
      less = (x - left3 + gapB) | 0;
      x = (x - (less & (less >> 31))) | 0;
      x &= ~(x >> 31);
      less = (best3 - x) | 0;
      best3 = (best3 - (less & (less >> 31))) | 0;
      corner3 = above;
      left3 = x;
      row3[j] = x;
    }
  }
  best.set([best0, best1, best2, best3]);
}
