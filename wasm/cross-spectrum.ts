/** The cross-spectrum of two blocks with all magnitudes made one, and their correlation: src/analyses/fingerprint/waveform/block-correlator.ts. */

/** Writes `count` samples times their window's weights, a multiple of 4. */
export function weigh(samples: usize, window: usize, count: i32, out: usize): void {
  const end = samples + ((<usize>count) << 2);
  for (; samples < end; samples += 16, window += 16, out += 16)
    v128.store(out, f32x4.mul(v128.load(samples), v128.load(window)));
}

/**
 * Of `bins` bins, complex numbers (re, im), the query's times the song's conjugate over their magnitude, or over `least` where that is higher, to `cross`; the
 * same a quarter turn back to `turned`. In 64-bit floats up to the result.
 */
export function whiten(query: usize, song: usize, bins: i32, least: f64, cross: usize, turned: usize): void {
  const leasts = f64x2.splat(least);
  for (let bin = 0; bin < bins; bin += 2) {
    const q = v128.load(query);
    const s = v128.load(song);
    const qRe = f64x2.promote_low_f32x4(v128.shuffle<i32>(q, q, 0, 2, 0, 2));
    const qIm = f64x2.promote_low_f32x4(v128.shuffle<i32>(q, q, 1, 3, 1, 3));
    const sRe = f64x2.promote_low_f32x4(v128.shuffle<i32>(s, s, 0, 2, 0, 2));
    const sIm = f64x2.promote_low_f32x4(v128.shuffle<i32>(s, s, 1, 3, 1, 3));
    const re = f64x2.add(f64x2.mul(qRe, sRe), f64x2.mul(qIm, sIm));
    const im = f64x2.sub(f64x2.mul(qIm, sRe), f64x2.mul(qRe, sIm));
    const magnitude = f64x2.max(f64x2.sqrt(f64x2.add(f64x2.mul(re, re), f64x2.mul(im, im))), leasts);
    const a = f32x4.demote_f64x2_zero(f64x2.div(re, magnitude));
    const b = f32x4.demote_f64x2_zero(f64x2.div(im, magnitude));
    const one = v128.shuffle<i32>(a, b, 0, 4, 1, 5);
    const other = v128.shuffle<i32>(b, f32x4.neg(a), 0, 4, 1, 5);
    if (bin + 1 < bins) {
      v128.store(cross, one);
      v128.store(turned, other);
    } else {
      v128.store64_lane(cross, one, 0);
      v128.store64_lane(turned, other, 0);
    }
    query += 16;
    song += 16;
    cross += 16;
    turned += 16;
  }
}

/** Writes `count` complex numbers of their real and imaginary parts, both times `scale`; one more where that is odd. */
export function join(real: usize, imaginary: usize, count: i32, scale: f64, out: usize): void {
  const scales = f64x2.splat(scale);
  for (let n = 0; n < count; n += 2) {
    const re = f32x4.demote_f64x2_zero(f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(real)), scales));
    const im = f32x4.demote_f64x2_zero(
      f64x2.mul(f64x2.promote_low_f32x4(v128.load64_zero(imaginary)), scales),
    );
    v128.store(out, v128.shuffle<i32>(re, im, 0, 4, 1, 5));
    real += 8;
    imaginary += 8;
    out += 16;
  }
}
