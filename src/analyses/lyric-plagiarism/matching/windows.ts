/**
 * Evidence for a translation that does not go phrase by phrase. A free translation moves words over the end of the line, so
 * couplets and quatrains are compared as wholes (overlapping blocks of lines, as Vecalign does for sentences: Thompson
 * and Koehn, EMNLP 2019); and what every phrase of one lyric has in common with every phrase of the other, its language and
 * its theme, is taken out by double centring (Torgerson, Psychometrika 1952), so that only *which* phrases belong
 * together is left.
 */

/** Phrases a window. */
export const windowSizes = [2, 4] as const;

/** A phrase that says nothing still belongs to its window. */
const minShare = 0.1;

/** Phrases of a lyric as windows need them. */
export interface WindowedPhrases {
  readonly count: number;
  /** By phrase: the one that begins where it ends; −1 at the end of the text. */
  readonly next: Int32Array;
  /** By phrase: how much it adds to its window. */
  readonly shares: Float32Array;
  /** By size: the length of the sum of each window's unit vectors, every phrase × its share. */
  readonly lengths: readonly Float32Array[];
}

/** Phrases of which each ends where the one after it begins. */
export const oneAfterAnother = (count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, at) => (at + 1 < count ? at + 1 : -1));

/** `vectors`: rows of `dimensions`, of the lengths `norms`; `weights`: 0 … 1 a phrase. A window is cut at the end of the text. */
export function windowPhrases(
  vectors: Int8Array,
  norms: Float32Array,
  dimensions: number,
  weights: Float32Array,
  next: Int32Array,
): WindowedPhrases {
  const count = weights.length;
  const shares = weights.map((weight) => weight + minShare);
  const sum = new Float32Array(dimensions);
  const lengths = windowSizes.map((size) =>
    Float32Array.from({ length: count }, (_, first) => {
      sum.fill(0);
      for (let phrase = first, left = size; phrase >= 0 && left > 0; phrase = next[phrase]!, left--) {
        if (norms[phrase] === 0) continue;
        const scale = shares[phrase]! / norms[phrase]!;
        for (let d = 0; d < dimensions; d++) sum[d]! += scale * vectors[phrase * dimensions + d]!;
      }
      let energy = 0;
      for (let d = 0; d < dimensions; d++) energy += sum[d]! ** 2;
      return Math.sqrt(energy);
    }),
  );
  return { count, next, shares, lengths };
}

let partial = new Float32Array(0);

/**
 * Cosines of the windows that begin at each phrase of one lyric with those of the other, row-major into `out`, from the
 * `cosines` of their phrases. `size`: its place in `windowSizes`.
 */
export function windowCosines(
  cosines: Float32Array,
  rows: WindowedPhrases,
  columns: WindowedPhrases,
  size: number,
  out: Float32Array,
): void {
  const [m, n, phrases] = [rows.count, columns.count, windowSizes[size]!];
  if (partial.length < m * n) partial = new Float32Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let sum = 0;
      for (let other = column, left = phrases; other >= 0 && left > 0; other = columns.next[other]!, left--)
        sum += columns.shares[other]! * cosines[row * n + other]!;
      partial[row * n + column] = sum * rows.shares[row]!;
    }
  }
  for (let row = 0; row < m; row++) {
    out.fill(0, row * n, (row + 1) * n);
    for (let other = row, left = phrases; other >= 0 && left > 0; other = rows.next[other]!, left--) {
      for (let column = 0; column < n; column++) out[row * n + column]! += partial[other * n + column]!;
    }
    for (let column = 0; column < n; column++) {
      const length = rows.lengths[size]![row]! * columns.lengths[size]![column]!;
      out[row * n + column] = length < 1e-6 ? 0 : out[row * n + column]! / length;
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
