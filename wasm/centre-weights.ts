/** The powers of the bins of two channels' spectra: of their mix, and of what both have. src/signal/centre-weights.ts lays out the memory. */

/** Sums over the bins: what differs between the channels, and all. */
let differing: v128 = f64x2.splat(0);
let all: v128 = f64x2.splat(0);

/** The powers of the mix and of the centre of two bins, as 64-bit floats. */
let mixOfTwo: v128 = f64x2.splat(0);
let centreOfTwo: v128 = f64x2.splat(0);

function weighTwo(leftRe: v128, leftIm: v128, rightRe: v128, rightIm: v128): void {
  const zero = f64x2.splat(0);
  let total = f64x2.add(f64x2.mul(leftRe, leftRe), f64x2.mul(leftIm, leftIm));
  total = f64x2.add(f64x2.add(total, f64x2.mul(rightRe, rightRe)), f64x2.mul(rightIm, rightIm));
  const product = f64x2.add(f64x2.mul(leftRe, rightRe), f64x2.mul(leftIm, rightIm));
  const cross = f64x2.add(product, product);
  // Silent bins have no similarity (0 / 0).
  const similarity = v128.and(f64x2.max(zero, f64x2.div(cross, total)), f64x2.gt(total, zero));
  const square = f64x2.mul(similarity, similarity);
  mixOfTwo = f64x2.mul(total, f64x2.splat(0.5));
  const sum = f64x2.mul(f64x2.add(total, cross), f64x2.splat(0.25));
  centreOfTwo = f64x2.mul(f64x2.mul(sum, square), square);
  differing = f64x2.add(differing, f64x2.sub(total, cross));
  all = f64x2.add(all, f64x2.add(total, total));
}

function low(values: v128): v128 {
  return f64x2.promote_low_f32x4(values);
}

function high(values: v128): v128 {
  return f64x2.promote_low_f32x4(v128.shuffle<f32>(values, values, 2, 3, 2, 3));
}

function joined(lower: v128, upper: v128): v128 {
  return v128.shuffle<f32>(f32x4.demote_f64x2_zero(lower), f32x4.demote_f64x2_zero(upper), 0, 1, 4, 5);
}

/**
 * `left`, `right`: interleaved spectra (re, im) of `count` bins, a multiple of 4. `mix`, `centre`: their powers. `sums`: what differs and all, two
 * 64-bit floats.
 */
export function weigh(left: usize, right: usize, count: usize, mix: usize, centre: usize, sums: usize): void {
  differing = f64x2.splat(0);
  all = f64x2.splat(0);
  const end = mix + count * 4;
  do {
    const leftFirst = v128.load(left);
    const leftSecond = v128.load(left, 16);
    const rightFirst = v128.load(right);
    const rightSecond = v128.load(right, 16);
    const leftRe = v128.shuffle<f32>(leftFirst, leftSecond, 0, 2, 4, 6);
    const leftIm = v128.shuffle<f32>(leftFirst, leftSecond, 1, 3, 5, 7);
    const rightRe = v128.shuffle<f32>(rightFirst, rightSecond, 0, 2, 4, 6);
    const rightIm = v128.shuffle<f32>(rightFirst, rightSecond, 1, 3, 5, 7);
    weighTwo(low(leftRe), low(leftIm), low(rightRe), low(rightIm));
    const mixLow = mixOfTwo;
    const centreLow = centreOfTwo;
    weighTwo(high(leftRe), high(leftIm), high(rightRe), high(rightIm));
    v128.store(mix, joined(mixLow, mixOfTwo));
    v128.store(centre, joined(centreLow, centreOfTwo));
    left += 32;
    right += 32;
    mix += 16;
    centre += 16;
  } while (mix < end);
  store<f64>(sums, f64x2.extract_lane(differing, 0) + f64x2.extract_lane(differing, 1));
  store<f64>(sums, f64x2.extract_lane(all, 0) + f64x2.extract_lane(all, 1), 8);
}
