/**
 * Similarity of two songs' chroma rows, cell by cell, and the best local alignment of them. All cells and scores are floats, four at once;
 * sums over all cells are doubles.
 */

/**
 * Every row of `a` (12 floats) against every row of `b`, into `out` (`stride` floats a row). `columns`: the rows of `b` as 12 lists of
 * `stride` floats, a multiple of four, zero beyond its rows.
 */
export function similarity(a: usize, height: u32, columns: usize, stride: u32, out: usize): void {
  const list: usize = 4 * stride;
  for (let i: u32 = 0; i < height; i++, a += 48) {
    const r0 = v128.load_splat<f32>(a, 0);
    const r1 = v128.load_splat<f32>(a, 4);
    const r2 = v128.load_splat<f32>(a, 8);
    const r3 = v128.load_splat<f32>(a, 12);
    const r4 = v128.load_splat<f32>(a, 16);
    const r5 = v128.load_splat<f32>(a, 20);
    const r6 = v128.load_splat<f32>(a, 24);
    const r7 = v128.load_splat<f32>(a, 28);
    const r8 = v128.load_splat<f32>(a, 32);
    const r9 = v128.load_splat<f32>(a, 36);
    const r10 = v128.load_splat<f32>(a, 40);
    const r11 = v128.load_splat<f32>(a, 44);
    for (let at: usize = columns, end = columns + list; at < end; at += 16, out += 16) {
      let sum = f32x4.mul(r0, v128.load(at));
      sum = f32x4.add(sum, f32x4.mul(r1, v128.load(at + list)));
      sum = f32x4.add(sum, f32x4.mul(r2, v128.load(at + 2 * list)));
      sum = f32x4.add(sum, f32x4.mul(r3, v128.load(at + 3 * list)));
      sum = f32x4.add(sum, f32x4.mul(r4, v128.load(at + 4 * list)));
      sum = f32x4.add(sum, f32x4.mul(r5, v128.load(at + 5 * list)));
      sum = f32x4.add(sum, f32x4.mul(r6, v128.load(at + 6 * list)));
      sum = f32x4.add(sum, f32x4.mul(r7, v128.load(at + 7 * list)));
      sum = f32x4.add(sum, f32x4.mul(r8, v128.load(at + 8 * list)));
      sum = f32x4.add(sum, f32x4.mul(r9, v128.load(at + 9 * list)));
      sum = f32x4.add(sum, f32x4.mul(r10, v128.load(at + 10 * list)));
      sum = f32x4.add(sum, f32x4.mul(r11, v128.load(at + 11 * list)));
      v128.store(out, sum);
    }
  }
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
    let j: i32 = 0;
    while (j < width) {
      const at: usize = 4 * j;
      if (i > 0 && j > half && j + half + 4 <= width) {
        // Sums of the row before, moved on by a cell.
        let four = v128.load(sums - line + at - 4);
        if (isAhead) four = f32x4.add(four, v128.load(own + at + ahead));
        if (isBehind) four = f32x4.sub(four, v128.load(own + at - behind));
        v128.store(sums + at, four);
        j += 4;
        continue;
      }
      let sum: f32 = 0;
      if (i > 0 && j > 0) {
        sum = load<f32>(sums - line + at - 4);
        if (isAhead && j + half < width) sum += load<f32>(own + at + ahead);
        if (isBehind && j > half) sum -= load<f32>(own + at - behind);
      } else {
        for (let step = -half; step <= half; step++) {
          const x = i + step;
          const y = j + step;
          if (x >= 0 && y >= 0 && x < height && y < width) sum += load<f32>(values + <usize>x * line + 4 * y);
        }
      }
      store<f32>(sums + at, sum);
      j++;
    }
  }
  const averaged = 2 * half + 1;
  const share = f32x4.splat(<f32>1 / <f32>averaged);
  for (let at = out, end = out + <usize>height * line; at < end; at += 16)
    v128.store(at, f32x4.mul(v128.load(at), share));
}

/** The sum of all cells and that of their squares, into `out` (two doubles). */
export function moments(values: usize, height: i32, width: i32, stride: i32, out: usize): void {
  let sums = f64x2.splat(0);
  let otherSums = f64x2.splat(0);
  let squares = f64x2.splat(0);
  let otherSquares = f64x2.splat(0);
  const whole: usize = 4 * (width & ~3);
  for (let i: i32 = 0; i < height; i++) {
    const own = values + 4 * i * stride;
    let at = own;
    for (const end = own + whole; at < end; at += 16) {
      const first = two(at);
      const second = two(at + 8);
      sums = f64x2.add(sums, first);
      otherSums = f64x2.add(otherSums, second);
      squares = f64x2.add(squares, f64x2.mul(first, first));
      otherSquares = f64x2.add(otherSquares, f64x2.mul(second, second));
    }
    for (const end = own + 4 * width; at < end; at += 4) {
      const value = f64x2.replace_lane(f64x2.splat(0), 0, <f64>load<f32>(at));
      sums = f64x2.add(sums, value);
      squares = f64x2.add(squares, f64x2.mul(value, value));
    }
  }
  store<f64>(out, bothOf(f64x2.add(sums, otherSums)));
  store<f64>(out, bothOf(f64x2.add(squares, otherSquares)), 8);
}

/** Two floats as doubles. */
function two(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at));
}

function bothOf(sums: v128): f64 {
  return f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
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
  level: f32,
  spread: f32,
  worst: f32,
  skipCost: f32,
  noveltyA: usize,
  noveltyB: usize,
  steps: i32,
  rows: usize,
): f32 {
  const length: usize = 4 * (stride + 4);
  memory.fill(rows, 0, 3 * length);
  // Two floats before the first cell: the corner, which is 0, and one that nothing comes from, which costs more than it brings.
  let twoBefore = rows + 8;
  let before = rows + length + 8;
  let now = rows + 2 * length + 8;
  const levels = f32x4.splat(level);
  const spreads = f32x4.splat(<f32>1 / spread);
  const least = f32x4.splat(worst);
  const cost = f32x4.splat(skipCost);
  const zero = f32x4.splat(0);
  // Beyond the last column lies nothing: the cells of the last four that are some.
  const last = width & ~3;
  const some = i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(width - last));
  let best = zero;
  for (let i: i32 = 0; i < height; i++) {
    const own = cells + 4 * i * stride;
    const ownNovelty = noveltyA + 4 * i * steps;
    for (let j: i32 = 0; j < width; j += 4) {
      const at: usize = 4 * j;
      const similar = v128.load(own + at);
      let score = f32x4.max(f32x4.mul(f32x4.sub(similar, levels), spreads), least);
      if (j === last) score = v128.and(score, some);
      if (noveltyA !== 0) {
        const earning = i32x4.bitmask(f32x4.gt(score, zero));
        if (earning !== 0) {
          const beside = noveltyB + 4 * j * steps;
          let novelty = f32x4.splat(1);
          if ((earning & 1) !== 0) {
            const lane = f32x4.extract_lane(similar, 0);
            novelty = f32x4.replace_lane(novelty, 0, lesser(lane, ownNovelty, beside, steps));
          }
          if ((earning & 2) !== 0) {
            const lane = f32x4.extract_lane(similar, 1);
            novelty = f32x4.replace_lane(novelty, 1, lesser(lane, ownNovelty, beside + 4 * steps, steps));
          }
          if ((earning & 4) !== 0) {
            const lane = f32x4.extract_lane(similar, 2);
            novelty = f32x4.replace_lane(novelty, 2, lesser(lane, ownNovelty, beside + 8 * steps, steps));
          }
          if ((earning & 8) !== 0) {
            const lane = f32x4.extract_lane(similar, 3);
            novelty = f32x4.replace_lane(novelty, 3, lesser(lane, ownNovelty, beside + 12 * steps, steps));
          }
          score = f32x4.mul(score, novelty);
        }
      }
      // A cell lies one float to the right of its place in the row before.
      const corner = v128.load(before + at - 4);
      const skipped = f32x4.max(v128.load(before + at - 8), v128.load(twoBefore + at - 4));
      const value = f32x4.add(f32x4.max(corner, f32x4.sub(skipped, cost)), score);
      let kept = f32x4.max(value, zero);
      if (j === last) kept = v128.and(kept, some);
      best = f32x4.max(best, kept);
      v128.store(now + at, kept);
    }
    const spare = twoBefore;
    twoBefore = before;
    before = now;
    now = spare;
  }
  return max(
    max(f32x4.extract_lane(best, 0), f32x4.extract_lane(best, 1)),
    max(f32x4.extract_lane(best, 2), f32x4.extract_lane(best, 3)),
  );
}

/** The lesser novelty of two rows whose similarity is `similar`. */
function lesser(similar: f32, a: usize, b: usize, steps: i32): f32 {
  let step: i32 = 0;
  if (similar > 0) step = min(<i32>(similar * <f32>steps) + 1, steps - 1);
  return min(load<f32>(a + 4 * step), load<f32>(b + 4 * step));
}
