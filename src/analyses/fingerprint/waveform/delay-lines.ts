/** Correlations of blocks added up along lines of delays, by a WebAssembly SIMD kernel (wasm/delay-lines.ts). */
import { instantiateKernel } from '../../../signal/wasm/load-kernel.js';
import { reserveBytes, wasm } from '../../../signal/wasm/wasm.js';

const recordBytes = 16;

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

interface StrongestSum {
  /** The lag, counted from the first, and the line's place among `drifts`. */
  readonly lag: number;
  readonly line: number;
  /** Of all lags along that line: the sums, interleaved re, im. */
  readonly sums: Float32Array;
  /** Their energy at the lag, and the mean of all lags of all lines. */
  readonly energy: number;
  readonly typicalEnergy: number;
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
  let [sumsAt, bestAt] = [recordBytes, recordBytes + 4 * numbers];
  const blocksAt = recordBytes + 8 * numbers;
  reserveBytes(memory, blocksAt + 4 * numbers * correlations.length);
  const { buffer } = memory;
  const record = new Float64Array(buffer, 0, 2).fill(0);
  new Float32Array(buffer, bestAt, numbers).fill(0);
  correlations.forEach((correlation, block) => {
    new Float32Array(buffer, blocksAt + 4 * numbers * block, correlation.length).set(correlation);
  });
  let best = { lag: (lags - 1) / 2, line: (drifts.length - 1) / 2 };
  for (const [line, drift] of drifts.entries()) {
    new Float32Array(buffer, sumsAt, numbers).fill(0);
    for (let block = 0; block < correlations.length; block++) {
      const { length } = correlations[block]!;
      const shift = 2 * Math.round(drift * (block - middle));
      const from = Math.max(0, -shift);
      const to = Math.min(length, length - shift);
      if (to <= from) continue;
      kernel.add(sumsAt + 4 * from, blocksAt + 4 * (numbers * block + from + shift), to - from);
    }
    const lag = kernel.strongest(sumsAt, lags, 0);
    if (lag < 0) continue;
    best = { lag, line };
    [bestAt, sumsAt] = [sumsAt, bestAt];
  }
  return {
    ...best,
    sums: new Float32Array(buffer, bestAt, numbers).slice(),
    energy: record[0]!,
    typicalEnergy: record[1]! / (drifts.length * lags),
  };
}
