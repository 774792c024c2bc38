/**
 * YAMNet (Apache-2.0), where it is installed: a network of 521 kinds of sound, of which the ones made by singers
 * and speakers are kept. Its input: magnitude spectra (Hann 400, hop 160, 512 points) through 64 mel bands from
 * 125 to 7500 Hz, log(x + 0.001), in patches of 96 frames every 48.
 */
import type { InferenceSession } from 'onnxruntime-node';
import { RealFft } from '../../../signal/fft.js';
import { applyMelFilters, htkMelFilters } from '../../../signal/mel-filters.js';
import { hannWindow } from '../../../signal/window.js';
import { GrowingFloats } from '../presence/growing-floats.js';

const bands = 64;
const classes = 521;
const patchFrames = 96;
const patchHopFrames = 48;
const windowSamples = 400;
const hopSamples = 160;
const fftSize = 512;
/** 0.96 s every 0.48 s, at 16 kHz. */
export const patchSeconds = (patchFrames * hopSamples) / 16_000;
export const patchHopSeconds = (patchHopFrames * hopSamples) / 16_000;
const batchPatches = 32;
/** Singing, choir, yodelling, chant, mantra, child and synthetic singing, rapping, vocal music, a cappella. */
const sungClasses = [24, 25, 26, 27, 28, 29, 30, 31, 249, 250];
const spokenClasses = [0, 1, 2, 3];

/** Of each patch, the strongest of the classes that are a singer's, and of those that are a speaker's. */
export interface VoiceScores {
  readonly sung: Float32Array;
  readonly spoken: Float32Array;
}

export class Yamnet {
  private readonly filters = htkMelFilters(bands, fftSize, 16_000, 125, 7500);
  private readonly hann = hannWindow(windowSamples);
  private readonly magnitudes = new Float32Array(fftSize / 2 + 1);
  private readonly energies = new Float32Array(bands);
  private readonly samples = new Float32Array(windowSamples);
  private readonly batch = new Float32Array(batchPatches * patchFrames * bands);
  private readonly patch = new Float32Array(patchFrames * bands);
  private readonly sung = new GrowingFloats();
  private readonly spoken = new GrowingFloats();
  private filled = 0;
  private frames = 0;
  private waiting = 0;

  private constructor(
    private readonly session: InferenceSession,
    private readonly fft: RealFft,
  ) {}

  /** Throws an error that names the file when it is no such model. */
  static async open(path: string): Promise<Yamnet> {
    const { InferenceSession } = await import('onnxruntime-node');
    const session = await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
    }).catch((error: Error) => {
      throw new Error(`${path} is no usable ONNX model (${error.message.split('\n')[0]}).`);
    });
    if (!session.inputNames.includes('log_mel') || !session.outputNames.includes('scores')) {
      throw new Error(`${path} is another model than YAMNet with log-mel input.`);
    }
    return new Yamnet(session, await RealFft.create(fftSize));
  }

  /** Mono samples at 16 kHz, in order. */
  async push(samples: Float32Array): Promise<void> {
    for (let at = 0; at < samples.length; ) {
      const take = Math.min(samples.length - at, windowSamples - this.filled);
      this.samples.set(samples.subarray(at, at + take), this.filled);
      this.filled += take;
      at += take;
      if (this.filled < windowSamples) break;
      this.frame();
      if (this.waiting === batchPatches) await this.classify();
    }
  }

  /** Scores of the whole patches of the song; a song shorter than a patch is padded with silence. */
  async finish(): Promise<VoiceScores> {
    while (this.frames > 0 && this.frames < patchFrames) {
      this.samples.fill(0, this.filled);
      this.filled = windowSamples;
      this.frame();
    }
    await this.classify();
    return { sung: this.sung.values(), spoken: this.spoken.values() };
  }

  /** Frees what the garbage collector does not see. */
  async close(): Promise<void> {
    this.fft.dispose();
    await this.session.release();
  }

  private frame(): void {
    const { fft, hann, samples, magnitudes, energies, patch } = this;
    const input = fft.input;
    for (let n = 0; n < windowSamples; n++) input[n] = samples[n]! * hann[n]!;
    input.fill(0, windowSamples);
    fft.forward();
    const spectrum = fft.spectrum;
    magnitudes[0] = Math.abs(spectrum[0]!);
    magnitudes[fftSize / 2] = Math.abs(spectrum[1]!);
    for (let bin = 1; bin < fftSize / 2; bin++) {
      magnitudes[bin] = Math.hypot(spectrum[2 * bin]!, spectrum[2 * bin + 1]!);
    }
    applyMelFilters(this.filters, magnitudes, energies);
    patch.copyWithin(0, bands);
    for (let band = 0; band < bands; band++) {
      patch[(patchFrames - 1) * bands + band] = Math.log(energies[band]! + 0.001);
    }
    this.frames += 1;
    samples.copyWithin(0, hopSamples);
    this.filled = windowSamples - hopSamples;
    if (this.frames >= patchFrames && (this.frames - patchFrames) % patchHopFrames === 0) {
      this.batch.set(patch, this.waiting * patchFrames * bands);
      this.waiting += 1;
    }
  }

  private async classify(): Promise<void> {
    const count = this.waiting;
    if (count === 0) return;
    this.waiting = 0;
    const { Tensor } = await import('onnxruntime-node');
    const input = new Tensor('float32', this.batch.slice(0, count * patchFrames * bands), [
      count,
      patchFrames,
      bands,
    ]);
    const scores = (await this.session.run({ log_mel: input })).scores!.data as Float32Array;
    if (scores.length !== count * classes || scores.some(Number.isNaN)) {
      throw new Error('YAMNet gave no usable numbers: its file is damaged.');
    }
    const strongest = (patch: number, of: readonly number[]): number =>
      of.reduce((most, one) => Math.max(most, scores[patch * classes + one]!), 0);
    for (let patch = 0; patch < count; patch++) {
      this.sung.push(strongest(patch, sungClasses));
      this.spoken.push(strongest(patch, spokenClasses));
    }
  }
}
