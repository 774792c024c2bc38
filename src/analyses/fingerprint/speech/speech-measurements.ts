/**
 * What distinguishes speech alone from music: one voice that glides and holds no note, with fricatives between its vowels,
 * and whose spectrum is another one a syllable later. In the tradition of Saunders (1996) and Scheirer and Slaney (1997);
 * pitch by the normalised autocorrelation of Boersma (1993). Pure: nothing here decides anything.
 */
import { RealFft } from '../../../signal/fft.js';
import { hannWindow } from '../../../signal/window.js';
import { framing } from '../parameters.js';

/** Of frames that sound: within 25 dB of the loud ones. */
export interface SpeechMeasurements {
  /** Share with one clear pitch. */
  readonly voiced: number;
  /** Of those with a pitch, the share within a note: a pitch that stays within 35 cents for 160 ms and more. */
  readonly held: number;
  /** Share of noise above 2.5 kHz: fricatives, and cymbals. */
  readonly hissing: number;
  /** Mean correlation of the fine spectra of frames 128 ms apart, −1 … 1: notes last, syllables do not. */
  readonly persistence: number;
}

const rateHz = framing.sampleRateHz;
const windowSamples = 1024;
const transformSamples = 2048;
const hopSamples = 256;
const framesPerSecond = rateHz / hopSamples;
/** Pitches of speaking and singing voices. */
const [shortestLag, longestLag] = [Math.floor(rateHz / 550), Math.ceil(rateHz / 70)];
/** Autocorrelation from which a frame has a pitch. */
const voicedFrom = 0.6;
const soundingDecibels = 25;
const heldFrames = Math.round(0.16 * framesPerSecond);
const heldCents = 35;
/** Fricatives and cymbals lie above it. */
const noiseBin = Math.round((2500 / rateHz) * transformSamples);
/** Even: the fine spectra of every second frame are compared. */
const apartFrames = Math.round(0.128 * framesPerSecond);
/** Bins that are compared: 100 Hz to 4 kHz, which a telephone leaves too. */
const [firstBin, endBin] = [100, 4000].map((hz) => Math.round((hz / rateHz) * transformSamples)) as [
  number,
  number,
];

/** The first look takes every fourth frame: they touch, and as many measure the same. */
const coarseStep = 4;
/** With less of it the first look is too uncertain: of a second or two of speech amid silence it can come out as music. */
const coarseSoundingSeconds = 10;

/**
 * Of mono samples at framing.sampleRateHz; null where hardly anything sounds. Most pieces are music by what every fourth
 * frame shows: where `isMusic` holds of what the piece is at its most like speech, that is returned. What these frames leave
 * open is asked again with their pitches, and then of all frames, which is most of the work.
 */
export async function measureSpeech(
  samples: Float32Array,
  isMusic: (likestSpeech: SpeechMeasurements) => boolean = () => false,
): Promise<SpeechMeasurements | null> {
  const analysis = await SpeechFrames.create(samples);
  try {
    const few = analysis.spectral(coarseStep);
    const coarse = likestSpeech(few, coarseSoundingSeconds);
    if (coarse !== null) {
      if (isMusic(coarse)) return coarse;
      const pitched = { ...coarse, voiced: maxVoiced(analysis, few) };
      if (isMusic(pitched)) return pitched;
    }
    const frames = analysis.spectral(1);
    const likest = likestSpeech(frames, 1);
    if (likest === null || isMusic(likest)) return likest;
    const sounds = sounding(frames.levels);
    const pitches = analysis.pitches(sounds, 1);
    const count = sounds.filter(Boolean).length;
    const voiced = shareOf(sounds, (frame) => pitches[frame]! > 0);
    return {
      voiced,
      held: voiced > 0 ? heldCount(pitches, sounds) / (voiced * count) : 0,
      hissing: shareOf(sounds, (frame) => pitches[frame] === 0 && frames.high[frame]! > noisyFrom),
      persistence: likest.persistence,
    };
  } finally {
    analysis.dispose();
  }
}

/** Three standard errors above the share of a few frames that have a pitch. */
function maxVoiced(analysis: SpeechFrames, { levels, step }: SpectralFrames): number {
  const sounds = sounding(levels);
  const pitches = analysis.pitches(sounds, step);
  const count = sounds.filter(Boolean).length;
  const voiced = shareOf(sounds, (frame) => pitches[frame]! > 0);
  return Math.min(1, voiced + 3 * Math.sqrt(Math.max(voiced * (1 - voiced), 1 / count) / count));
}

/** What no pitch could make more like speech; null where less than `soundingSeconds` sounds. */
function likestSpeech(frames: SpectralFrames, soundingSeconds: number): SpeechMeasurements | null {
  const { levels, high, spectra, step } = frames;
  if (levels.length * step < 2 * framesPerSecond) return null;
  const sounds = sounding(levels);
  if (
    percentile(levels, 0.95) < -60 ||
    sounds.filter(Boolean).length * step < soundingSeconds * framesPerSecond
  )
    return null;
  return {
    voiced: 1,
    held: 0,
    hissing: shareOf(sounds, (frame) => high[frame]! > noisyFrom),
    persistence: persistence(spectra, sounds, step),
  };
}

function sounding(levels: Float32Array): boolean[] {
  const loud = percentile(levels, 0.95);
  return Array.from(levels, (level) => level > loud - soundingDecibels);
}

/** Of the frames that sound, the share for which it holds. */
function shareOf(sounds: readonly boolean[], isCounted: (frame: number) => boolean): number {
  let [counted, count] = [0, 0];
  sounds.forEach((isSounding, frame) => {
    if (!isSounding) return;
    count++;
    if (isCounted(frame)) counted++;
  });
  return counted / count;
}

/** Share of energy above 2.5 kHz from which a frame without a pitch hisses. */
const noisyFrom = 0.5;

interface SpectralFrames {
  /** Of every this many frames one was measured. */
  readonly step: number;
  /** Decibels of full scale. */
  readonly levels: Float32Array;
  /** Share of the energy above 2.5 kHz. */
  readonly high: Float32Array;
  /** Of every second frame, or of those measured where they are fewer, the fine structure: each bin's logarithm over the mean of those around it. */
  readonly spectra: readonly Float32Array[];
}

/** Short frames of a piece; frees its transform by `dispose`. */
class SpeechFrames {
  private readonly window = hannWindow(windowSamples);
  private readonly power = new Float32Array(transformSamples / 2);
  /** The window's own autocorrelation. */
  private readonly own: Float32Array;
  private readonly count: number;

  static async create(samples: Float32Array): Promise<SpeechFrames> {
    return new SpeechFrames(samples, await RealFft.create(transformSamples));
  }

  private constructor(
    private readonly samples: Float32Array,
    private readonly fft: RealFft,
  ) {
    this.count = Math.max(0, Math.floor((samples.length - windowSamples) / hopSamples) + 1);
    this.transform(null);
    this.own = this.autocorrelation();
  }

  spectral(step: number): SpectralFrames {
    const { power } = this;
    const count = Math.ceil(this.count / step);
    const [levels, high] = [new Float32Array(count), new Float32Array(count)];
    const spectra: Float32Array[] = [];
    for (let frame = 0; frame < count; frame++) {
      this.transform(frame * step);
      const { energy, above } = energyOf(power, noiseBin);
      // The autocorrelation at no lag, from either half of the spectrum.
      levels[frame] = 10 * Math.log10((2 * energy) / transformSamples / this.own[0]! + 1e-12);
      high[frame] = energy > 0 ? above / energy : 0;
      if ((frame * step) % 2 === 0) spectra.push(fine(power));
    }
    return { step, levels, high, spectra };
  }

  /** Cents above 1 Hz of those of every `step`th frame that sound; 0 where there is no pitch. */
  pitches(sounds: readonly boolean[], step: number): Float32Array {
    return Float32Array.from(sounds, (isSounding, frame) => {
      if (!isSounding) return 0;
      this.transform(frame * step);
      return pitchOf(this.autocorrelation(), this.own);
    });
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Sets `power` to the frame's spectrum; to the window's own for null. */
  private transform(frame: number | null): void {
    const { fft, window, power } = this;
    const { input, spectrum } = fft;
    if (frame === null) input.set(window);
    else {
      const from = frame * hopSamples;
      for (let n = 0; n < windowSamples; n++) input[n] = window[n]! * this.samples[from + n]!;
    }
    input.fill(0, windowSamples);
    fft.forward();
    // Bin 0 shares its place with the highest one, and holds nothing of a sound.
    for (let bin = 1; bin < power.length; bin++) {
      const [re, im] = [spectrum[2 * bin]!, spectrum[2 * bin + 1]!];
      power[bin] = re * re + im * im;
    }
  }

  /** Of the frame transformed last, for lags 0 … longestLag + 1. */
  private autocorrelation(): Float32Array {
    const { fft, power } = this;
    const { spectrum } = fft;
    for (let bin = 0; bin < power.length; bin++) {
      spectrum[2 * bin] = power[bin]!;
      spectrum[2 * bin + 1] = 0;
    }
    fft.inverse();
    const correlation = fft.input.slice(0, longestLag + 2);
    for (let lag = 0; lag < correlation.length; lag++) correlation[lag]! /= transformSamples;
    return correlation;
  }
}

/** Of all bins, and of those from `from` on. */
function energyOf(power: Float32Array, from: number): { energy: number; above: number } {
  let below = 0;
  let above = 0;
  for (let bin = 0; bin < from; bin++) below += power[bin]!;
  for (let bin = from; bin < power.length; bin++) above += power[bin]!;
  return { energy: below + above, above };
}

/** The shortest lag whose normalised autocorrelation comes near the highest one. */
function pitchOf(correlation: Float32Array, own: Float32Array): number {
  const normalised = (lag: number): number =>
    (correlation[lag]! / Math.max(1e-12, correlation[0]!)) * (own[0]! / own[lag]!);
  let highest = 0;
  for (let lag = shortestLag; lag <= longestLag; lag++) highest = Math.max(highest, normalised(lag));
  if (highest < voicedFrom) return 0;
  for (let lag = shortestLag; lag <= longestLag; lag++) {
    const [before, at, after] = [normalised(lag - 1), normalised(lag), normalised(lag + 1)];
    if (at < highest * 0.93 || at < before || at < after) continue;
    const curvature = before - 2 * at + after;
    const offset = curvature < 0 ? (0.5 * (before - after)) / curvature : 0;
    return 1200 * Math.log2(rateHz / (lag + offset));
  }
  return 0;
}

/** Frames in stretches of one pitch. */
function heldCount(pitches: Float32Array, sounds: readonly boolean[]): number {
  let held = 0;
  let from = 0;
  const end = (to: number): void => {
    if (to - from >= heldFrames) held += to - from;
  };
  let [low, high] = [Infinity, -Infinity];
  for (let frame = 0; frame <= pitches.length; frame++) {
    const pitch = frame < pitches.length && sounds[frame] ? pitches[frame]! : 0;
    low = Math.min(low, pitch);
    high = Math.max(high, pitch);
    if (pitch > 0 && high - low <= 2 * heldCents) continue;
    end(frame);
    from = pitch > 0 ? frame : frame + 1;
    [low, high] = pitch > 0 ? [pitch, pitch] : [Infinity, -Infinity];
  }
  return held;
}

/** `sounds` is of every `step`th frame, `spectra` of every second frame or of these. */
function persistence(spectra: readonly Float32Array[], sounds: readonly boolean[], step: number): number {
  const ofSpectrum = Math.max(1, 2 / step);
  const apart = apartFrames / step / ofSpectrum;
  let sum = 0;
  let pairs = 0;
  for (let at = 0; at + apart < spectra.length; at++) {
    if (!sounds[at * ofSpectrum] || !sounds[(at + apart) * ofSpectrum]) continue;
    sum += correlationOf(spectra[at]!, spectra[at + apart]!);
    pairs++;
  }
  return pairs > 0 ? sum / pairs : 0;
}

function correlationOf(x: Float32Array, y: Float32Array): number {
  let [xy, xx, yy] = [0, 0, 0];
  for (let bin = 0; bin < x.length; bin++) {
    xy += x[bin]! * y[bin]!;
    xx += x[bin]! ** 2;
    yy += y[bin]! ** 2;
  }
  return xx > 0 && yy > 0 ? xy / Math.sqrt(xx * yy) : 0;
}

const aroundBins = 16;

function fine(power: Float32Array): Float32Array {
  const count = endBin - firstBin;
  const spectrum = new Float32Array(count);
  const sums = new Float64Array(count + 1);
  for (let bin = 0; bin < count; bin++) {
    spectrum[bin] = Math.log(power[firstBin + bin]! + 1e-9);
    sums[bin + 1] = sums[bin]! + spectrum[bin]!;
  }
  for (let bin = 0; bin < count; bin++) {
    const from = Math.max(0, bin - aroundBins);
    const to = Math.min(count, bin + aroundBins + 1);
    spectrum[bin]! -= (sums[to]! - sums[from]!) / (to - from);
  }
  return spectrum;
}

function percentile(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor((sorted.length - 1) * share)]!;
}
