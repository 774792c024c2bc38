/** What is measured of each frame before windows summarise it. */
import { RealFft } from '../../../signal/fft.js';
import { applyMelFilters, htkMelFilters } from '../../../signal/mel-filters.js';
import { hannWindow } from '../../../signal/window.js';
import { centreMagnitudes } from './centre-spectrum.js';
import { Fluctuation, fluctuationValues } from './fluctuation.js';
import { type Periodicity, periodicity } from './harmonicity.js';

export const voiceRateHz = 16_000;
/** The interface's analysis frame: 128 ms every 32 ms. */
export const frameSamples = 2048;
export const frameHopSamples = 512;

export const melBands = 40;
export const cepstra = 13;
/** Places in a frame's row. */
export const place = {
  logMel: 0,
  cepstra: melBands,
  fluctuation: melBands + cepstra,
  harmonicity: melBands + cepstra + fluctuationValues,
  cents: melBands + cepstra + fluctuationValues + 1,
  centreShare: melBands + cepstra + fluctuationValues + 2,
} as const;
export const frameValues = place.centreShare + 1;

export class FrameFeatures {
  private readonly filters = htkMelFilters(melBands, frameSamples, voiceRateHz, 100, 7500);
  private readonly hann = hannWindow(frameSamples);
  private readonly magnitudes = new Float32Array(frameSamples / 2);
  private readonly power = new Float32Array(frameSamples / 2 + 1);
  private readonly middle = new Float32Array(frameSamples);
  private readonly energies = new Float32Array(melBands);
  private readonly cosines = new Float32Array(cepstra * melBands);
  private readonly fluctuation = new Fluctuation(voiceRateHz / frameSamples);
  private readonly found: Periodicity = { harmonicity: 0, cents: 0 };

  private constructor(private readonly fft: RealFft) {
    for (let k = 0; k < cepstra; k++) {
      for (let band = 0; band < melBands; band++) {
        this.cosines[k * melBands + band] =
          Math.sqrt(2 / melBands) * Math.cos((Math.PI * (k + 1) * (band + 0.5)) / melBands);
      }
    }
  }

  static async create(): Promise<FrameFeatures> {
    return new FrameFeatures(await RealFft.create(frameSamples));
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Measures `frameSamples` samples of both sides from `at` into `row`. `right` may be `left`. */
  measure(left: Float32Array, right: Float32Array, at: number, row: Float32Array): void {
    const { fft, hann, middle, magnitudes, power, energies } = this;
    const isMono = left === right;
    let input = fft.input;
    for (let n = 0; n < frameSamples; n++) input[n] = 0.5 * (left[at + n]! + right[at + n]!) * hann[n]!;
    fft.forward();
    middle.set(fft.spectrum);
    if (!isMono) {
      input = fft.input;
      for (let n = 0; n < frameSamples; n++) input[n] = 0.5 * (left[at + n]! - right[at + n]!) * hann[n]!;
      fft.forward();
    }
    const side = isMono ? silence : fft.spectrum;
    row[place.centreShare] = centreMagnitudes(middle, side, magnitudes);
    for (let bin = 0; bin < magnitudes.length; bin++) power[bin] = magnitudes[bin]! ** 2;
    applyMelFilters(this.filters, power, energies);
    for (let band = 0; band < melBands; band++) row[place.logMel + band] = Math.log(energies[band]! + 1e-4);
    for (let k = 0; k < cepstra; k++) {
      let sum = 0;
      for (let band = 0; band < melBands; band++) sum += this.cosines[k * melBands + band]! * row[band]!;
      row[place.cepstra + k] = sum;
    }
    this.fluctuation.push(magnitudes, row, place.fluctuation);
    periodicity(fft, magnitudes, voiceRateHz, this.found);
    row[place.harmonicity] = this.found.harmonicity;
    row[place.cents] = this.found.cents;
  }
}

const silence = new Float32Array(frameSamples);
