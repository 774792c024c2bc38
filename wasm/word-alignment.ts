/**
 * One column of a local alignment of words (Smith and Waterman 1981), in tenths of a nat, with the place where each sum began.
 * Four rows at a time; a gap along the column is a prefix maximum (Khajeh-Saeed, Poole and Perot 2010). Of equal sums the one
 * without a gap stays, then the one with the shorter gap: what going row by row chooses.
 */

/** What a word that is left out or put in costs. */
const skipped: i32 = 25;
const rowsAtOnce: u32 = 4;
const bytesOfRow: usize = 4;

/** Lanes of `a` where the mask is set, of `b` elsewhere. */
function choose(mask: v128, a: v128, b: v128): v128 {
  return v128.bitselect(a, b, mask);
}

/**
 * `gains`: of each row with this column. `before`, `now`: sums of the last column and of this one, and behind each of them, by
 * `stride` bytes, the place where each began: row × `columns` + column; all of them with one word before the first row. `rows`: a
 * multiple of 4, at least 4. The rows whose sum is above `limit` and whose gain is above 0 are written to `out`, ascending.
 * Returns how many they are; −1 only where all sums are 0.
 */
export function align(
  gains: usize,
  before: usize,
  now: usize,
  stride: usize,
  rows: u32,
  columns: i32,
  column: i32,
  limit: i32,
  out: usize,
): i32 {
  const zero = i32x4.splat(0);
  const one = i32x4.splat(skipped);
  const two = i32x4.splat(2 * skipped);
  const fromLast = i32x4(25, 50, 75, 100);
  const step = i32x4.splat(<i32>rowsAtOnce * columns);
  const least = i32x4.splat(limit);
  let fresh = i32x4.add(i32x4.mul(i32x4(0, 1, 2, 3), i32x4.splat(columns)), i32x4.splat(column));
  let last = zero;
  let lastStart = zero;
  let most = zero;
  let hits: i32 = 0;
  let row: u32 = 0;
  do {
    const diagonal = v128.load(before);
    const gain = v128.load(gains);
    let sum = i32x4.add(diagonal, gain);
    let start = choose(i32x4.gt_s(diagonal, zero), v128.load(before + stride), fresh);
    let other = i32x4.sub(v128.load(before, bytesOfRow), one);
    start = choose(i32x4.gt_s(other, sum), v128.load(before + stride, bytesOfRow), start);
    sum = i32x4.max_s(i32x4.max_s(sum, other), zero);
    other = i32x4.sub(i32x4.shuffle(zero, sum, 0, 4, 5, 6), one);
    start = choose(i32x4.gt_s(other, sum), i32x4.shuffle(start, start, 0, 0, 1, 2), start);
    sum = i32x4.max_s(sum, other);
    other = i32x4.sub(i32x4.shuffle(zero, sum, 0, 1, 4, 5), two);
    start = choose(i32x4.gt_s(other, sum), i32x4.shuffle(start, start, 0, 0, 0, 1), start);
    sum = i32x4.max_s(sum, other);
    other = i32x4.sub(last, fromLast);
    start = choose(i32x4.gt_s(other, sum), lastStart, start);
    sum = i32x4.max_s(sum, other);
    v128.store(now, sum, bytesOfRow);
    v128.store(now + stride, start, bytesOfRow);
    let mask = i32x4.bitmask(v128.and(i32x4.gt_s(sum, least), i32x4.gt_s(gain, zero)));
    while (mask) {
      store<u32>(out, row + ctz(mask));
      out += bytesOfRow;
      hits++;
      mask &= mask - 1;
    }
    last = i32x4.shuffle(sum, sum, 3, 3, 3, 3);
    lastStart = i32x4.shuffle(start, start, 3, 3, 3, 3);
    most = v128.or(most, sum);
    fresh = i32x4.add(fresh, step);
    gains += 16;
    before += 16;
    now += 16;
    row += rowsAtOnce;
  } while (row < rows);
  return v128.any_true(most) ? hits : -1;
}
