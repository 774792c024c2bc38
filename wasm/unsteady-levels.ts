/** How levels of bands waver, and how two recordings' do so together: src/analyses/fingerprint/fine-structure/unsteady-levels.ts. */

function lower(a: v128, b: v128): v128 {
  return f32x4.pmin(a, b);
}

function higher(a: v128, b: v128): v128 {
  return f32x4.pmax(a, b);
}

/** The middle one of three. */
function middle(a: v128, b: v128, c: v128): v128 {
  return higher(lower(a, b), lower(higher(a, b), c));
}

/**
 * Of each value of the `frames` rows of `stride` bytes, a multiple of 16, what is not the median of the nine rows about it, at most `most` from 0, to `out`.
 * Beyond the ends the last row repeats.
 */
export function unsteady(values: usize, frames: i32, stride: i32, most: f32, out: usize): void {
  const highest = f32x4.splat(most);
  const lowest = f32x4.splat(-most);
  const last = (frames - 1) * stride;
  for (let at = 0; at < frames * stride; at += stride) {
    for (let lane = 0; lane < stride; lane += 16) {
      const column = values + <usize>lane;
      const a = v128.load(column + <usize>max<i32>(0, at - 4 * stride));
      const b = v128.load(column + <usize>max<i32>(0, at - 3 * stride));
      const c = v128.load(column + <usize>max<i32>(0, at - 2 * stride));
      const d = v128.load(column + <usize>max<i32>(0, at - stride));
      const e = v128.load(column + <usize>at);
      const f = v128.load(column + <usize>min<i32>(last, at + stride));
      const g = v128.load(column + <usize>min<i32>(last, at + 2 * stride));
      const h = v128.load(column + <usize>min<i32>(last, at + 3 * stride));
      const i = v128.load(column + <usize>min<i32>(last, at + 4 * stride));
      // The median of nine: of three sorted triples the highest of the lowest, the middle of the middle and the lowest of the highest.
      const lows = higher(higher(lower(lower(a, b), c), lower(lower(d, e), f)), lower(lower(g, h), i));
      const middles = middle(middle(a, b, c), middle(d, e, f), middle(g, h, i));
      const highs = lower(lower(higher(higher(a, b), c), higher(higher(d, e), f)), higher(higher(g, h), i));
      const rest = f32x4.sub(e, middle(lows, middles, highs));
      v128.store(out + <usize>(at + lane), higher(lowest, lower(highest, rest)));
    }
  }
}

/**
 * Products of a query's values with a song's `shift` bytes later, whose mean over the frames is taken away, and squares of these: sums over the frames of
 * each of the `pieces`. `rows`: where each of the `count` frames begins, in bytes; `ends`: how many of them lie before each piece's end. Both sums
 * are rows of `stride` bytes, a piece each.
 */
export function correlate(
  query: usize,
  song: usize,
  rows: usize,
  count: i32,
  ends: usize,
  pieces: i32,
  stride: i32,
  shift: i32,
  products: usize,
  squares: usize,
): void {
  const end = rows + ((<usize>count) << 2);
  const share = f32x4.splat(<f32>1 / <f32>count);
  for (let lane = 0; lane < stride; lane += 16) {
    const there = song + <usize>(shift + lane);
    const here = query + <usize>lane;
    let sum = f32x4.splat(0);
    for (let row = rows; row < end; row += 4) sum = f32x4.add(sum, v128.load(there + <usize>load<u32>(row)));
    const mean = f32x4.mul(sum, share);
    let row = rows;
    for (let piece = 0; piece < pieces; piece++) {
      const next = rows + ((<usize>load<u32>(ends + ((<usize>piece) << 2))) << 2);
      let product = f32x4.splat(0);
      let square = f32x4.splat(0);
      for (; row < next; row += 4) {
        const at = <usize>load<u32>(row);
        const y = f32x4.sub(v128.load(there + at), mean);
        product = f32x4.add(product, f32x4.mul(v128.load(here + at), y));
        square = f32x4.add(square, f32x4.mul(y, y));
      }
      const to = <usize>(piece * stride + lane);
      v128.store(products + to, product);
      v128.store(squares + to, square);
    }
  }
}
