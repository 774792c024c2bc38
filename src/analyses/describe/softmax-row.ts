/** A row of logits as probabilities, 255 is certain. */
export function softmaxRow(
  logits: Float32Array,
  from: number,
  into: Uint8Array,
  to: number,
  count: number,
): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) highest = Math.max(highest, logits[from + i]!);
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.exp(logits[from + i]! - highest);
  for (let i = 0; i < count; i++)
    into[to + i] = Math.round((255 * Math.exp(logits[from + i]! - highest)) / sum);
}
