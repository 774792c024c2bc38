/** How periodic a frame is, and at which pitch: the autocorrelation of its compressed spectrum. */
import type { RealFft } from '../../../signal/fft.js';

const lowestHz = 80;
const highestHz = 800;

export interface Periodicity {
  /** 0 (noise) … 1 (one perfectly periodic sound). */
  harmonicity: number;
  /** Cents above 80 Hz. */
  cents: number;
}

/** `fft` must have the size that `magnitudes` (its half) came from; its content is overwritten. */
export function periodicity(
  fft: RealFft,
  magnitudes: Float32Array,
  sampleRateHz: number,
  out: Periodicity,
): void {
  const spectrum = fft.spectrum;
  spectrum.fill(0);
  for (let bin = 1; bin < magnitudes.length; bin++) spectrum[2 * bin] = magnitudes[bin]! ** 0.67;
  fft.inverse();
  const correlation = fft.input;
  const first = Math.floor(sampleRateHz / highestHz);
  const last = Math.ceil(sampleRateHz / lowestHz);
  let best = first;
  for (let lag = first + 1; lag < last; lag++) {
    const value = correlation[lag]!;
    // The true period beats its multiples only barely: ask of a longer lag that it is clearly better.
    if (value > correlation[best]! * 1.02) best = lag;
  }
  const [a, b, c] = [correlation[best - 1]!, correlation[best]!, correlation[best + 1]!];
  const bend = a - 2 * b + c;
  const lag = best + (bend < 0 ? Math.max(-0.5, Math.min(0.5, (0.5 * (a - c)) / bend)) : 0);
  out.harmonicity = correlation[0]! > 0 ? Math.max(0, b / correlation[0]!) : 0;
  out.cents = 1200 * Math.log2(sampleRateHz / lag / lowestHz);
}
