/** Weighted sums of rows of numbers, for the layers of a network, by a WebAssembly kernel (wasm/weighted-rows.ts). */
import { instantiateKernel } from './wasm/load-kernel.js';
import { reserveBytes, wasm } from './wasm/wasm.js';

/** The kernel adds up this many units and rows side by side. */
const unitsTogether = 16;
const rowsTogether = 2;
const numberBytes = 4;

/** One memory for all networks of the process. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('weighted-rows', memory);

const upTo = (multiple: number, count: number): number => Math.ceil(count / multiple) * multiple;

/**
 * Bias and weighted sum of each unit for `count` rows: of row r the values at r + `offset` of each tap, times the tap's
 * weights; rows that are not there are nothing. In 32 bits.
 * @param values count × width
 * @param weights units × taps × width, unit by unit
 * @param offsets of each tap, in rows
 * @param sums count × units, written
 */
export function weightedRows(
  values: Float32Array,
  width: number,
  { weights, bias, offsets }: Weighted,
  sums: Float32Array,
): void {
  const count = values.length / width;
  if (count === 0) return;
  const units = bias.length;
  const stride = upTo(unitsTogether, units);
  const rows = upTo(rowsTogether, count);
  const around = Math.max(...offsets.map(Math.abs));
  const padded = (around + rows + around) * width;
  const weightsAt = padded * numberBytes;
  const tapBytes = width * stride * numberBytes;
  const sumsAt = weightsAt + offsets.length * tapBytes;
  reserveBytes(memory, sumsAt + rows * stride * numberBytes);
  const heap = new Float32Array(memory.buffer);
  heap.fill(0, 0, padded).set(values, around * width);
  pack(weights, width, offsets.length, stride, heap.subarray(weightsAt / numberBytes, sumsAt / numberBytes));
  const total = heap.subarray(sumsAt / numberBytes, sumsAt / numberBytes + rows * stride);
  for (let row = 0; row < rows; row++)
    total.fill(0, row * stride, (row + 1) * stride).set(bias, row * stride);
  for (const [tap, offset] of offsets.entries()) {
    const from = (around + offset) * width * numberBytes;
    kernel.add(from, rows, width, weightsAt + tap * tapBytes, stride, sumsAt);
  }
  for (let row = 0; row < count; row++)
    sums.set(total.subarray(row * stride, row * stride + units), row * units);
}

export interface Weighted {
  readonly weights: Float32Array;
  /** Of each unit. */
  readonly bias: Float32Array;
  readonly offsets: readonly number[];
}

/** Tap by tap, value by value, as the kernel reads them: the units that are not there have no weight. */
function pack(
  weights: Float32Array,
  width: number,
  taps: number,
  stride: number,
  packed: Float32Array,
): void {
  packed.fill(0);
  const inputs = taps * width;
  for (let unit = 0; unit * inputs < weights.length; unit++)
    for (let input = 0; input < inputs; input++)
      packed[input * stride + unit] = weights[unit * inputs + input]!;
}
