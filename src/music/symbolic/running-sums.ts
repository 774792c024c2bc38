/** Rows of what sounds, of notes that are held for many rows: each is counted where it begins and where it ends. */

/**
 * Adds to each of `rows` (each of `width` values) the sum of all `changes` up to that row. `changes` may hold more rows than `rows`.
 */
export function addSums(rows: Float32Array, changes: Float64Array, width: number): void {
  const sums = new Float64Array(width);
  for (let at = 0; at < rows.length; at++) {
    const place = at % width;
    sums[place]! += changes[at]!;
    if (sums[place] !== 0) rows[at]! += sums[place]!;
  }
}
