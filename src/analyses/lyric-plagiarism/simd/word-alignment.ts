/** The table of a local alignment of two streams of words, column by column: a WebAssembly SIMD loop (wasm/word-alignment.ts). */

import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

/** Sums are whole numbers of this part of a nat. */
export const unitsANat = 10;
const rowsAtOnce = 4;

/** One memory for all alignments of the process: each column's work is through before another alignment begins. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('word-alignment', memory);

export interface WordAlignment {
  /** What each row gains with the column that is aligned next, in units: the caller's to write. */
  readonly gains: Int32Array;
  /** By row, one place later: the sum that ends there in the column that was aligned last, in units. */
  sums(): Int32Array;
  /** Where each of them began: row × `columns` + column. */
  starts(): Int32Array;
  /** Aligns one column. How many rows end there above the limit with a gain above 0; −1 only where all sums are 0. */
  align(column: number): number;
  /** Those rows, ascending. */
  readonly hits: Uint32Array;
}

/** A new alignment, valid until the next one is started. `unrelated`: the gain of most pairs, in units. */
export function startAlignment(
  rows: number,
  columns: number,
  limit: number,
  unrelated: number,
): WordAlignment {
  const padded = Math.max(rowsAtOnce, Math.ceil(rows / rowsAtOnce) * rowsAtOnce);
  // One more for the sum before the first row, and aligned to 16 bytes.
  const stride = 4 * (padded + rowsAtOnce);
  reserveBytes(memory, 6 * stride);
  const numbers = (at: number): Int32Array => new Int32Array(memory.buffer, at * stride, stride / 4);
  const gains = numbers(0).fill(unrelated);
  // Of both columns the sums and, behind them, where they began.
  const tables = [1, 3].map((at) => ({
    at: at * stride,
    sums: numbers(at).fill(0),
    starts: numbers(at + 1),
  }));
  let [before, now] = [tables[0]!, tables[1]!];
  return {
    gains,
    hits: new Uint32Array(memory.buffer, 5 * stride, padded),
    sums: () => before.sums,
    starts: () => before.starts,
    align(column) {
      const hits = kernel.align(0, before.at, now.at, stride, padded, columns, column, limit, 5 * stride);
      [before, now] = [now, before];
      return hits;
    },
  };
}
