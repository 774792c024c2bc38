/**
 * Short-time Fourier transform of a stream: consumes chunks of any length and hands on one spectrum a hop, so
 * that a song of any length needs the memory of a few frames.
 */
import { RealFft } from './fft.js';
import type { WasmKernels } from './wasm/kernel-exports.js';
import { instantiateKernel } from './wasm/load-kernel.js';
import { pageBytes, wasm } from './wasm/wasm.js';
import { hannWindow } from './window.js';

/** The kernel works on as many numbers at once, and so on up to three places behind the samples. */
const lanes = 4;

/** Called once a frame; `spectrum` (interleaved bins, see RealFft) is valid only during the call. */
export type OnSpectrum = (spectrum: Float32Array, frame: number) => void;

export interface StftOptions {
  readonly windowSamples: number;
  readonly hopSamples: number;
  /** Defaults to a periodic Hann window. */
  readonly window?: Float32Array;
}

/** Frame i covers samples i·hop … i·hop + window − 1; its centre is at i·hop + window/2. */
export class StftStream {
  private readonly kernel: WasmKernels['log-bands'];
  /** In the kernel's memory: the window, a frame times the window, and the samples that wait. */
  private readonly window: Float32Array;
  private readonly weighed: Float32Array;
  private readonly pending: Float32Array;
  private filled = 0;
  private frame = 0;

  private constructor(
    private readonly fft: RealFft,
    window: Float32Array,
    private readonly hopSamples: number,
    private readonly onSpectrum: OnSpectrum,
  ) {
    // Room for many hops: the remainder is moved to the front once per fill, not once per frame.
    const pendingSamples = window.length + hopSamples * 64;
    const bytes = 4 * (2 * window.length + pendingSamples + lanes);
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / pageBytes) });
    this.kernel = instantiateKernel('log-bands', memory);
    const area = (from: number, size: number): Float32Array =>
      new Float32Array(memory.buffer, 4 * from, size);
    this.window = area(0, window.length);
    this.window.set(window);
    this.weighed = area(window.length, window.length);
    this.pending = area(2 * window.length, pendingSamples);
  }

  static async create(options: StftOptions, onSpectrum: OnSpectrum): Promise<StftStream> {
    const { windowSamples, hopSamples } = options;
    if (!Number.isInteger(hopSamples) || hopSamples < 1)
      throw new RangeError('hopSamples must be at least 1');
    const window = options.window ?? hannWindow(windowSamples);
    if (window.length !== windowSamples) throw new RangeError('The window has another length than the frame');
    return new StftStream(await RealFft.create(windowSamples), window, hopSamples, onSpectrum);
  }

  /** Mono samples; NaN and infinities count as silence. */
  push(samples: Float32Array): void {
    let at = 0;
    while (at < samples.length) {
      const take = Math.min(samples.length - at, this.pending.length - this.filled);
      const { pending, filled } = this;
      pending.set(take === samples.length ? samples : samples.subarray(at, at + take), filled);
      this.kernel.silenceNotNumbers(pending.byteOffset + 4 * filled, take);
      this.filled += take;
      at += take;
      if (this.filled === this.pending.length) this.drain();
    }
  }

  /**
   * Transforms what is left, the last frames padded with zeros, and frees the transform. Every sample is then
   * in the middle half of some frame where hop ≤ window/2. Returns the number of frames.
   */
  finish(): number {
    this.drain();
    if (this.frame > 0 || this.filled > 0) {
      const missing = Math.max(0, this.window.length - this.filled);
      this.push(new Float32Array(Math.max(missing, this.window.length >> 1)));
      this.drain();
    }
    this.fft.dispose();
    return this.frame;
  }

  private drain(): void {
    const { kernel, window, weighed, hopSamples, fft, pending } = this;
    const size = window.length;
    let start = 0;
    for (; start + size <= this.filled; start += hopSamples) {
      kernel.weigh(pending.byteOffset + 4 * start, window.byteOffset, size, weighed.byteOffset);
      fft.input.set(weighed);
      fft.forward();
      this.onSpectrum(fft.spectrum, this.frame++);
    }
    const used = Math.min(start, this.filled);
    pending.copyWithin(0, used, this.filled);
    this.filled -= used;
  }
}
