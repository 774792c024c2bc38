/**
 * The part of a stereo mix that is in its centre, where lead vocals nearly always are: per bin, the middle's
 * magnitude less what the sides hold. A mono recording is all centre.
 */

/**
 * Magnitudes of the centre into `out`, from interleaved spectra (see RealFft) of middle (L + R)/2 and side
 * (L − R)/2. Returns the centre's share of the middle's energy, 0 … 1.
 */
export function centreMagnitudes(middle: Float32Array, side: Float32Array, out: Float32Array): number {
  let all = 0;
  let kept = 0;
  out[0] = 0;
  for (let bin = 1; bin < out.length; bin++) {
    const m = Math.hypot(middle[2 * bin]!, middle[2 * bin + 1]!);
    const s = Math.hypot(side[2 * bin]!, side[2 * bin + 1]!);
    const centre = m > s ? m - s : 0;
    out[bin] = centre;
    all += m * m;
    kept += centre * centre;
  }
  return all === 0 ? 1 : kept / all;
}
