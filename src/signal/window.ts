/** Window functions for spectral analysis, in their periodic (DFT-even) form. */

/** Hann window of `size` samples: 0.5 − 0.5·cos(2πn/size). */
export function hannWindow(size: number): Float32Array {
  const window = new Float32Array(size);
  for (let n = 0; n < size; n++) window[n] = 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size);
  return window;
}
