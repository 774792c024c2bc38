/**
 * Running median and running median absolute deviation over a centred window, as used to flatten a spectrum
 * without letting narrow lines lift its floor.
 */

/** First index in `sorted[0 … length)` whose value is not below `value`. */
function lowerBound(sorted: Float32Array, length: number, value: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Median of each sample's neighbourhood of `windowLength` (odd) samples; beyond the ends the last value repeats.
 * Throws RangeError for an even or non-positive window. NaN must not occur. O(n · window) moves of a sorted
 * window, which for the windows used here beats a heap.
 */
export function runningMedian(values: Float32Array, windowLength: number): Float32Array {
  if (!Number.isInteger(windowLength) || windowLength < 1 || windowLength % 2 === 0) {
    throw new RangeError('windowLength must be a positive odd integer');
  }
  const count = values.length;
  const output = new Float32Array(count);
  if (count === 0) return output;
  const half = windowLength >> 1;
  const at = (index: number): number => values[Math.min(count - 1, Math.max(0, index))]!;
  const sorted = new Float32Array(windowLength);
  for (let i = 0; i < windowLength; i++) sorted[i] = at(i - half);
  sorted.sort();
  for (let i = 0; i < count; i++) {
    output[i] = sorted[half]!;
    const leaving = at(i - half);
    const entering = at(i + half + 1);
    if (leaving === entering) continue;
    const from = lowerBound(sorted, windowLength, leaving);
    sorted.copyWithin(from, from + 1, windowLength);
    const to = lowerBound(sorted, windowLength - 1, entering);
    sorted.copyWithin(to + 1, to, windowLength - 1);
    sorted[to] = entering;
  }
  return output;
}
