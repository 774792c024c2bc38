/** Steps to each side that a value is compared with: a second each. */
const aroundSteps = 43;

/** Each value less the mean of those around it, itself among them. */
export function aboveAround(values: Float32Array): Float32Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = sums[at]! + values[at]!;
  return values.map((value, at) => {
    const from = Math.max(0, at - aroundSteps);
    const to = Math.min(values.length, at + aroundSteps + 1);
    return value - (sums[to]! - sums[from]!) / (to - from);
  });
}
