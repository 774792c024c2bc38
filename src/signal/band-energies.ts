/** Energies of log-frequency bands straight from a spectrum, by a WebAssembly SIMD kernel. */
import type { LogFrequencyMap } from './log-frequency.js';
import type { WasmKernels } from './wasm/kernel-exports.js';
import { instantiateKernel } from './wasm/load-kernel.js';
import { pageBytes, wasm } from './wasm/wasm.js';

const lanes = 4;
const upToLanes = (count: number): number => Math.ceil(count / lanes) * lanes;

type Areas = [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];

/** Sums as LogFrequencyMap.apply's of powerSpectrum, to the last bits of a 32-bit number. */
export class BandEnergies {
  private readonly kernel: WasmKernels['log-bands'];
  private readonly spectrum: Float32Array;
  private readonly power: Float32Array;
  private readonly sums: Float32Array;
  private readonly weightsAt: number;
  private readonly tableAt: number;
  private readonly binsRead: number;

  constructor(private readonly map: LogFrequencyMap) {
    const { bandCount, options } = map;
    const bands = Array.from({ length: bandCount }, (_, index) => map.band(index));
    const weights = bands.flatMap((band) => padded(band.weights));
    this.binsRead = upToLanes(map.binCount);
    // A spectrum is copied whole, which takes less than a view of its beginning. The last band's weights may be padded beyond the last bin.
    const sizes = [
      Math.max(options.fftSize, 2 * this.binsRead),
      this.binsRead + lanes,
      weights.length,
      upToLanes(2 * bandCount),
      upToLanes(bandCount),
    ];
    const bytes = 4 * sizes.reduce((sum, size) => sum + size, 0);
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / pageBytes) });
    this.kernel = instantiateKernel('log-bands', memory);
    let at = 0;
    const areas = sizes.map((size) => {
      const area = new Float32Array(memory.buffer, at, size);
      at += 4 * size;
      return area;
    });
    const [spectrum, power, weightArea, table, sums] = areas as Areas;
    weightArea.set(weights);
    const places = new Uint32Array(memory.buffer, table.byteOffset, 2 * bandCount);
    bands.forEach(({ firstBin, weights: own }, index) => {
      places.set([firstBin, upToLanes(own.length)], 2 * index);
    });
    this.weightsAt = weightArea.byteOffset;
    this.tableAt = table.byteOffset;
    this.spectrum = spectrum;
    this.power = power;
    this.sums = sums.subarray(0, bandCount);
  }

  /** The energies of all bands of an interleaved spectrum (see RealFft) of map.options.fftSize places; valid until the next call. */
  of(spectrum: Float32Array): Float32Array {
    const { kernel, power, sums } = this;
    this.spectrum.set(spectrum);
    // The imaginary place of bin 0 holds the Nyquist bin.
    this.spectrum[1] = 0;
    kernel.powers(this.spectrum.byteOffset, this.binsRead, power.byteOffset);
    kernel.bandSums(power.byteOffset, this.weightsAt, this.tableAt, this.map.bandCount, sums.byteOffset);
    return sums;
  }
}

function padded(weights: Float32Array): number[] {
  return [...weights, ...new Array<number>(upToLanes(weights.length) - weights.length).fill(0)];
}
