/** Short frames of a recording: their levels in bands that a telephone transmits too, and their pitch. */
import { percentile } from '../../../numbers/percentile.js';
import { RealFft } from '../../../signal/fft.js';
import { hannWindow } from '../../../signal/window.js';
import { framing } from '../parameters.js';
import { type LagRange, periodOf } from './period.js';

const rateHz = framing.sampleRateHz;
const windowSamples = 1024;
const hopSamples = 512;
/** Of the frames, which overlap by half. */
export const framesPerSecond = rateHz / hopSamples;

const binOf = (hz: number): number => Math.round((hz * windowSamples) / rateHz);
/** Edges of bands of about a third of an octave. */
const bandEdges = [300, 400, 520, 660, 820, 1000, 1250, 1550, 1900, 2350, 2850, 3400].map(binOf);
const bandCount = bandEdges.length - 1;
/** The bands below 1 kHz, where vowels have most of their power. */
const lowBands = bandEdges.indexOf(binOf(1000));
/** Where a pitch is looked for: harmonics above move with every vowel. */
const [firstPitchBin, endPitchBin] = [binOf(94), binOf(2110)];
const pitchBins = endPitchBin - firstPitchBin;
/** Pitches of speaking and singing voices. */
const lags: LagRange = { shortest: Math.floor(rateHz / 550), longest: Math.ceil(rateHz / 70) };
/** Frames that are this much quieter than the loud ones do not sound. */
const soundingDecibels = 25;
/** What lies further below a band's loud frames is its silence. */
const floorDecibels = 30;
/** Decibels of full scale: if the loud frames lie lower, what sounds is noise of the converter. */
const minLoudDecibels = -70;
/** Of the spectrum of a sine of full scale under the window. */
const fullScaleDecibels = 20 * Math.log10(windowSamples / 4);

export interface FrameLevels {
  readonly count: number;
  /** Of each band, `count` decibels below its loud frames, −floorDecibels at the lowest. */
  readonly bands: readonly Float32Array[];
  /** Of all bands together, decibels of full scale. */
  readonly levels: Float32Array;
  /** Share of the power that lies below 1 kHz, 0 … 1. */
  readonly lowShare: number;
  readonly isSounding: readonly boolean[];
}

/** Frees its transform by `dispose`. */
export class ShortFrames {
  private readonly window = hannWindow(windowSamples);
  private readonly count: number;
  /** count × pitchBins. */
  private readonly power: Float32Array;

  static async create(samples: Float32Array): Promise<ShortFrames> {
    return new ShortFrames(samples, await RealFft.create(windowSamples));
  }

  private constructor(
    private readonly samples: Float32Array,
    private readonly fft: RealFft,
  ) {
    this.count = Math.max(0, Math.floor((samples.length - windowSamples) / hopSamples) + 1);
    this.power = new Float32Array(this.count * pitchBins);
  }

  /** Null where less than this sounds. */
  levels(minSoundingSeconds: number): FrameLevels | null {
    const { count } = this;
    const bands = Array.from({ length: bandCount }, () => new Float32Array(count));
    const levels = new Float32Array(count);
    let [low, all] = [0, 0];
    for (let frame = 0; frame < count; frame++) {
      this.transform(frame);
      let sum = 0;
      for (const [number, band] of bands.entries()) {
        if (number === lowBands) low += sum;
        const power = this.powerOf(bandEdges[number]!, bandEdges[number + 1]!);
        band[frame] = 10 * Math.log10(power + 1e-9);
        sum += power;
      }
      all += sum;
      levels[frame] = 10 * Math.log10(sum + 1e-9) - fullScaleDecibels;
    }
    const loud = percentile(levels, 0.95);
    const isSounding = Array.from(levels, (level) => level > loud - soundingDecibels);
    const sounding = isSounding.filter(Boolean).length;
    if (!(loud > minLoudDecibels) || sounding < minSoundingSeconds * framesPerSecond) return null;
    for (const band of bands) {
      const top = percentile(band, 0.95);
      for (let frame = 0; frame < count; frame++) band[frame] = Math.max(band[frame]! - top, -floorDecibels);
    }
    return { count, bands, levels, lowShare: low / all, isSounding };
  }

  /** Cents above 1 Hz of the frames that sound, 0 where there is no pitch. To be called after `levels`. */
  pitches(isSounding: readonly boolean[]): Float32Array {
    const own = ownCorrelation(this.window);
    return Float32Array.from(isSounding, (sounds, frame) => {
      const period = sounds ? periodOf(this.correlation(frame), own, lags) : 0;
      return period > 0 ? 1200 * Math.log2(rateHz / period) : 0;
    });
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Keeps what `correlation` needs of a frame. */
  private transform(frame: number): void {
    const { fft, window, samples, power } = this;
    const { input, spectrum } = fft;
    const from = frame * hopSamples;
    for (let n = 0; n < windowSamples; n++) input[n] = window[n]! * samples[from + n]!;
    fft.forward();
    const at = frame * pitchBins - firstPitchBin;
    for (let bin = firstPitchBin; bin < endPitchBin; bin++)
      power[at + bin] = spectrum[2 * bin]! ** 2 + spectrum[2 * bin + 1]! ** 2;
  }

  /** Of the frame transformed last. */
  private powerOf(fromBin: number, toBin: number): number {
    const { spectrum } = this.fft;
    let sum = 0;
    for (let at = 2 * fromBin; at < 2 * toBin; at++) sum += spectrum[at]! ** 2;
    return sum;
  }

  /** Autocorrelation of a frame by its spectrum (Wiener–Khinchin): what wraps around lies where the window is near 0. */
  private correlation(frame: number): Float32Array {
    const { fft, power } = this;
    const { spectrum } = fft;
    spectrum.fill(0);
    for (let bin = firstPitchBin; bin < endPitchBin; bin++)
      spectrum[2 * bin] = power[frame * pitchBins + bin - firstPitchBin]!;
    fft.inverse();
    return fft.input;
  }
}

/** The window's own for all lags that are looked at, from 1 at no lag. */
function ownCorrelation(window: Float32Array): Float32Array {
  const own = new Float32Array(lags.longest + 2);
  for (let lag = 0; lag < own.length; lag++)
    for (let n = lag; n < window.length; n++) own[lag]! += window[n]! * window[n - lag]!;
  return own.map((value) => value / own[0]!);
}
