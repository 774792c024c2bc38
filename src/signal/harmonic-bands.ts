/**
 * Of two spectra side by side: their bands on a logarithmic axis, what their harmonics add up to at every pitch, and how far the partials of the
 * first are mistuned, in WebAssembly (wasm/harmonic-bands.ts).
 */
import type { LogFrequencyMap } from './log-frequency.js';
import type { WasmKernels } from './wasm/kernel-exports.js';
import { instantiateKernel } from './wasm/load-kernel.js';
import { pageBytes, wasm } from './wasm/wasm.js';

export interface HarmonicRules {
  /** Pitches, of which the first is the first band. */
  readonly binCount: number;
  /** Of each harmonic: its weight, and the bands from a pitch to it and to what sounds half a harmonic below; rising. */
  readonly harmonics: readonly { readonly decay: number; readonly band: number; readonly between: number }[];
  /** What counts against a pitch of what sounds between its harmonics. */
  readonly penalty: number;
  /** Where peaks are looked for, and the least power of one. */
  readonly tuning: { readonly lowestHz: number; readonly highestHz: number; readonly least: number };
}

const centsOfSemitone = 100;

interface Places {
  readonly logs: number;
  readonly harmonics: number;
  readonly tuning: number;
  readonly table: number;
  readonly weights: number;
  readonly first: number;
  readonly second: number;
  readonly firstBands: number;
  readonly secondBands: number;
  readonly firstSums: number;
  readonly secondSums: number;
}

/** Views hold what was measured last. */
export class HarmonicBands {
  readonly firstBands: Float32Array;
  readonly secondBands: Float32Array;
  /** binCount, ≥ 0. */
  readonly firstSums: Float32Array;
  readonly secondSums: Float32Array;
  /** Of all that was measured: amplitude of the first's partials at each cent from the nearest semitone, −50 … 49. */
  readonly tuningHistogram: Float64Array;
  private readonly kernel: WasmKernels['harmonic-bands'];
  private readonly first: Float32Array;
  private readonly second: Float32Array;
  private readonly places: Places;
  private readonly peaks: { readonly from: number; readonly to: number; readonly hzPerBin: number };

  constructor(
    private readonly map: LogFrequencyMap,
    private readonly rules: HarmonicRules,
  ) {
    const { bandCount, binCount: powers, options } = map;
    const { harmonics, binCount, tuning } = rules;
    const bands = Array.from({ length: bandCount }, (_, index) => map.band(index));
    const weightCount = bands.reduce((sum, { weights }) => sum + weights.length, 0);
    const silent = Math.max(0, ...harmonics.map(({ between }) => -between));
    // What is read 16 bytes at a time comes first.
    const sizes = {
      logs: 16 * (silent + bandCount),
      harmonics: 16 * harmonics.length,
      tuning: 8 * centsOfSemitone,
      table: 8 * bandCount,
      ...{ weights: 4 * weightCount, first: 4 * powers, second: 4 * powers },
      ...{ firstBands: 4 * bandCount, secondBands: 4 * bandCount },
      ...{ firstSums: 4 * binCount, secondSums: 4 * binCount },
    };
    const at = { ...sizes };
    let bytes = 0;
    for (const [name, size] of Object.entries(sizes) as [keyof typeof sizes, number][]) {
      at[name] = bytes;
      bytes += size;
    }
    const memory = new wasm.Memory({ initial: Math.ceil(bytes / pageBytes) });
    const { buffer } = memory;
    this.kernel = instantiateKernel('harmonic-bands', memory);
    const weightArea = new Float32Array(buffer, at.weights, weightCount);
    const table = new Uint32Array(buffer, at.table, 2 * bandCount);
    let filled = 0;
    for (const [band, { firstBin, weights }] of bands.entries()) {
      table.set([firstBin, weights.length], 2 * band);
      weightArea.set(weights, filled);
      filled += weights.length;
    }
    const rows = new DataView(buffer, at.harmonics, sizes.harmonics);
    for (const [row, { decay, band, between }] of harmonics.entries()) {
      rows.setFloat64(16 * row, Math.fround(decay), true);
      rows.setInt32(16 * row + 8, 16 * band, true);
      rows.setInt32(16 * row + 12, 16 * between, true);
    }
    this.first = new Float32Array(buffer, at.first, powers);
    this.second = new Float32Array(buffer, at.second, powers);
    this.firstBands = new Float32Array(buffer, at.firstBands, bandCount);
    this.secondBands = new Float32Array(buffer, at.secondBands, bandCount);
    this.firstSums = new Float32Array(buffer, at.firstSums, binCount);
    this.secondSums = new Float32Array(buffer, at.secondSums, binCount);
    this.tuningHistogram = new Float64Array(buffer, at.tuning, centsOfSemitone);
    this.places = { ...at, logs: at.logs + 16 * silent };
    const hzPerBin = options.sampleRateHz / options.fftSize;
    const [from, to] = [Math.ceil(tuning.lowestHz / hzPerBin), Math.floor(tuning.highestHz / hzPerBin)];
    this.peaks = { from, to, hzPerBin };
  }

  /** Powers of the bins of both. */
  measure(first: Float32Array, second: Float32Array): void {
    const { kernel, map, rules, peaks, places: at } = this;
    this.first.set(first.subarray(0, map.binCount));
    this.second.set(second.subarray(0, map.binCount));
    kernel.bands(
      at.first,
      at.second,
      at.weights,
      at.table,
      map.bandCount,
      at.firstBands,
      at.secondBands,
      at.logs,
    );
    kernel.sumHarmonics(
      at.logs,
      map.bandCount,
      at.harmonics,
      rules.harmonics.length,
      rules.penalty,
      rules.binCount,
      at.firstSums,
      at.secondSums,
    );
    kernel.addTuning(at.first, peaks.from, peaks.to, peaks.hzPerBin, rules.tuning.least, at.tuning);
  }
}
