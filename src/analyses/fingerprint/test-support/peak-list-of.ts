import type { PeakList } from '../peaks/peak-list.js';

/** A peak of a test: its frame, and cents above the lowest band. */
export interface TestPeak {
  readonly time: number;
  readonly cents: number;
}

/** A list of these peaks, by time; none stands out more than another. */
export function peakListOf(peaks: readonly TestPeak[]): PeakList {
  const sorted = [...peaks].sort((a, b) => a.time - b.time);
  return {
    count: sorted.length,
    times: Float32Array.from(sorted, ({ time }) => time),
    cents: Float32Array.from(sorted, ({ cents }) => cents),
    saliences: new Float32Array(sorted.length),
    levels: new Float32Array(sorted.length),
  };
}
