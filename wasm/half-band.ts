/** Every second sample of a half-band low-pass filter's output: src/signal/halve.ts lays out the memory. */

/**
 * `samples`: 24 before the first output's own, two for each output, and 24 behind them. `odd`: room for `count` + 24 64-bit floats.
 * `coefficients`: twelve of them, those at odd distances from the middle, nearest first. `out`: `count` 32-bit floats, an even number.
 */
export function halve(samples: usize, count: i32, coefficients: usize, odd: usize, out: usize): void {
  // Only every second sample, beside the middle, has a coefficient.
  for (let at = 0; at < count + 24; at += 2) {
    const four = v128.load(samples + ((<usize>at) << 3));
    v128.store(odd + ((<usize>at) << 3), f64x2.promote_low_f32x4(v128.shuffle<i32>(four, four, 1, 3, 1, 3)));
  }
  const half = f64x2.splat(0.5);
  for (let n = 0; n < count; n += 2) {
    const own = v128.load(samples + ((<usize>(n + 12)) << 3));
    const behind = odd + ((<usize>(n + 12)) << 3);
    let sum = f64x2.mul(half, f64x2.promote_low_f32x4(v128.shuffle<i32>(own, own, 0, 2, 0, 2)));
    for (let i: usize = 0; i < 96; i += 8) {
      const pair = f64x2.add(v128.load(behind - 8 - i), v128.load(behind + i));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(coefficients + i), pair));
    }
    v128.store64_lane(out + ((<usize>n) << 2), f32x4.demote_f64x2_zero(sum), 0);
  }
}
