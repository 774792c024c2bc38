/** One pass over a song: the energy envelope that segments are cut by, and the windows that presence is judged on. */
import type { PcmStream } from '../../../domain/compute.js';
import { fastWindowFrames, summariseEnvelopes } from './envelope-features.js';
import { FastFrames, fastBands, fastHopSamples } from './fast-frames.js';
import { FrameFeatures, frameHopSamples, frameSamples, frameValues, voiceRateHz } from './frame-features.js';
import { GrowingFloats } from './growing-floats.js';
import { longFeatures, summarise, windowFeatures, windowFrames, windowHopFrames } from './window-features.js';

export interface Listened {
  readonly seconds: number;
  /** Root mean square of each frame (2048 samples every 512) of the middle. */
  readonly rms: Float32Array;
  /** Share of neighbouring samples of opposite sign, of each frame. */
  readonly zeroCrossingRate: Float32Array;
  /** `windowFeatures` numbers a window. */
  readonly windows: Float32Array;
}

/**
 * Reads 16 kHz audio of one or two channels to its end. A song shorter than a window is padded with silence to
 * one. `onMiddle` gets the mono samples as they come, and the chunk that they are of, and must keep neither. Non-finite samples count as silence.
 */
export async function listen(
  pcm: PcmStream,
  onSeconds: (seconds: number) => void = () => {},
  onMiddle: (samples: Float32Array, chunk: Float32Array) => void | Promise<void> = () => {},
): Promise<Listened> {
  if (pcm.sampleRateHz !== voiceRateHz) throw new RangeError(`Listening needs ${voiceRateHz} Hz`);
  const features = await FrameFeatures.create();
  const fast = await FastFrames.create();
  try {
    const pass = new Pass(features, fast, pcm.channels);
    for await (const chunk of pcm) {
      const middle = pass.push(chunk);
      await onMiddle(middle, chunk);
      onSeconds(pass.samples / voiceRateHz);
    }
    return pass.finish();
  } finally {
    features.dispose();
    fast.dispose();
  }
}

/** Short frames for each long one. */
const fastPerFrame = frameHopSamples / fastHopSamples;

class Pass {
  samples = 0;
  private filled = 0;
  private frames = 0;
  private left: Float32Array = new Float32Array(frameSamples + 65_536);
  private right: Float32Array = new Float32Array(frameSamples + 65_536);
  private readonly rms = new GrowingFloats();
  private readonly crossings = new GrowingFloats();
  private readonly windows = new GrowingFloats();
  /** The last `windowFrames` rows, in order. */
  private readonly rows = new Float32Array(windowFrames * frameValues);
  private readonly row = new Float32Array(frameValues);
  /** The short frames of the same time. */
  private readonly fastRows = new Float32Array(fastWindowFrames * fastBands);
  private readonly summary = new Float32Array(windowFeatures);

  constructor(
    private readonly features: FrameFeatures,
    private readonly fast: FastFrames,
    private readonly channels: number,
  ) {}

  push(chunk: Float32Array): Float32Array {
    const { channels } = this;
    const count = Math.floor(chunk.length / channels);
    if (this.filled + count > this.left.length) {
      this.left = enlarge(this.left, this.filled + count);
      this.right = enlarge(this.right, this.filled + count);
    }
    const middle = new Float32Array(count);
    for (let n = 0; n < count; n++) {
      const a = finite(chunk[n * channels]!);
      const b = channels > 1 ? finite(chunk[n * channels + 1]!) : a;
      this.left[this.filled + n] = a;
      this.right[this.filled + n] = b;
      middle[n] = 0.5 * (a + b);
    }
    this.filled += count;
    this.samples += count;
    this.drain();
    return middle;
  }

  finish(): Listened {
    const seconds = this.samples / voiceRateHz;
    // The end, padded to whole frames, and a short song to one window.
    if (this.frames < windowFrames || this.filled > frameSamples - frameHopSamples) {
      const least = this.frames < windowFrames ? (windowFrames - this.frames) * frameHopSamples : 0;
      const samples = this.samples;
      const missing = Math.max(
        frameSamples - this.filled,
        least + frameSamples - frameHopSamples - this.filled,
      );
      if (samples > 0 && missing > 0) this.push(new Float32Array(missing * this.channels));
      this.samples = samples;
    }
    return {
      seconds,
      rms: this.rms.values(),
      zeroCrossingRate: this.crossings.values(),
      windows: this.windows.values(),
    };
  }

  private drain(): void {
    const { left, right, channels } = this;
    let at = 0;
    for (; at + frameSamples <= this.filled; at += frameHopSamples) {
      this.level(at);
      const other = channels > 1 ? right : left;
      this.features.measure(left, other, at, this.row);
      this.fastRows.copyWithin(0, fastPerFrame * fastBands);
      for (let k = 0; k < fastPerFrame; k++) {
        const to = (fastWindowFrames - fastPerFrame + k) * fastBands;
        this.fast.measure(left, other, at + k * fastHopSamples, this.fastRows, to);
      }
      this.rows.copyWithin(0, frameValues);
      this.rows.set(this.row, (windowFrames - 1) * frameValues);
      this.frames += 1;
      if (this.frames >= windowFrames && (this.frames - windowFrames) % windowHopFrames === 0) {
        summarise(this.rows, this.summary);
        summariseEnvelopes(this.fastRows, this.summary, longFeatures);
        this.windows.pushAll(this.summary);
      }
    }
    left.copyWithin(0, at, this.filled);
    right.copyWithin(0, at, this.filled);
    this.filled -= at;
  }

  private level(at: number): void {
    const { left, right } = this;
    let energy = 0;
    let crossings = 0;
    let before = left[at]! + right[at]! >= 0;
    for (let n = at; n < at + frameSamples; n++) {
      const value = 0.5 * (left[n]! + right[n]!);
      energy += value * value;
      const isPositive = value >= 0;
      if (isPositive !== before) crossings += 1;
      before = isPositive;
    }
    this.rms.push(Math.sqrt(energy / frameSamples));
    this.crossings.push(crossings / frameSamples);
  }
}

const finite = (sample: number): number => (sample - sample === 0 ? sample : 0);

function enlarge(old: Float32Array, least: number): Float32Array {
  const larger = new Float32Array(2 * least);
  larger.set(old);
  return larger;
}
