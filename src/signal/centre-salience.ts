/**
 * Where a voice in the middle of the stereo picture would have its pitch: spectra of both channels are weighted
 * by their similarity (Avendano, "Frequency-domain source identification and manipulation in stereo mixes",
 * WASPAA 2003), and harmonics are summed over a logarithmic axis (Salamon & Gómez, "Melody extraction from
 * polyphonic music signals using pitch contour characteristics", IEEE TASLP 2012).
 */
import { CentreWeights } from './centre-weights.js';
import { decibelSteps } from './decibel-steps.js';
import { GrowingRows } from './growing-rows.js';
import { HarmonicBands, type HarmonicRules } from './harmonic-bands.js';
import { LogFrequencyMap } from './log-frequency.js';
import { StftStream } from './stft.js';

export interface CentreSalience {
  readonly framesPerSecond: number;
  readonly frames: number;
  /** frames × salienceBinCount, ≥ 0; frame i is centred on sample i · hop. */
  readonly salience: Float32Array;
  /** The same for all of the mix, whatever its place in the stereo picture. */
  readonly mixSalience: Float32Array;
  /** frames × timbreBandCount: log level of broad bands of the whole mix. */
  readonly timbre: Float32Array;
  /** Mistuning of the partials against A4 = 440 Hz: strength by cent, −50 … 49. */
  readonly tuningHistogram: Float64Array;
  /** Share of the energy that differs between the channels: 0 for mono. */
  readonly sideShare: number;
}

/** The levels that the salience was summed from, frame by frame. */
export interface SpectrumBands {
  readonly frames: number;
  /** frames × spectrumBandCount: power of each band of the mix, in steps of half a decibel from −60 dB. */
  readonly mix: Uint8Array;
  /** The same of the stereo centre alone. */
  readonly centre: Uint8Array;
}

/** Three bins a semitone from C2 (MIDI 36) to C6 (MIDI 84). */
export const salienceBinsPerSemitone = 3;
export const salienceLowestMidi = 36;
export const salienceBinCount = 48 * salienceBinsPerSemitone + 1;
export const timbreBandCount = 12;

/** Thirds of a semitone from C2 to 8 kHz. */
export const spectrumBandCount = 250;
export const spectrumFloorDecibels = -60;
export const spectrumStepsPerDecibel = 2;

const windowSamples = 4096;
const bandsPerOctave = 12 * salienceBinsPerSemitone;
const harmonicCount = 10;
const harmonicDecay = 0.84;
/** The ear's answer to a missing fundamental: what sounds an octave or a twelfth below must show odd partials. */
const betweenPenalty = 0.35;

/** Power to steps of half a decibel. */
const keepMixSteps = decibelSteps(spectrumFloorDecibels, spectrumStepsPerDecibel);
const keepCentreSteps = decibelSteps(spectrumFloorDecibels, spectrumStepsPerDecibel);

const bandsTo = (ratio: number): number => Math.round(bandsPerOctave * Math.log2(ratio));
const harmonicRules: HarmonicRules = {
  binCount: salienceBinCount,
  harmonics: Array.from({ length: harmonicCount }, (_, h) => ({
    decay: harmonicDecay ** h,
    band: bandsTo(h + 1),
    between: bandsTo(h + 0.5),
  })),
  penalty: betweenPenalty,
  tuning: { lowestHz: 100, highestHz: 2000, least: 0.05 },
};

const midiHz = (midi: number): number => 440 * 2 ** ((midi - 69) / 12);

export class CentreSalienceStream {
  private readonly queue: Float32Array[] = [];
  private readonly spare: Float32Array[] = [];
  private readonly salience = new GrowingRows(salienceBinCount, (length) => new Float32Array(length));
  private readonly mixSalience = new GrowingRows(salienceBinCount, (length) => new Float32Array(length));
  private readonly mixBands = new GrowingRows(spectrumBandCount, (length) => new Uint8Array(length));
  private readonly centreBands = new GrowingRows(spectrumBandCount, (length) => new Uint8Array(length));
  private readonly timbre = new GrowingRows(timbreBandCount, (length) => new Float32Array(length));
  private readonly weights = new CentreWeights(windowSamples / 2);
  private readonly measured: HarmonicBands;
  private left!: StftStream;
  private right!: StftStream;
  private sideEnergy = 0;
  private energy = 0;

  private constructor(
    private readonly sampleRateHz: number,
    private readonly hopSamples: number,
  ) {
    const map = new LogFrequencyMap({
      sampleRateHz,
      fftSize: windowSamples,
      minHz: midiHz(salienceLowestMidi),
      maxHz: Math.min(8000, sampleRateHz / 2),
      bandsPerOctave,
    });
    this.measured = new HarmonicBands(map, harmonicRules);
  }

  static async create(sampleRateHz: number, hopSamples: number): Promise<CentreSalienceStream> {
    const stream = new CentreSalienceStream(sampleRateHz, hopSamples);
    stream.left = await StftStream.create({ windowSamples, hopSamples }, (spectrum) => {
      const copy = stream.spare.pop() ?? new Float32Array(spectrum.length);
      copy.set(spectrum);
      stream.queue.push(copy);
    });
    stream.right = await StftStream.create({ windowSamples, hopSamples }, (spectrum) => {
      const left = stream.queue.shift()!;
      stream.addFrame(left, spectrum);
      stream.spare.push(left);
    });
    const lead = new Float32Array(windowSamples / 2);
    stream.push(lead, lead);
    return stream;
  }

  /** Equally many samples of both channels; the same array twice for mono. */
  push(left: Float32Array, right: Float32Array): void {
    this.left.push(left);
    this.right.push(right);
  }

  finish(): CentreSalience {
    this.left.finish();
    this.right.finish();
    return {
      framesPerSecond: this.sampleRateHz / this.hopSamples,
      frames: this.salience.rows,
      salience: this.salience.finish(),
      mixSalience: this.mixSalience.finish(),
      timbre: this.timbre.finish(),
      tuningHistogram: this.measured.tuningHistogram,
      sideShare: this.energy > 0 ? this.sideEnergy / this.energy : 0,
    };
  }

  /** Of all frames, after `finish`. */
  bandsOfAllFrames(): SpectrumBands {
    return { frames: this.mixBands.rows, mix: this.mixBands.finish(), centre: this.centreBands.finish() };
  }

  private addFrame(left: Float32Array, right: Float32Array): void {
    const { weights, measured } = this;
    weights.weigh(left, right);
    this.sideEnergy += weights.sideEnergy;
    this.energy += weights.energy;
    measured.measure(weights.mix, weights.centre);
    const { firstBands, secondBands, firstSums, secondSums } = measured;
    const perTimbre = Math.floor(firstBands.length / timbreBandCount);
    const timbre = this.timbre.append();
    for (let band = 0; band < timbreBandCount; band++) {
      let sum = 0;
      for (let i = band * perTimbre; i < (band + 1) * perTimbre; i++) sum += firstBands[i]!;
      timbre[band] = Math.log10(1e-6 + sum);
    }
    keepMixSteps(firstBands, this.mixBands.append());
    keepCentreSteps(secondBands, this.centreBands.append());
    this.mixSalience.append().set(firstSums);
    this.salience.append().set(secondSums);
  }
}
