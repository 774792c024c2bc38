/**
 * Evidence for a translation that does not go line by line. A free translation moves words over the end of the line, so
 * couplets and quatrains are compared as wholes (overlapping blocks of lines, as Vecalign does for sentences: Thompson
 * and Koehn, EMNLP 2019); and what every line of one lyric has in common with every line of the other, its language and
 * its theme, is taken out by double centring (Torgerson, Psychometrika 1952), so that only *which* lines belong
 * together is left.
 */

/** Lines a window. */
export const windowSizes = [2, 4] as const;

/** A line that says nothing still belongs to its window. */
const leastShare = 0.1;

/** Lyrics' lines as windows need them. */
export interface WindowedLines {
  readonly count: number;
  /** By line: how much it adds to its window. */
  readonly shares: Float32Array;
  /** By size: the length of the sum of each window's unit vectors, every line × its share. */
  readonly lengths: readonly Float32Array[];
}

/** `vectors`: rows of `dimensions`, of the lengths `norms`; `weights`: 0 … 1 a line. A window is cut at the last line. */
export function windowLines(
  vectors: Int8Array,
  norms: Float32Array,
  dimensions: number,
  weights: Float32Array,
): WindowedLines {
  const count = weights.length;
  const shares = weights.map((weight) => weight + leastShare);
  const sum = new Float32Array(dimensions);
  const lengths = windowSizes.map((size) =>
    Float32Array.from({ length: count }, (_, first) => {
      sum.fill(0);
      for (let line = first; line < Math.min(count, first + size); line++) {
        if (norms[line] === 0) continue;
        const scale = shares[line]! / norms[line]!;
        for (let d = 0; d < dimensions; d++) sum[d]! += scale * vectors[line * dimensions + d]!;
      }
      let energy = 0;
      for (let d = 0; d < dimensions; d++) energy += sum[d]! ** 2;
      return Math.sqrt(energy);
    }),
  );
  return { count, shares, lengths };
}

let partial = new Float32Array(0);

/**
 * Cosines of the windows that begin at each line of one lyric with those of the other, row-major into `out`, from the
 * `cosines` of their lines. `size`: its place in `windowSizes`.
 */
export function windowCosines(
  cosines: Float32Array,
  rows: WindowedLines,
  columns: WindowedLines,
  size: number,
  out: Float32Array,
): void {
  const [m, n, lines] = [rows.count, columns.count, windowSizes[size]!];
  if (partial.length < m * n) partial = new Float32Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = 0;
      const end = Math.min(n, column + lines);
      for (let other = column; other < end; other++)
        sum += columns.shares[other]! * cosines[row * n + other]!;
      partial[row * n + column] = sum * rows.shares[row]!;
    }
  }
  for (let row = 0; row < m; row++) {
    const end = Math.min(m, row + lines);
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let other = row; other < end; other++) sum += partial[other * n + column]!;
      const length = rows.lengths[size]![row]! * columns.lengths[size]![column]!;
      out[row * n + column] = length < 1e-6 ? 0 : sum / length;
    }
  }
}

/**
 * `matrix` (`rows` × `columns`) without the means of its rows and columns, × `stretch`, into `out`: above `background`,
 * 0 … 1.
 */
export function centre(
  matrix: Float32Array,
  rows: number,
  columns: number,
  stretch: number,
  background: number,
  out: Float32Array,
): void {
  const rowMeans = new Float32Array(rows);
  const columnMeans = new Float32Array(columns);
  let mean = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const value = matrix[row * columns + column]!;
      rowMeans[row]! += value / columns;
      columnMeans[column]! += value / rows;
      mean += value / (rows * columns);
    }
  }
  const scale = 1 / (1 - background);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const rest = matrix[at]! - rowMeans[row]! - columnMeans[column]! + mean;
      out[at] = Math.min(1, Math.max(0, (rest * stretch - background) * scale));
    }
  }
}
