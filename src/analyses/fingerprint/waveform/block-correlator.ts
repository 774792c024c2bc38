/** The generalised cross-correlation with phase transform of two blocks (coherence.ts), by a WebAssembly SIMD kernel (wasm/cross-spectrum.ts). */
import { RealFft } from '../../../signal/fft.js';
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

export interface CorrelatedBlocks {
  /** Samples of a block, and what they are weighed with. */
  readonly window: Float32Array;
  /** Bins that are compared, `low` to `high` − 1. */
  readonly band: { readonly low: number; readonly high: number };
  /** Bins of lower magnitude, of the product of both spectra, count less than one. */
  readonly minMagnitude: number;
  /** Delays both ways. */
  readonly maxDelaySamples: number;
}

/** One memory for all comparisons of the process: a block is through before another begins. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('cross-spectrum', memory);

/** The cross-correlation of two blocks with all magnitudes made one, as an analytic signal of the delay. */
export class BlockCorrelator {
  private readonly size: number;

  static async create(blocks: CorrelatedBlocks): Promise<BlockCorrelator> {
    return new BlockCorrelator(await RealFft.create(blocks.window.length), blocks);
  }

  private constructor(
    private readonly fft: RealFft,
    private readonly blocks: CorrelatedBlocks,
  ) {
    this.size = blocks.window.length;
    // The areas below, and the delays as complex numbers.
    reserveBytes(memory, 4 * (5 * this.size + 4 * blocks.maxDelaySamples + 4));
  }

  /** Interleaved re, im for delays of −maxDelaySamples … maxDelaySamples; a copy without delay has magnitude 1 at 0. */
  correlate(query: Float32Array, song: Float32Array): Float32Array {
    const { size } = this;
    const { band, minMagnitude, maxDelaySamples } = this.blocks;
    const lags = 2 * maxDelaySamples + 1;
    const [q, s, cross, turned, weighed] = [0, 1, 2, 3, 4].map((area) => 4 * size * area) as Areas;
    this.spectrum(query, s, weighed, q);
    this.spectrum(song, cross, weighed, s);
    new Float32Array(memory.buffer, cross, 2 * size).fill(0);
    const from = 8 * band.low;
    kernel.whiten(q + from, s + from, band.high - band.low, minMagnitude, cross + from, turned + from);
    // A quarter turn of every bin gives the imaginary part. The spectra are not needed any more.
    this.delays(cross, q);
    this.delays(turned, s);
    kernel.join(q, s, lags, 1 / (2 * (band.high - band.low)), weighed);
    return new Float32Array(memory.buffer, weighed, 2 * lags).slice();
  }

  dispose(): void {
    this.fft.dispose();
  }

  /** The spectrum of a block to `to`, by way of the places `scratch` and `weighed`. */
  private spectrum(samples: Float32Array, scratch: number, weighed: number, to: number): void {
    const { size, fft } = this;
    const { buffer } = memory;
    new Float32Array(buffer, scratch, size).set(samples);
    new Float32Array(buffer, to, size).set(this.blocks.window);
    kernel.weigh(scratch, to, size, weighed);
    fft.input.set(new Float32Array(buffer, weighed, size));
    fft.forward();
    new Float32Array(buffer, to, size).set(fft.spectrum);
  }

  /** What a cross-spectrum is over the delays. */
  private delays(spectrum: number, to: number): void {
    const { size, fft } = this;
    const { maxDelaySamples } = this.blocks;
    fft.spectrum.set(new Float32Array(memory.buffer, spectrum, size));
    fft.inverse();
    const output = fft.input;
    const out = new Float32Array(memory.buffer, to, 2 * maxDelaySamples + 1);
    out.set(output.subarray(size - maxDelaySamples), 0);
    out.set(output.subarray(0, maxDelaySamples + 1), maxDelaySamples);
  }
}

type Areas = [number, number, number, number, number];
