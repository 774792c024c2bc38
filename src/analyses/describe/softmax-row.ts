/** Of the row that is looked at: used again. */
let weights = new Float64Array(0);

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
  if (count > weights.length) weights = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    weights[i] = Math.exp(logits[from + i]! - highest);
    sum += weights[i]!;
  }
  for (let i = 0; i < count; i++) into[to + i] = Math.round((255 * weights[i]!) / sum);
}
