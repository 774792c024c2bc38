/**
 * Onset strength: how much louder each band of a spectrum became (log-compressed spectral flux with a maximum
 * filter over neighbouring bands, which ignores vibrato; Böck & Widmer, "Maximum filter vibrato suppression for
 * onset detection", DAFx 2013), summed for all bands, and for the low ones where bass and kick drum sound.
 */
import { powerSpectrum } from './fft.js';
import { LogFrequencyMap } from './log-frequency.js';
import { StftStream } from './stft.js';

export interface OnsetFluxOptions {
  readonly sampleRateHz: number;
  readonly hopSamples: number;
}

export interface OnsetStrength {
  readonly framesPerSecond: number;
  /** One value a frame, ≥ 0; frame i is centred on sample i · hop. */
  readonly full: Float32Array;
  readonly low: Float32Array;
}

const windowSamples = 1024;
const lowLimitHz = 180;
/** Frames between the two spectra compared: an attack takes longer than a hop. */
const lag = 2;

export class OnsetFlux {
  private readonly full: number[] = [];
  private readonly low: number[] = [];

  private constructor(
    private readonly options: OnsetFluxOptions,
    private readonly stft: StftStream,
  ) {}

  static async create(options: OnsetFluxOptions): Promise<OnsetFlux> {
    const { sampleRateHz } = options;
    const map = new LogFrequencyMap({
      sampleRateHz,
      fftSize: windowSamples,
      minHz: 40,
      maxHz: Math.min(10_000, sampleRateHz / 2),
      bandsPerOctave: 6,
    });
    const power = new Float32Array(windowSamples / 2 + 1);
    const bands = new Float32Array(map.bandCount);
    const history = Array.from({ length: lag + 1 }, () => new Float32Array(map.bandCount));
    const lowBands = Math.max(1, Math.round(Math.log2(lowLimitHz / 40) * 6));
    let flux: OnsetFlux;
    const stft = await StftStream.create(
      { windowSamples, hopSamples: options.hopSamples },
      (spectrum, frame) => {
        powerSpectrum(spectrum, power);
        map.apply(power, bands);
        const now = history[frame % (lag + 1)]!;
        for (let band = 0; band < bands.length; band++) now[band] = Math.log1p(20 * Math.sqrt(bands[band]!));
        if (frame < lag) {
          flux.full.push(0);
          flux.low.push(0);
          return;
        }
        const before = history[(frame + 1) % (lag + 1)]!;
        let sum = 0;
        let lowSum = 0;
        for (let band = 0; band < bands.length; band++) {
          const reference = Math.max(
            before[Math.max(0, band - 1)]!,
            before[band]!,
            before[Math.min(bands.length - 1, band + 1)]!,
          );
          const rise = Math.max(0, now[band]! - reference);
          sum += rise;
          if (band < lowBands) lowSum += rise;
        }
        flux.full.push(sum);
        flux.low.push(lowSum);
      },
    );
    flux = new OnsetFlux(options, stft);
    // Half a window of silence puts the centre of frame i on sample i·hop.
    stft.push(new Float32Array(windowSamples / 2));
    return flux;
  }

  /** Mono samples. */
  push(samples: Float32Array): void {
    this.stft.push(samples);
  }

  finish(): OnsetStrength {
    this.stft.finish();
    return {
      framesPerSecond: this.options.sampleRateHz / this.options.hopSamples,
      full: Float32Array.from(this.full),
      low: Float32Array.from(this.low),
    };
  }
}
