/**
 * Band-limited resampling by any ratio with a Kaiser-windowed sinc (Smith, "Digital audio resampling", 1984):
 * changes a sample rate, or plays a recording faster and higher.
 */
import type { WasmKernels } from './wasm/kernel-exports.js';
import { instantiateKernel } from './wasm/load-kernel.js';
import { reserveBytes, wasm } from './wasm/wasm.js';

/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const zeroCrossings = 16;
const stepsPerCrossing = 512;
const kaiserBeta = 9;

let cachedTable: Float32Array | undefined;

function sincTable(): Float32Array {
  if (cachedTable) return cachedTable;
  const length = zeroCrossings * stepsPerCrossing;
  const table = new Float32Array(length + 2);
  for (let i = 0; i < length; i++) {
    const x = i / stepsPerCrossing;
    const sinc = i === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
    table[i] = (sinc * besselI0(kaiserBeta * Math.sqrt(1 - (x / zeroCrossings) ** 2))) / besselI0(kaiserBeta);
  }
  cachedTable = table;
  return table;
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Places between two samples for which the filter is laid out; between them its coefficients are interpolated. */
const phases = 512;
/** The kernel (wasm/resampling.ts) works on as many taps at once. */
const lanes = 4;
/** Outputs that are computed at once, so that a long recording needs no more memory than a short one. */
const outputsAtOnce = 16_384;

const memory = new wasm.Memory({ initial: 1 });
let kernel: WasmKernels['resampling'] | null = null;

/** The filter's taps at each of the phases behind a sample: the first one lies `before` samples before that sample. */
interface Polyphase {
  readonly cutoff: number;
  readonly taps: number;
  readonly before: number;
  /** (phases + 1) × taps. */
  readonly coefficients: Float32Array;
}

/** The filter that was asked for last: a stream is resampled block by block. */
let kept: Polyphase | null = null;

function polyphase(cutoff: number): Polyphase {
  if (kept?.cutoff === cutoff) return kept;
  const table = sincTable();
  const halfWidth = zeroCrossings / cutoff;
  const before = Math.ceil(halfWidth) - 1;
  const taps = Math.ceil((2 * (before + 1)) / lanes) * lanes;
  const coefficientAt = (distance: number): number => {
    if (distance > halfWidth) return 0;
    const x = distance * cutoff * stepsPerCrossing;
    const cell = Math.floor(x);
    return cutoff * (table[cell]! + (x - cell) * (table[cell + 1]! - table[cell]!));
  };
  const coefficients = new Float32Array((phases + 1) * taps);
  for (let phase = 0; phase <= phases; phase++)
    for (let tap = 0; tap < taps; tap++)
      coefficients[phase * taps + tap] = coefficientAt(Math.abs(tap - before - phase / phases));
  kept = { cutoff, taps, before, coefficients };
  return kept;
}

/**
 * Resamples mono samples to `ratio` times as many (ratio = new rate / old rate). Passband to about 0.9 of the
 * lower Nyquist frequency. Ratio 1/1.04 played at the old rate is a 4 % faster and higher recording.
 */
export function resample(samples: Float32Array, ratio: number): Float32Array {
  if (!(ratio > 0) || !Number.isFinite(ratio))
    throw new RangeError(`Resampling ratio ${ratio} is not positive`);
  if (ratio === 1) return samples.slice();
  const output = new Float32Array(Math.round(samples.length * ratio));
  // The cut-off follows the lower rate; 0.95 leaves room for the filter's slope.
  const { taps, before, coefficients } = polyphase(Math.min(1, ratio) * 0.95);
  const cells = phases * taps;
  const blockSamples = Math.ceil(outputsAtOnce / ratio) + taps + 1;
  reserveBytes(memory, 4 * (2 * cells + outputsAtOnce + blockSamples));
  const area = (from: number, length: number): Float32Array =>
    new Float32Array(memory.buffer, 4 * from, length);
  const own = area(0, cells);
  const slopes = area(cells, cells);
  const made = area(2 * cells, outputsAtOnce);
  const block = area(2 * cells + outputsAtOnce, blockSamples);
  own.set(coefficients.subarray(0, cells));
  for (let at = 0; at < cells; at++) slopes[at] = coefficients[at + taps]! - coefficients[at]!;
  kernel ??= instantiateKernel('resampling', memory);
  for (let first = 0; first < output.length; first += outputsAtOnce) {
    const count = Math.min(outputsAtOnce, output.length - first);
    const from = Math.floor(first / ratio) - before;
    // Silence before the first sample and behind the last.
    block.fill(0);
    const begin = Math.max(0, from);
    block.set(samples.subarray(begin, Math.max(begin, from + blockSamples)), begin - from);
    kernel.resample(
      block.byteOffset,
      from,
      ratio,
      first,
      count,
      taps,
      before,
      own.byteOffset,
      slopes.byteOffset,
      phases,
      made.byteOffset,
    );
    output.set(made.subarray(0, count), first);
  }
  return output;
}
