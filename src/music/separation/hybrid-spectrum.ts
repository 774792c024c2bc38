/**
 * The transform that stands outside of exported hybrid separators (Rouard, Massa & Défossez, "Hybrid transformers
 * for music source separation", ICASSP 2023): frames centred half a hop after every hop, mirrored ends, periodic
 * Hann, scaled by 1/√size, complex parts as channels, without the Nyquist bin.
 */
import { RealFft } from '../../signal/fft.js';
import { hannWindow } from '../../signal/window.js';
import type { SpectrumShape } from './ports.js';

export class HybridSpectrum {
  private readonly window: Float32Array;
  private readonly size: number;
  /** Sum of the squared windows that lie over each sample. */
  private readonly gain: number;

  private constructor(
    private readonly shape: SpectrumShape,
    private readonly samples: number,
    private readonly fft: RealFft,
  ) {
    this.size = fft.size;
    this.window = hannWindow(this.size);
    this.gain = this.window.reduce((sum, value) => sum + value * value, 0) / shape.hopSamples;
  }

  /** Throws RangeError where the shape cannot be that of such a transform of `samples` samples. */
  static async create(shape: SpectrumShape, samples: number): Promise<HybridSpectrum> {
    const { bins, frames, hopSamples } = shape;
    if (hopSamples * 4 !== bins * 2 || frames !== Math.ceil(samples / hopSamples) || samples < 2 * bins) {
      throw new RangeError(`${bins} bins × ${frames} frames are no spectrum of ${samples} samples`);
    }
    return new HybridSpectrum(shape, samples, await RealFft.create(2 * bins));
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** `waveform` is 2 × samples; writes 4 × bins × frames into `out`. */
  forward(waveform: Float32Array, out: Float32Array): void {
    const { fft, window, size, samples } = this;
    const { bins, frames } = this.shape;
    const scale = 1 / Math.sqrt(size);
    const last = 2 * samples - 2;
    for (let channel = 0; channel < 2; channel++) {
      const from = channel * samples;
      const re = 2 * channel * bins * frames;
      const im = re + bins * frames;
      for (let frame = 0; frame < frames; frame++) {
        const start = this.startOf(frame);
        const input = fft.input;
        for (let n = 0; n < size; n++) {
          const at = Math.abs(start + n);
          input[n] = waveform[from + (at < samples ? at : last - at)]! * window[n]!;
        }
        fft.forward();
        const spectrum = fft.spectrum;
        for (let bin = 0; bin < bins; bin++) {
          out[re + bin * frames + frame] = spectrum[2 * bin]! * scale;
          out[im + bin * frames + frame] = bin === 0 ? 0 : spectrum[2 * bin + 1]! * scale;
        }
      }
    }
  }

  /** Adds the samples of a spectrum to `waveform`, 2 × samples. */
  addInverse(spectra: Float32Array, waveform: Float32Array): void {
    const { fft, window, size, samples, gain } = this;
    const { bins, frames } = this.shape;
    const scale = 1 / (Math.sqrt(size) * gain);
    for (let channel = 0; channel < 2; channel++) {
      const re = 2 * channel * bins * frames;
      const im = re + bins * frames;
      for (let frame = 0; frame < frames; frame++) {
        const spectrum = fft.spectrum;
        for (let bin = 0; bin < bins; bin++) {
          spectrum[2 * bin] = spectra[re + bin * frames + frame]!;
          spectrum[2 * bin + 1] = spectra[im + bin * frames + frame]!;
        }
        spectrum[1] = 0;
        fft.inverse();
        const output = fft.input;
        const start = this.startOf(frame);
        const to = Math.min(size, samples - start);
        for (let n = Math.max(0, -start); n < to; n++) {
          waveform[channel * samples + start + n]! += output[n]! * window[n]! * scale;
        }
      }
    }
  }

  private startOf(frame: number): number {
    const { hopSamples } = this.shape;
    return frame * hopSamples + (hopSamples >> 1) - (this.size >> 1);
  }
}
