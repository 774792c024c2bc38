/**
 * Short frames, 32 ms every 16 ms, of the centre of the stereo image: consonants and the movement of the mouth are
 * too quick for the long frames that pitch needs.
 */
import { RealFft } from '../../../signal/fft.js';
import { applyMelFilters, htkMelFilters } from '../../../signal/mel-filters.js';
import { hannWindow } from '../../../signal/window.js';
import { centreMagnitudes } from './centre-spectrum.js';
import { voiceRateHz } from './frame-features.js';

const fastFrameSamples = 512;
export const fastHopSamples = 256;
export const fastBands = 40;

export class FastFrames {
  private readonly filters = htkMelFilters(fastBands, fastFrameSamples, voiceRateHz, 100, 7500);
  private readonly hann = hannWindow(fastFrameSamples);
  private readonly middle = new Float32Array(fastFrameSamples);
  private readonly magnitudes = new Float32Array(fastFrameSamples / 2);
  private readonly power = new Float32Array(fastFrameSamples / 2 + 1);
  private readonly energies = new Float32Array(fastBands);

  private constructor(private readonly fft: RealFft) {}

  static async create(): Promise<FastFrames> {
    return new FastFrames(await RealFft.create(fastFrameSamples));
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Logarithmic mel energies of `fastFrameSamples` samples from `at` into `out` at `to`. `right` may be `left`. */
  measure(left: Float32Array, right: Float32Array, at: number, out: Float32Array, to: number): void {
    const { fft, hann, middle, magnitudes, power, energies } = this;
    let input = fft.input;
    for (let n = 0; n < fastFrameSamples; n++) input[n] = 0.5 * (left[at + n]! + right[at + n]!) * hann[n]!;
    fft.forward();
    middle.set(fft.spectrum);
    if (left !== right) {
      input = fft.input;
      for (let n = 0; n < fastFrameSamples; n++) input[n] = 0.5 * (left[at + n]! - right[at + n]!) * hann[n]!;
      fft.forward();
    }
    centreMagnitudes(middle, left === right ? silence : fft.spectrum, magnitudes);
    for (let bin = 0; bin < magnitudes.length; bin++) power[bin] = magnitudes[bin]! ** 2;
    applyMelFilters(this.filters, power, energies);
    for (let band = 0; band < fastBands; band++) out[to + band] = Math.log(energies[band]! + 1e-4);
  }
}

const silence = new Float32Array(fastFrameSamples);
