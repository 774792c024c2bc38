/**
 * Whisper's input (Radford et al. 2022, section 2.2): log-mel of 30 s at 16 kHz, window 400 (periodic Hann),
 * hop 160, frames centred on their hop with mirrored ends, log10 clipped to 8 decades below the loudest,
 * (x + 4) / 4.
 */
import { RealFft } from '../../../signal/fft.js';
import { applyMelFilters, type MelFilters, slaneyMelFilters } from '../../../signal/mel-filters.js';
import { hannWindow } from '../../../signal/window.js';

export const whisperRateHz = 16_000;
const whisperWindowSeconds = 30;
const windowSamples = 400;
const hopSamples = 160;
const totalSamples = whisperRateHz * whisperWindowSeconds;
export const whisperFrames = totalSamples / hopSamples;
/** 400 is no size of the FFT in use; of 800 points every second bin is a bin of 400. */
const fftSize = 2 * windowSamples;

export class WhisperLogMel {
  private readonly hann = hannWindow(windowSamples);
  private readonly power: Float32Array;
  private readonly energies: Float32Array;

  private constructor(
    private readonly fft: RealFft,
    private readonly filters: MelFilters,
  ) {
    this.power = new Float32Array(filters.bins);
    this.energies = new Float32Array(filters.bands);
  }

  /** `bands` is 80, or 128 for the large-v3 models. */
  static async create(bands: number): Promise<WhisperLogMel> {
    return new WhisperLogMel(
      await RealFft.create(fftSize),
      slaneyMelFilters(bands, windowSamples, whisperRateHz),
    );
  }

  /** Mono samples at 16 kHz, at most 30 s (the rest is cut off), to [bands × 3000], row-major. */
  compute(samples: Float32Array): Float32Array {
    const { fft, filters, power, energies, hann } = this;
    const { bands } = filters;
    const length = Math.min(samples.length, totalSamples);
    const out = new Float32Array(bands * whisperFrames).fill(-10);
    const half = windowSamples / 2;
    // Beyond this frame there is only the padding, which is -10 as filled.
    const frames = Math.min(whisperFrames, Math.ceil((length + half) / hopSamples));
    let highest = -10;
    for (let frame = 0; frame < frames; frame++) {
      const input = fft.input;
      const start = frame * hopSamples - half;
      for (let n = 0; n < windowSamples; n++) {
        let at = Math.abs(start + n);
        if (at >= totalSamples) at = 2 * totalSamples - 2 - at;
        const sample = at < length ? samples[at]! : 0;
        input[n] = sample - sample === 0 ? sample * hann[n]! : 0;
      }
      input.fill(0, windowSamples);
      fft.forward();
      const spectrum = fft.spectrum;
      power[0] = spectrum[0]! ** 2;
      // Bin k of 400 points is bin 2k of 800, whose real part is at 4k; the last is the transform's Nyquist bin.
      for (let bin = 1; bin < half; bin++) {
        power[bin] = spectrum[4 * bin]! ** 2 + spectrum[4 * bin + 1]! ** 2;
      }
      power[half] = spectrum[1]! ** 2;
      applyMelFilters(filters, power, energies);
      for (let band = 0; band < bands; band++) {
        const value = Math.log10(Math.max(1e-10, energies[band]!));
        if (value > highest) highest = value;
        out[band * whisperFrames + frame] = value;
      }
    }
    const floor = highest - 8;
    for (let i = 0; i < out.length; i++) out[i] = (Math.max(out[i]!, floor) + 4) / 4;
    return out;
  }

  dispose(): void {
    this.fft.dispose();
  }
}
