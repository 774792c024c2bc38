/** Energies of log-frequency bands straight from a spectrum, and maxima over neighbouring bands, by a WebAssembly SIMD kernel. */
import type { LogFrequencyMap } from './log-frequency.js';
import { instantiateKernel, type WasmKernels } from './wasm/load-kernel.js';
import { wasm } from './wasm/wasm.js';

const pageBytes = 65_536;
const lanes = 4;
const upToLanes = (count: number): number => Math.ceil(count / lanes) * lanes;

type Areas = [
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
  Float32Array,
];

/** Sums as LogFrequencyMap.apply's of powerSpectrum, to the last bits of a 32-bit number. */
export class BandEnergies {
  private readonly kernel: WasmKernels['log-bands'];
  private readonly spectrum: Float32Array;
  private readonly power: Float32Array;
  private readonly sums: Float32Array;
  /** A frame's values between `reach` places of −∞ on either side, and what is highest near each of them. */
  private readonly values: Float32Array;
  private readonly highest: Float32Array;
  private readonly weightsAt: number;
  private readonly tableAt: number;

  /** Maxima are taken over ± `reach` bands. */
  constructor(
    private readonly map: LogFrequencyMap,
    private readonly reach: number,
  ) {
    const { bandCount } = map;
    const bands = Array.from({ length: bandCount }, (_, index) => map.band(index));
    const weights = bands.flatMap((band) => padded(band.weights));
    const bins = upToLanes(map.binCount);
    // The last band's weights may be padded beyond the last bin.
    const sizes = [2 * bins, bins + lanes, weights.length, upToLanes(2 * bandCount), upToLanes(bandCount)];
    sizes.push(upToLanes(bandCount + 2 * reach) + lanes, upToLanes(bandCount));
    const bytes = 4 * sizes.reduce((sum, size) => sum + size, 0);
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / pageBytes) });
    this.kernel = instantiateKernel('log-bands', memory);
    let at = 0;
    const areas = sizes.map((size) => {
      const area = new Float32Array(memory.buffer, at, size);
      at += 4 * size;
      return area;
    });
    const [spectrum, power, weightArea, table, sums, values, highest] = areas as Areas;
    weightArea.set(weights);
    const places = new Uint32Array(memory.buffer, table.byteOffset, 2 * bandCount);
    bands.forEach(({ firstBin, weights: own }, index) => {
      places.set([firstBin, upToLanes(own.length)], 2 * index);
    });
    this.weightsAt = weightArea.byteOffset;
    this.tableAt = table.byteOffset;
    this.spectrum = spectrum;
    this.power = power;
    this.sums = sums;
    this.values = values.fill(Number.NEGATIVE_INFINITY);
    this.highest = highest;
  }

  /** The energies of all bands of an interleaved spectrum (see RealFft) into `bands`. */
  of(spectrum: Float32Array, bands: Float32Array): void {
    const { kernel, power, sums } = this;
    this.spectrum.set(spectrum.subarray(0, this.spectrum.length));
    // The imaginary place of bin 0 holds the Nyquist bin.
    this.spectrum[1] = 0;
    kernel.powers(this.spectrum.byteOffset, this.spectrum.length / 2, power.byteOffset);
    kernel.bandSums(power.byteOffset, this.weightsAt, this.tableAt, this.map.bandCount, sums.byteOffset);
    bands.set(sums.subarray(0, this.map.bandCount));
  }

  /** Of each band's level the highest within ± `reach` bands, into `out` from `at` on. */
  maxima(levels: Float32Array, out: Float32Array, at: number): void {
    const { kernel, values, highest, reach, map } = this;
    values.set(levels, reach);
    const first = values.byteOffset + 4 * reach;
    kernel.highestNearby(first, upToLanes(map.bandCount), reach, highest.byteOffset);
    out.set(highest.subarray(0, map.bandCount), at);
  }
}

function padded(weights: Float32Array): number[] {
  return [...weights, ...new Array<number>(upToLanes(weights.length) - weights.length).fill(0)];
}
