/**
 * The embedded estimate of the vocals: what is in the middle of the stereo picture, is no stroke, does not repeat,
 * and lies where voices do. It is weak beside a trained separator and made for evidence (is there a voice, which
 * pitch has it), not for listening; recognisers do better on the mix.
 */
import { RealFft } from '../../signal/fft.js';
import { hannWindow } from '../../signal/window.js';
import { centreShare } from './centre-share.js';
import { percussiveShare } from './percussive-share.js';
import { repeatingShare } from './repeating-share.js';
import { analyse, type BlockShape, blockShape, magnitudesOf, synthesise } from './spectrogram.js';

/** Mono, of the same length; their sum is the middle of the mix (half the sum of left and right). */
export interface VocalEstimate {
  readonly vocals: Float32Array;
  readonly accompaniment: Float32Array;
}

/** Repetition is sought within a block; blocks are faded into each other over the overlap. */
const blockSeconds = 24;
const overlapSeconds = 4;
const windowSeconds = 0.1;
const lowestVoiceHz = 90;
const highestVoiceHz = 10_000;

/**
 * Consumes a song in chunks and gives the estimate as far as it is final, so that any length needs the memory of
 * two blocks. Call `dispose` at the end.
 */
export class VocalSeparator {
  private readonly blockSamples: number;
  private readonly overlapSamples: number;
  private readonly window: Float32Array;
  private left: Float32Array;
  private right: Float32Array;
  private filled = 0;
  /** Vocals of the overlap as the block before saw them; empty at the beginning. */
  private faded: Float32Array<ArrayBufferLike> = new Float32Array(0);

  private constructor(
    private readonly fft: RealFft,
    private readonly sampleRateHz: number,
    private readonly channels: 1 | 2,
  ) {
    this.window = hannWindow(fft.size);
    this.blockSamples = Math.round(blockSeconds * sampleRateHz);
    this.overlapSamples = Math.round(overlapSeconds * sampleRateHz);
    this.left = new Float32Array(this.blockSamples);
    this.right = channels === 2 ? new Float32Array(this.blockSamples) : this.left;
  }

  /** Throws RangeError for a rate outside 8000 … 192000 Hz. */
  static async create(sampleRateHz: number, channels: 1 | 2): Promise<VocalSeparator> {
    if (!(sampleRateHz >= 8000 && sampleRateHz <= 192_000)) {
      throw new RangeError('The sample rate must be between 8000 and 192000 Hz.');
    }
    const size = 2 ** Math.round(Math.log2(windowSeconds * sampleRateHz));
    return new VocalSeparator(await RealFft.create(size), sampleRateHz, channels);
  }

  /** Interleaved samples, any number of whole frames; NaN and infinities count as silence. */
  push(samples: Float32Array): VocalEstimate {
    const done: VocalEstimate[] = [];
    const count = Math.floor(samples.length / this.channels);
    for (let n = 0; n < count; n++) {
      this.left[this.filled] = finite(samples[n * this.channels]!);
      if (this.channels === 2) this.right[this.filled] = finite(samples[2 * n + 1]!);
      this.filled += 1;
      if (this.filled === this.blockSamples) done.push(this.block(this.blockSamples - this.overlapSamples));
    }
    return joined(done);
  }

  /** What is left of the song. */
  finish(): VocalEstimate {
    return this.block(this.filled);
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** Separates what is there and hands on the first `samples` of it; the rest begins the next block. */
  private block(samples: number): VocalEstimate {
    const length = this.filled;
    const middle = new Float32Array(length);
    for (let n = 0; n < length; n++) middle[n] = 0.5 * (this.left[n]! + this.right[n]!);
    const vocals = this.estimate(middle);
    for (let n = 0; n < Math.min(this.faded.length, length); n++) {
      const weight = (n + 0.5) / this.faded.length;
      vocals[n] = weight * vocals[n]! + (1 - weight) * this.faded[n]!;
    }
    this.faded = vocals.slice(samples);
    this.left.copyWithin(0, samples, length);
    if (this.channels === 2) this.right.copyWithin(0, samples, length);
    this.filled = length - samples;
    const accompaniment = new Float32Array(samples);
    for (let n = 0; n < samples; n++) accompaniment[n] = middle[n]! - vocals[n]!;
    return { vocals: vocals.slice(0, samples), accompaniment };
  }

  private estimate(middle: Float32Array): Float32Array {
    const vocals = new Float32Array(middle.length);
    if (middle.length === 0) return vocals;
    const { fft, window } = this;
    const shape = blockShape(fft.size, middle.length);
    const size = shape.frames * shape.bins;
    const spectra = new Float32Array(2 * size);
    const magnitudes = new Float32Array(size);
    const mask = new Float32Array(size).fill(1);
    if (this.channels === 2) {
      const side = new Float32Array(middle.length);
      for (let n = 0; n < side.length; n++) side[n] = 0.5 * (this.left[n]! - this.right[n]!);
      const sideMagnitudes = new Float32Array(size);
      analyse(side, shape, window, fft, spectra);
      magnitudesOf(spectra, sideMagnitudes);
      analyse(middle, shape, window, fft, spectra);
      magnitudesOf(spectra, magnitudes);
      centreShare(magnitudes, sideMagnitudes, mask);
    } else {
      analyse(middle, shape, window, fft, spectra);
      magnitudesOf(spectra, magnitudes);
    }
    this.applyStructure(magnitudes, mask, shape);
    synthesise(spectra, mask, shape, window, fft, vocals);
    return vocals;
  }

  /** Takes strokes, what repeats, and what lies beyond voices out of the mask. */
  private applyStructure(
    magnitudes: Float32Array,
    mask: Float32Array,
    { frames, bins, hopSamples }: BlockShape,
  ): void {
    const share = new Float32Array(mask.length);
    percussiveShare(magnitudes, frames, bins, share);
    for (let i = 0; i < mask.length; i++) mask[i]! *= 1 - share[i]! ** 2;
    repeatingShare(magnitudes, frames, bins, this.sampleRateHz / hopSamples, share);
    const hzPerBin = this.sampleRateHz / (2 * bins);
    for (let frame = 0; frame < frames; frame++) {
      for (let bin = 0; bin < bins; bin++) {
        const hz = bin * hzPerBin;
        const isVoiceBand = hz >= lowestVoiceHz && hz <= highestVoiceHz;
        mask[frame * bins + bin]! *= isVoiceBand ? 1 - share[frame * bins + bin]! : 0;
      }
    }
  }
}

/** The estimate for a whole recording in memory; `right` is null for mono. Both sides must have one length. */
export async function separateVocals(
  left: Float32Array,
  right: Float32Array | null,
  sampleRateHz: number,
): Promise<VocalEstimate> {
  if (right !== null && right.length !== left.length) throw new RangeError('The channels differ in length.');
  const separator = await VocalSeparator.create(sampleRateHz, right === null ? 1 : 2);
  try {
    let samples = left;
    if (right !== null) {
      samples = new Float32Array(2 * left.length);
      for (let n = 0; n < left.length; n++) {
        samples[2 * n] = left[n]!;
        samples[2 * n + 1] = right[n]!;
      }
    }
    const first = separator.push(samples);
    return joined([first, separator.finish()]);
  } finally {
    separator.dispose();
  }
}

const finite = (sample: number): number => (sample - sample === 0 ? sample : 0);

function joined(parts: readonly VocalEstimate[]): VocalEstimate {
  if (parts.length === 1) return parts[0]!;
  const length = parts.reduce((sum, { vocals }) => sum + vocals.length, 0);
  const vocals = new Float32Array(length);
  const accompaniment = new Float32Array(length);
  let at = 0;
  for (const part of parts) {
    vocals.set(part.vocals, at);
    accompaniment.set(part.accompaniment, at);
    at += part.vocals.length;
  }
  return { vocals, accompaniment };
}
