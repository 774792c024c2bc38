/** Which stretch of a query a match holds for. */

/** Blocks with fewer peaks say nothing. */
const fewPeaks = 4;

export interface Span {
  /** Blocks of the query, both included. */
  readonly first: number;
  readonly last: number;
  /** Supported share of the span's blocks that hold peaks, and of all of the query's. */
  readonly coverage: number;
  readonly ofAll: number;
}

/**
 * The run of blocks with the greatest surplus of supported over unsupported ones (Kadane 1984); null where none is
 * supported. `total`: peaks a block.
 */
export function bestSpan(total: Int32Array, supported: Uint8Array): Span | null {
  let best = 0;
  let range: { first: number; last: number } | null = null;
  let sum = 0;
  let first = 0;
  for (let block = 0; block < total.length; block++) {
    if (sum <= 0) {
      sum = 0;
      first = block;
    }
    sum += total[block]! < fewPeaks ? 0 : supported[block] ? 1 : -0.7;
    if (sum > best) {
      best = sum;
      range = { first, last: block };
    }
  }
  if (!range) return null;
  const [inside, all] = [
    { blocks: 0, supported: 0 },
    { blocks: 0, supported: 0 },
  ];
  for (let block = 0; block < total.length; block++) {
    if (total[block]! < fewPeaks) continue;
    for (const count of block < range.first || block > range.last ? [all] : [all, inside]) {
      count.blocks++;
      count.supported += supported[block]!;
    }
  }
  if (inside.blocks === 0) return null;
  return { ...range, coverage: inside.supported / inside.blocks, ofAll: all.supported / all.blocks };
}
