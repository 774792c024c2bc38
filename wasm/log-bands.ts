/** The loops over samples and bins of a frame: what is no number, the window, and the energies of log-frequency bands. */

/** Four numbers a step: `count` is a multiple of 4. */
const lanes: usize = 4;

/** Makes what is no finite number 0 in the `count` samples and in up to three behind them. */
export function silenceNotNumbers(samples: usize, count: usize): void {
  const end = samples + count * 4;
  const zero = f32x4.splat(0);
  for (; samples < end; samples += 16) {
    const sample = v128.load(samples);
    // One subtraction catches NaN and ±Infinity, which would poison all frames that hold them.
    v128.store(samples, v128.and(sample, f32x4.eq(f32x4.sub(sample, sample), zero)));
  }
}

/** `out`: `count` samples times the window. */
export function weigh(samples: usize, window: usize, count: usize, out: usize): void {
  const end = samples + count * 4;
  // Four steps at once where there are as many.
  const last = samples + (count & ~15) * 4;
  for (; samples < last; samples += 64) {
    v128.store(out, f32x4.mul(v128.load(samples), v128.load(window)));
    v128.store(out, f32x4.mul(v128.load(samples, 16), v128.load(window, 16)), 16);
    v128.store(out, f32x4.mul(v128.load(samples, 32), v128.load(window, 32)), 32);
    v128.store(out, f32x4.mul(v128.load(samples, 48), v128.load(window, 48)), 48);
    window += 64;
    out += 64;
  }
  for (; samples < end; samples += 16) {
    v128.store(out, f32x4.mul(v128.load(samples), v128.load(window)));
    window += 16;
    out += 16;
  }
}

/** `out`: the powers of `count` bins of an interleaved spectrum (re, im). */
export function powers(spectrum: usize, count: usize, out: usize): void {
  const end = out + count * 4;
  do {
    const first = v128.load(spectrum);
    const second = v128.load(spectrum, 16);
    const re = v128.shuffle<f32>(first, second, 0, 2, 4, 6);
    const im = v128.shuffle<f32>(first, second, 1, 3, 5, 7);
    v128.store(out, f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
    spectrum += 32;
    out += 16;
  } while (out < end);
}

/**
 * `out`: of each of `count` bands the sum of `weights` times `power`. `bands` holds two numbers a band: its first bin, and how
 * many weights it has, a multiple of 4 (zeros behind the last that counts, where `power` has numbers too).
 */
export function bandSums(power: usize, weights: usize, bands: usize, count: usize, out: usize): void {
  const end = out + count * 4;
  do {
    let at = power + <usize>load<u32>(bands) * 4;
    let left: usize = load<u32>(bands, 4);
    let sum = f32x4.splat(0);
    do {
      sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load(weights)));
      at += 16;
      weights += 16;
      left -= lanes;
    } while (left);
    store<f32>(
      out,
      f32x4.extract_lane(sum, 0) +
        f32x4.extract_lane(sum, 1) +
        (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    );
    bands += 8;
    out += 4;
  } while (out < end);
}
