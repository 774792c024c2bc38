/**
 * Similarity of two songs' chroma rows, cell by cell, and the best local alignment of them. Sums and scores are doubles, what is kept of a
 * cell is a float, in the order in which the plain form computes them, so that both give the same numbers.
 */

/**
 * Every row of `a` (12 floats), moved up by `shift` semitones, against every row of `b`, into `out` (`stride` floats a row). `columns`: the
 * rows of `b` as 12 lists of `stride` floats, an even number, zero beyond its rows. `row`: room for 12 doubles.
 */
export function similarity(
  a: usize,
  height: u32,
  columns: usize,
  stride: u32,
  shift: u32,
  row: usize,
  out: usize,
): void {
  const list: usize = 4 * stride;
  for (let i: u32 = 0; i < height; i++, a += 48) {
    for (let k: u32 = 0; k < 12; k++) store<f64>(row + 8 * ((k + shift) % 12), <f64>load<f32>(a + 4 * k));
    const r0 = v128.load_splat<f64>(row, 0);
    const r1 = v128.load_splat<f64>(row, 8);
    const r2 = v128.load_splat<f64>(row, 16);
    const r3 = v128.load_splat<f64>(row, 24);
    const r4 = v128.load_splat<f64>(row, 32);
    const r5 = v128.load_splat<f64>(row, 40);
    const r6 = v128.load_splat<f64>(row, 48);
    const r7 = v128.load_splat<f64>(row, 56);
    const r8 = v128.load_splat<f64>(row, 64);
    const r9 = v128.load_splat<f64>(row, 72);
    const r10 = v128.load_splat<f64>(row, 80);
    const r11 = v128.load_splat<f64>(row, 88);
    for (let at: usize = columns, end = columns + list; at < end; at += 8, out += 8) {
      let sum = f64x2.mul(r0, two(at));
      sum = f64x2.add(sum, f64x2.mul(r1, two(at + list)));
      sum = f64x2.add(sum, f64x2.mul(r2, two(at + 2 * list)));
      sum = f64x2.add(sum, f64x2.mul(r3, two(at + 3 * list)));
      sum = f64x2.add(sum, f64x2.mul(r4, two(at + 4 * list)));
      sum = f64x2.add(sum, f64x2.mul(r5, two(at + 5 * list)));
      sum = f64x2.add(sum, f64x2.mul(r6, two(at + 6 * list)));
      sum = f64x2.add(sum, f64x2.mul(r7, two(at + 7 * list)));
      sum = f64x2.add(sum, f64x2.mul(r8, two(at + 8 * list)));
      sum = f64x2.add(sum, f64x2.mul(r9, two(at + 9 * list)));
      sum = f64x2.add(sum, f64x2.mul(r10, two(at + 10 * list)));
      sum = f64x2.add(sum, f64x2.mul(r11, two(at + 11 * list)));
      v128.store64_lane(out, f32x4.demote_f64x2_zero(sum), 0);
    }
  }
}

/** Two floats as doubles. */
function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

/** Means over `2 · half + 1` cells along the diagonals of `values`, into `out`; `stride` floats a row of both. */
export function diagonals(values: usize, height: i32, width: i32, stride: i32, half: i32, out: usize): void {
  const line: usize = 4 * stride;
  const ahead = <usize>half * (line + 4);
  const behind = ahead + line + 4;
  for (let i: i32 = 0; i < height; i++) {
    const own = values + <usize>i * line;
    const sums = out + <usize>i * line;
    const isAhead = i + half < height;
    const isBehind = i > half;
    for (let j: i32 = 0; j < width; j++) {
      const at: usize = 4 * j;
      let sum: f64 = 0;
      if (i > 0 && j > 0) {
        sum = load<f32>(sums - line + at - 4);
        if (isAhead && j + half < width) sum += <f64>load<f32>(own + at + ahead);
        if (isBehind && j > half) sum -= <f64>load<f32>(own + at - behind);
      } else {
        for (let step = -half; step <= half; step++) {
          const x = i + step;
          const y = j + step;
          if (x >= 0 && y >= 0 && x < height && y < width)
            sum += <f64>load<f32>(values + <usize>x * line + 4 * y);
        }
      }
      store<f32>(sums + at, <f32>sum);
    }
  }
  const averaged = 2 * half + 1;
  const cells = f32x4.splat(<f32>averaged);
  for (let at = out, end = out + <usize>height * line; at < end; at += 16)
    v128.store(at, f32x4.div(v128.load(at), cells));
}

/** The sum of all cells and that of their squares, into `out` (two doubles). */
export function moments(values: usize, height: i32, width: i32, stride: i32, out: usize): void {
  let sum: f64 = 0;
  let squares: f64 = 0;
  for (let i: i32 = 0; i < height; i++) {
    const own = values + 4 * i * stride;
    for (let at = own, end = own + 4 * width; at < end; at += 4) {
      const value: f64 = load<f32>(at);
      sum += value;
      squares += value * value;
    }
  }
  store<f64>(out, sum);
  store<f64>(out, squares, 8);
}

/**
 * The best score of a local alignment; a step may pass over one row of either song, for `skipCost`. A cell earns by how many times `spread`
 * its similarity is above `level`, or loses, `worst` at the most. What it earns counts by the lesser novelty of both rows, `steps` floats
 * each by step of their similarity; 0 where novelty does not count. `rows`: room for three rows of `stride` + 4 floats.
 */
export function align(
  cells: usize,
  height: i32,
  width: i32,
  stride: i32,
  level: f64,
  spread: f64,
  worst: f64,
  skipCost: f64,
  noveltyA: usize,
  noveltyB: usize,
  steps: i32,
  rows: usize,
): f64 {
  const length: usize = 4 * (stride + 4);
  memory.fill(rows, 0, 3 * length);
  // Two floats before the first cell: the corner, which is 0, and one that nothing comes from, which costs more than it brings.
  let twoBefore = rows + 8;
  let before = rows + length + 8;
  let now = rows + 2 * length + 8;
  const levels = f64x2.splat(level);
  const spreads = f64x2.splat(spread);
  const least = f64x2.splat(worst);
  const cost = f64x2.splat(skipCost);
  const zero = f64x2.splat(0);
  let best = zero;
  for (let i: i32 = 0; i < height; i++) {
    const own = cells + 4 * i * stride;
    for (let j: i32 = 0; j < width; j += 2) {
      const at: usize = 4 * j;
      const similar = two(own + at);
      let score = f64x2.max(f64x2.div(f64x2.sub(similar, levels), spreads), least);
      if (noveltyA !== 0 && v128.any_true(f64x2.gt(score, zero))) {
        score = weighed(score, similar, 0, noveltyA + 4 * i * steps, noveltyB + 4 * j * steps, steps);
        if (j + 1 < width)
          score = weighed(score, similar, 1, noveltyA + 4 * i * steps, noveltyB + 4 * (j + 1) * steps, steps);
      }
      // A cell lies one float to the right of its place in the row before.
      const corner = two(before + at - 4);
      const skippedB = f64x2.sub(two(before + at - 8), cost);
      const skippedA = f64x2.sub(two(twoBefore + at - 4), cost);
      const value = f64x2.add(f64x2.max(f64x2.max(corner, skippedB), skippedA), score);
      let kept = f64x2.max(value, zero);
      // Beyond the last column lies nothing.
      if (j + 1 === width) kept = f64x2.replace_lane(kept, 1, 0);
      best = f64x2.max(best, kept);
      v128.store64_lane(now + at, f32x4.demote_f64x2_zero(kept), 0);
    }
    const spare = twoBefore;
    twoBefore = before;
    before = now;
    now = spare;
  }
  return max(f64x2.extract_lane(best, 0), f64x2.extract_lane(best, 1));
}

/** `score` with what one of its two cells earns, if it does, by the lesser novelty of its rows. */
function weighed(score: v128, similar: v128, lane: i32, a: usize, b: usize, steps: i32): v128 {
  const earned = lane === 0 ? f64x2.extract_lane(score, 0) : f64x2.extract_lane(score, 1);
  if (earned <= 0) return score;
  const value = lane === 0 ? f64x2.extract_lane(similar, 0) : f64x2.extract_lane(similar, 1);
  let step: i32 = 0;
  if (value > 0) step = min(<i32>(value * <f64>steps) + 1, steps - 1);
  const novelty = <f64>min(load<f32>(a + 4 * step), load<f32>(b + 4 * step));
  return lane === 0
    ? f64x2.replace_lane(score, 0, earned * novelty)
    : f64x2.replace_lane(score, 1, earned * novelty);
}
