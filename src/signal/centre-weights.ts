/**
 * How similar two channels are, bin by bin, in WebAssembly (wasm/centre-weights.ts): the similarity of Avendano, "Frequency-domain source
 * identification and manipulation in stereo mixes", WASPAA 2003, section 2, whose fourth power weighs what lies in the middle.
 */
import type { WasmKernels } from './wasm/kernel-exports.js';
import { instantiateKernel } from './wasm/load-kernel.js';
import { pageBytes, wasm } from './wasm/wasm.js';

export class CentreWeights {
  /** Power of each bin of the mix, and of the centre; of the frame that was weighed last. The first and the last bin stay 0. */
  readonly mix: Float32Array;
  readonly centre: Float32Array;
  /** Sums over the bins of the last frame: what differs between the channels, and all of both. */
  sideEnergy = 0;
  energy = 0;
  private readonly left: Float32Array;
  private readonly right: Float32Array;
  private readonly sums: Float64Array;
  private readonly kernel: WasmKernels['centre-weights'];

  /** `bins` of a spectrum without its last one, the half of the sample rate: a multiple of 4. */
  constructor(private readonly bins: number) {
    const floats = 2 * 2 * bins + 2 * (bins + 4);
    const memory = new wasm.Memory({ initial: Math.ceil((16 + 4 * floats) / pageBytes) });
    const area = (from: number, length: number): Float32Array =>
      new Float32Array(memory.buffer, 16 + 4 * from, length);
    this.sums = new Float64Array(memory.buffer, 0, 2);
    this.left = area(0, 2 * bins);
    this.right = area(2 * bins, 2 * bins);
    this.mix = area(4 * bins, bins + 1);
    this.centre = area(4 * bins + bins + 4, bins + 1);
    this.kernel = instantiateKernel('centre-weights', memory);
  }

  /** Interleaved spectra of both channels (`RealFft`). */
  weigh(left: Float32Array, right: Float32Array): void {
    const { bins, kernel, mix, centre, sums } = this;
    this.left.set(left.subarray(0, 2 * bins));
    this.right.set(right.subarray(0, 2 * bins));
    // A constant is no sound.
    this.left.fill(0, 0, 2);
    this.right.fill(0, 0, 2);
    const { byteOffset } = this.left;
    kernel.weigh(byteOffset, this.right.byteOffset, bins, mix.byteOffset, centre.byteOffset, sums.byteOffset);
    this.sideEnergy = sums[0]!;
    this.energy = sums[1]!;
  }
}
