/** A block of a short-time spectrum that can be turned back into sound: every frame is kept, bins as complex pairs. */
import type { RealFft } from '../../signal/fft.js';

/** Analysis and synthesis with a Hann window at a quarter of its length overlap to this constant. */
const overlapGain = 1.5;

export interface BlockShape {
  readonly windowSamples: number;
  readonly hopSamples: number;
  readonly frames: number;
  /** windowSamples / 2; the Nyquist bin is left out. */
  readonly bins: number;
}

/** Frames that cover `samples` samples wholly, the first one centred on sample 0. */
export function blockShape(windowSamples: number, samples: number): BlockShape {
  const hopSamples = windowSamples >> 2;
  return { windowSamples, hopSamples, frames: Math.ceil(samples / hopSamples) + 1, bins: windowSamples >> 1 };
}

/**
 * Complex spectra of `samples`, frames × 2·bins; frame i is centred on sample i · hop, silence beyond the ends.
 * The place of bin 0's imaginary part is 0.
 */
export function analyse(
  samples: Float32Array,
  shape: BlockShape,
  window: Float32Array,
  fft: RealFft,
  spectra: Float32Array,
): void {
  const { windowSamples, hopSamples, frames, bins } = shape;
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * hopSamples - (windowSamples >> 1);
    const input = fft.input;
    for (let n = 0; n < windowSamples; n++) {
      const at = start + n;
      input[n] = at >= 0 && at < samples.length ? samples[at]! * window[n]! : 0;
    }
    fft.forward();
    spectra.set(fft.spectrum, frame * 2 * bins);
    spectra[frame * 2 * bins + 1] = 0;
  }
}

/** Magnitudes of `spectra`, frames × bins. */
export function magnitudesOf(spectra: Float32Array, magnitudes: Float32Array): void {
  for (let i = 0; i < magnitudes.length; i++) {
    magnitudes[i] = Math.hypot(spectra[2 * i]!, spectra[2 * i + 1]!);
  }
}

/** The samples whose spectra are `spectra` times `mask` (frames × bins), overlap-added into `out`, which is cleared. */
export function synthesise(
  spectra: Float32Array,
  mask: Float32Array,
  shape: BlockShape,
  window: Float32Array,
  fft: RealFft,
  out: Float32Array,
): void {
  const { windowSamples, hopSamples, frames, bins } = shape;
  const scale = 1 / (windowSamples * overlapGain);
  out.fill(0);
  for (let frame = 0; frame < frames; frame++) {
    const spectrum = fft.spectrum;
    for (let bin = 0; bin < bins; bin++) {
      const at = frame * bins + bin;
      spectrum[2 * bin] = spectra[2 * at]! * mask[at]!;
      spectrum[2 * bin + 1] = spectra[2 * at + 1]! * mask[at]!;
    }
    spectrum[1] = 0;
    fft.inverse();
    const output = fft.input;
    const start = frame * hopSamples - (windowSamples >> 1);
    const from = Math.max(0, -start);
    const to = Math.min(windowSamples, out.length - start);
    for (let n = from; n < to; n++) out[start + n]! += output[n]! * window[n]! * scale;
  }
}
