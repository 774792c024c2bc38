/** Correlations of blocks added up along lines of delays, by a WebAssembly SIMD kernel (wasm/delay-lines.ts). */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

const recordBytes = 16;
/** Numbers behind a row's and behind sums that the kernel reads and writes. */
const numbersBehind = 24;

/** One memory for all searches of the process: each is through before another begins. */
const memory = new wasm.Memory({ initial: 1 });
const kernel = instantiateKernel('delay-lines', memory);

/** Lines delay = lag + drift · time. */
interface DrawnLines {
  /** Of each line that is tried: by how many samples a block comes later than the block before it. */
  readonly drifts: readonly number[];
  /** Delays of a correlation. */
  readonly lags: number;
}

/** Of one correlation: the lag of the highest energy, 0 where all are silent, that energy, and the mean of all lags'. */
export interface StrongestLag {
  readonly lag: number;
  readonly energy: number;
  readonly typicalEnergy: number;
}

interface StrongestSum {
  /** The lag, counted from the first, and the line's place among `drifts`. */
  readonly lag: number;
  readonly line: number;
  /** Of all lags along that line: the sums, interleaved re, im. */
  readonly sums: Float32Array;
  /** Their energy at the lag, and the mean of all lags of all lines. */
  readonly energy: number;
  readonly typicalEnergy: number;
  /** Of each block by itself; null where it shows nothing. */
  readonly ofBlocks: readonly (StrongestLag | null)[];
}

/**
 * The lag and the line along which the blocks' correlations add up to most; the middle ones of both, which are odd in number, where all are 0.
 * `correlations` are interleaved re, im, or empty where a block shows nothing; the blocks' middle has the lag.
 */
export function strongestSum(
  correlations: readonly Float32Array[],
  { drifts, lags }: DrawnLines,
): StrongestSum {
  const middle = (correlations.length - 1) / 2;
  const numbers = 2 * lags;
  const shiftOf = (drift: number, block: number): number => 2 * Math.round(drift * (block - middle));
  const loud = [...correlations.keys()].filter((block) => correlations[block]!.length > 0);
  /** Zeros before and behind a block's: as far as any line leaves them. */
  const beside = Math.max(
    ...drifts.flatMap((drift) =>
      [0, correlations.length - 1].map((block) => Math.abs(shiftOf(drift, block))),
    ),
  );
  const row = numbers + 2 * beside + numbersBehind;
  let [sumsAt, bestAt] = [recordBytes, recordBytes + 4 * (numbers + numbersBehind)];
  const blocksAt = recordBytes + 8 * (numbers + numbersBehind);
  const rowsAt = blocksAt + 4 * row * loud.length;
  reserveBytes(memory, rowsAt + 4 * loud.length);
  const { buffer } = memory;
  const record = new Float64Array(buffer, 0, 2).fill(0);
  new Float32Array(buffer, bestAt, numbers).fill(0);
  const rows = new Int32Array(buffer, rowsAt, loud.length);
  loud.forEach((block, i) => {
    const values = new Float32Array(buffer, blocksAt + 4 * row * i, row).fill(0);
    values.set(correlations[block]!, beside);
  });
  let best = { lag: (lags - 1) / 2, line: (drifts.length - 1) / 2 };
  for (const [line, drift] of drifts.entries()) {
    for (let i = 0; i < rows.length; i++)
      rows[i] = blocksAt + 4 * (row * i + beside + shiftOf(drift, loud[i]!));
    kernel.addRows(rowsAt, rowsAt + rows.byteLength, numbers, sumsAt);
    const lag = kernel.strongest(sumsAt, lags, 0);
    if (lag < 0) continue;
    best = { lag, line };
    [bestAt, sumsAt] = [sumsAt, bestAt];
  }
  const [energy, energies] = [record[0]!, record[1]!];
  const ofBlocks: (StrongestLag | null)[] = correlations.map(() => null);
  loud.forEach((block, i) => {
    record.fill(0);
    const lag = kernel.strongest(blocksAt + 4 * (row * i + beside), lags, 0);
    ofBlocks[block] = { lag: Math.max(0, lag), energy: record[0]!, typicalEnergy: record[1]! / lags };
  });
  return {
    ...best,
    sums: new Float32Array(buffer, bestAt, numbers).slice(),
    energy,
    typicalEnergy: energies / (drifts.length * lags),
    ofBlocks,
  };
}
