/**
 * The matrix of two songs' chroma rows and the score of its best local alignment, in WebAssembly (wasm/chroma-alignment.ts): the most
 * expensive loops of a comparison.
 */
import type { WasmKernels } from '../../signal/wasm/kernel-exports.js';
import { instantiateKernel } from '../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../signal/wasm/wasm.js';
import type { TonalRows } from './tonal-rows.js';

/** Rows by columns, values −1 … 1. */
export interface Similarity {
  readonly height: number;
  readonly width: number;
  readonly values: Float32Array;
}

/** What cells earn: by how many times `spread` their similarity is above `level`, or lose, `worst` at the most. */
export interface CellScores {
  readonly level: number;
  readonly spread: number;
  readonly worst: number;
  /** Of a beat that one song has and the other has not. */
  readonly skipCost: number;
}

/** The novelty of each row of both songs by step of similarity: count × `steps`. */
export interface CellNovelty {
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly steps: number;
}

/** Cells in the kernel's memory; good until the next ones are computed. */
export interface ChromaCells {
  readonly height: number;
  readonly width: number;
  /** Their mean, and how far they spread around it. */
  moments(): { readonly mean: number; readonly spread: number };
  /** The best local alignment's score; a step may pass over one row of either song. */
  bestScore(scores: CellScores, novelty: CellNovelty | null): number;
  /** A copy. */
  smoothed(): Similarity;
  /** A copy of the cells before their means along diagonals. */
  raw(): Similarity;
}

const [classes, floatBytes] = [12, 4];
/** Columns are computed in fours, and lie so. */
const columnsAtOnce = 4;
/** Two doubles at the beginning of the memory. */
const sumsBytes = 16;
/** Variances below it are those of songs in which nothing changes. */
const minVariance = 1e-6;

const memory = new wasm.Memory({ initial: 1 });
let kernel: WasmKernels['chroma-alignment'] | null = null;

/** Rows moved down by `transposition` semitones as 12 lists, in their order or the last one first. */
function writeColumns(
  { count, values }: TonalRows,
  transposition: number,
  isBackwards: boolean,
  columns: Float32Array,
): void {
  const stride = columns.length / classes;
  columns.fill(0);
  for (let row = 0; row < count; row++) {
    const from = (isBackwards ? count - 1 - row : row) * classes;
    for (let k = 0; k < classes; k++)
      columns[k * stride + row] = values[from + ((k + transposition) % classes)]!;
  }
}

/**
 * Every row of `a`, moved up by `transposition` semitones, against every row of `b`, and the mean over `2·halfWidth + 1` cells along the
 * diagonals: what counts is how rows follow each other. `isBackwards`: the second song's rows in the opposite order.
 */
export function chromaCells(
  a: TonalRows,
  b: TonalRows,
  transposition: number,
  halfWidth: number,
  isBackwards = false,
): ChromaCells {
  const [height, width] = [a.count, b.count];
  const stride = Math.ceil(width / columnsAtOnce) * columnsAtOnce;
  const rowsAt = sumsBytes;
  const columnsAt = rowsAt + Math.ceil((height * classes) / columnsAtOnce) * columnsAtOnce * floatBytes;
  const rawAt = columnsAt + classes * stride * floatBytes;
  const cellsAt = rawAt + height * stride * floatBytes;
  const scratchAt = cellsAt + height * stride * floatBytes;
  // Three rows of an alignment; novelty comes after them.
  const noveltyAt = scratchAt + 3 * (stride + columnsAtOnce) * floatBytes;
  const { similarity, diagonals, moments, align } = withRoom(noveltyAt);
  new Float32Array(memory.buffer, rowsAt, height * classes).set(a.values.subarray(0, height * classes));
  // Moved to the key of the first song, whose order of pitch classes sums keep: the second one's key changes no digit.
  writeColumns(b, transposition, isBackwards, new Float32Array(memory.buffer, columnsAt, classes * stride));
  similarity(rowsAt, height, columnsAt, stride, rawAt);
  diagonals(rawAt, height, width, stride, halfWidth, cellsAt);
  const copied = (at: number): Similarity => {
    const values = new Float32Array(height * width);
    for (let row = 0; row < height; row++)
      values.set(new Float32Array(memory.buffer, at + row * stride * floatBytes, width), row * width);
    return { height, width, values };
  };
  return {
    height,
    width,
    moments() {
      moments(cellsAt, height, width, stride, 0);
      const [sum = 0, squares = 0] = new Float64Array(memory.buffer, 0, 2);
      const mean = sum / (height * width);
      return { mean, spread: Math.sqrt(Math.max(minVariance, squares / (height * width) - mean * mean)) };
    },
    bestScore({ level, spread, worst, skipCost }, novelty) {
      let [atA, atB] = [0, 0];
      if (novelty) {
        [atA, atB] = [noveltyAt, noveltyAt + novelty.a.byteLength];
        withRoom(atB + novelty.b.byteLength);
        new Float32Array(memory.buffer, atA, novelty.a.length).set(novelty.a);
        new Float32Array(memory.buffer, atB, novelty.b.length).set(novelty.b);
      }
      const steps = novelty?.steps ?? 0;
      const table = [cellsAt, height, width, stride] as const;
      return align(...table, level, spread, worst, skipCost, atA, atB, steps, scratchAt);
    },
    smoothed: () => copied(cellsAt),
    raw: () => copied(rawAt),
  };
}

/** The kernel, with a memory of this many bytes at least. */
function withRoom(bytes: number): WasmKernels['chroma-alignment'] {
  reserveBytes(memory, bytes);
  kernel ??= instantiateKernel('chroma-alignment', memory);
  return kernel;
}
