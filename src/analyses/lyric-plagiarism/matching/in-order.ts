/**
 * How much of two lyrics says the same in the same order. A translation keeps the order of its lines while each
 * single pair resembles only weakly, so the best path through the matrix of weak similarities tells it from chance
 * far better than best partners do (sentence alignment by dynamic programming: Gale and Church 1993; on vectors:
 * Thompson and Koehn, Vecalign, EMNLP 2019).
 */

/** Work space, kept between songs. */
let totals = new Float32Array(0);

/**
 * What each query line adds to the heaviest path that goes forward in both lyrics, each line used once at most.
 * `similarities`: row-major `rows` × `columns`, 0 … 1; a pair adds its similarity × the lesser of the two weights.
 */
export function alignInOrder(
  similarities: Float32Array,
  rowWeights: Float32Array,
  columnWeights: Float32Array,
): Float32Array {
  const rows = rowWeights.length;
  const columns = columnWeights.length;
  const width = columns + 1;
  if (totals.length < (rows + 1) * width) totals = new Float32Array((rows + 1) * width);
  totals.fill(0, 0, width);
  for (let row = 0; row < rows; row++) {
    const at = (row + 1) * width;
    const weight = rowWeights[row]!;
    totals[at] = 0;
    for (let column = 0; column < columns; column++) {
      const gain = similarities[row * columns + column]! * Math.min(weight, columnWeights[column]!);
      const here = totals[at - width + column]! + gain;
      totals[at + column + 1] = Math.max(here, totals[at - width + column + 1]!, totals[at + column]!);
    }
  }
  return gainsOnPath(similarities, rowWeights, columnWeights);
}

/** Walks the path back from its end. */
function gainsOnPath(
  similarities: Float32Array,
  rowWeights: Float32Array,
  columnWeights: Float32Array,
): Float32Array {
  const columns = columnWeights.length;
  const width = columns + 1;
  const gains = new Float32Array(rowWeights.length);
  let row = rowWeights.length;
  let column = columns;
  while (row > 0 && column > 0) {
    const here = totals[row * width + column]!;
    if (here === totals[(row - 1) * width + column]!) row--;
    else if (here === totals[row * width + column - 1]!) column--;
    else {
      row--;
      column--;
      gains[row] = similarities[row * columns + column]! * Math.min(rowWeights[row]!, columnWeights[column]!);
    }
  }
  return gains;
}
