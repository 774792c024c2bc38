/**
 * The value that this share (0 … 1) of the values lies at or below: one of them, the lower of the two next to it. −∞ of none.
 * The values stay in their order.
 */
export function percentile(values: Float32Array, share: number): number {
  return values.slice().sort()[Math.floor((values.length - 1) * share)] ?? Number.NEGATIVE_INFINITY;
}
