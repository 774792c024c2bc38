/**
 * Fills the table of a local alignment (Smith and Waterman 1981) at four transpositions at once, one a lane: without
 * branches, because unrelated songs make every comparison a coin toss. All numbers are 32-bit integers.
 */

/** Of every record below, in bytes; src/music/alignment/alignment-scores.ts writes them. */
const recordBytes: usize = 32;

/** A note of `a`: the address of its row of the profile, its weight, gap, rhythm and what the same rhythm earns. */
const profileOfA: usize = 0;
const weightOfA: usize = 4;
const gapOfA: usize = 8;
const rhythmOfA: usize = 12;
const sameRhythmOfA: usize = 16;

/** A note of `b`: the row of the table (four lanes, 0 at first), 32 × its symbol, its gap. Its weight and rhythm are in lists. */
const rowOfB: usize = 0;
const symbolOfB: usize = 16;
const gapOfB: usize = 20;

/** The profile of a symbol of `a`, for a symbol of `b`: what replacing it earns, and all ones where it is equal (four lanes each). */
const replaced: usize = 0;
const equal: usize = 16;

/** What a note of `b` earns beside the note of `a` at hand, in `earned`: whatever both are, and besides where they are equal. */
const earnedBytes: usize = 8;
const always: usize = 0;
const whenEqual: usize = 4;

/**
 * Writes the best score of each lane to `out`. `a` … `endA` and `b` … `endB` are records, one or more each. `weights` and `rhythms`: of the
 * notes of `b` (i32), to a multiple of four; `earned`: room for 8 bytes each.
 * `rules`: sameRhythmWithin, otherRhythmBeyond, otherRhythm, all ones where the rhythm counts everywhere.
 */
export function scores(
  a: usize,
  endA: usize,
  b: usize,
  endB: usize,
  weights: usize,
  rhythms: usize,
  earned: usize,
  rules: usize,
  out: usize,
): void {
  const zero = i32x4.splat(0);
  const within = v128.load_splat<i32>(rules, 0);
  const beyond = v128.load_splat<i32>(rules, 4);
  const otherRhythm = v128.load_splat<i32>(rules, 8);
  const everywhere = v128.load_splat<i32>(rules, 12);
  let best = zero;
  do {
    const weight = v128.load_splat<i32>(a, weightOfA);
    const rhythm = v128.load_splat<i32>(a, rhythmOfA);
    const sameRhythm = v128.load_splat<i32>(a, sameRhythmOfA);
    // The same in all lanes: four notes of `b` at once.
    let into = earned;
    for (let from = rhythms, own = weights; from < earned; from += 16, own += 16, into += 32) {
      const change = i32x4.abs(i32x4.sub(rhythm, v128.load(from)));
      const rhythmEarns = v128.or(
        v128.and(i32x4.lt_s(change, within), sameRhythm),
        v128.and(i32x4.gt_s(change, beyond), otherRhythm),
      );
      const alwaysEarned = v128.and(rhythmEarns, everywhere);
      const equalEarned = i32x4.add(i32x4.add(weight, v128.load(own)), v128.andnot(rhythmEarns, everywhere));
      v128.store(into, v128.shuffle<i32>(alwaysEarned, equalEarned, 0, 4, 1, 5));
      v128.store(into, v128.shuffle<i32>(alwaysEarned, equalEarned, 2, 6, 3, 7), 16);
    }
    const profile = load<usize>(a, profileOfA);
    const gap = v128.load_splat<i32>(a, gapOfA);
    let corner = zero;
    let left = zero;
    let at = b;
    let earns = earned;
    do {
      const cell = profile + load<usize>(at, symbolOfB);
      // The note for the other; the corner last, because the rest waits for no other cell.
      let score = v128.and(v128.load_splat<i32>(earns, whenEqual), v128.load(cell, equal));
      score = i32x4.add(score, v128.load_splat<i32>(earns, always));
      score = i32x4.add(score, v128.load(cell, replaced));
      score = i32x4.add(score, corner);
      // Or a note of `a` left out, or a new start.
      const above = v128.load(at, rowOfB);
      score = i32x4.max_s(score, i32x4.sub(above, gap));
      score = i32x4.max_s(score, zero);
      // Or a note of `b` left out; last, so that the next cell waits for two operations alone.
      score = i32x4.max_s(score, i32x4.sub(left, v128.load_splat<i32>(at, gapOfB)));
      left = score;
      v128.store(at, score, rowOfB);
      best = i32x4.max_s(best, score);
      corner = above;
      at += recordBytes;
      earns += earnedBytes;
    } while (at < endB);
    a += recordBytes;
  } while (a < endA);
  v128.store(out, best);
}

/** How a cell was reached, as src/music/alignment/alignment-path.ts reads it. */
const stop: i32 = 0;
const diagonal: i32 = 1;
const skipA: i32 = 2;
const skipB: i32 = 3;

/**
 * Fills the table at the transposition of the first lane and writes how each cell was reached to `moves` (a byte each, row by row), up to
 * the first cell whose score is `target`, which is more than 0. Of equal ways the first counts: diagonal, `a` left out, `b` left out.
 * @returns the address of that cell's move; 0 where there is none
 */
export function path(
  a: usize,
  endA: usize,
  b: usize,
  endB: usize,
  weights: usize,
  rhythms: usize,
  rules: usize,
  target: i32,
  moves: usize,
): usize {
  const within = load<i32>(rules, 0);
  const beyond = load<i32>(rules, 4);
  const otherRhythm = load<i32>(rules, 8);
  const everywhere = load<i32>(rules, 12);
  do {
    const profile = load<usize>(a, profileOfA);
    const weight = load<i32>(a, weightOfA);
    const gap = load<i32>(a, gapOfA);
    const rhythm = load<i32>(a, rhythmOfA);
    const sameRhythm = load<i32>(a, sameRhythmOfA);
    let corner: i32 = 0;
    let left: i32 = 0;
    let at = b;
    let weightB = weights;
    let rhythmB = rhythms;
    do {
      const cell = profile + load<usize>(at, symbolOfB);
      const isEqual = load<i32>(cell, equal);
      const difference = rhythm - load<i32>(rhythmB);
      const change = select(-difference, difference, difference < 0);
      const rhythmEarns = select(sameRhythm, select(otherRhythm, 0, change > beyond), change < within);
      let score = corner + load<i32>(cell, replaced);
      score += (weight + load<i32>(weightB)) & isEqual;
      score += rhythmEarns & (isEqual | everywhere);
      const above = load<i32>(at, rowOfB);
      const fromAbove = above - gap;
      let move = select(skipA, diagonal, fromAbove > score);
      score = max(score, fromAbove);
      const fromLeft = left - load<i32>(at, gapOfB);
      move = select(skipB, move, fromLeft > score);
      score = max(score, fromLeft);
      move = select(move, stop, score > 0);
      score = max(score, 0);
      store<u8>(moves, move);
      if (score === target) return moves;
      moves++;
      corner = above;
      left = score;
      store<i32>(at, score, rowOfB);
      at += recordBytes;
      weightB += 4;
      rhythmB += 4;
    } while (at < endB);
    a += recordBytes;
  } while (a < endA);
  return 0;
}
