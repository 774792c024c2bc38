/** Similarity matrices of tonal rows, and what is new in a song. */
import type { TonalRows } from './tonal-rows.js';

/** Rows by columns, values −1 … 1. */
export interface Similarity {
  readonly height: number;
  readonly width: number;
  readonly values: Float32Array;
}

/** Every row of `a`, moved up by `transposition` semitones, against every row of `b`. */
export function similarity(a: TonalRows, b: TonalRows, transposition: number): Similarity {
  const height = a.count;
  const width = b.count;
  const values = new Float32Array(height * width);
  const row = new Float32Array(12);
  const other = b.values;
  for (let i = 0; i < height; i++) {
    for (let k = 0; k < 12; k++) row[(k + transposition) % 12] = a.values[i * 12 + k]!;
    const [r0, r1, r2, r3, r4, r5] = [row[0]!, row[1]!, row[2]!, row[3]!, row[4]!, row[5]!];
    const [r6, r7, r8, r9, r10, r11] = [row[6]!, row[7]!, row[8]!, row[9]!, row[10]!, row[11]!];
    const at = i * width;
    // Written out: this is the most expensive loop of a comparison.
    for (let j = 0, p = 0; j < width; j++, p += 12)
      values[at + j] =
        r0 * other[p]! +
        r1 * other[p + 1]! +
        r2 * other[p + 2]! +
        r3 * other[p + 3]! +
        r4 * other[p + 4]! +
        r5 * other[p + 5]! +
        r6 * other[p + 6]! +
        r7 * other[p + 7]! +
        r8 * other[p + 8]! +
        r9 * other[p + 9]! +
        r10 * other[p + 10]! +
        r11 * other[p + 11]!;
  }
  return { height, width, values };
}

/** The same with the second song's rows in the opposite order. */
export function turned({ height, width, values }: Similarity): Similarity {
  const result = new Float32Array(values.length);
  for (let i = 0; i < height; i++)
    for (let j = 0; j < width; j++) result[i * width + j] = values[i * width + width - 1 - j]!;
  return { height, width, values: result };
}

/** Mean over `2·halfWidth + 1` cells along the diagonal: what counts is how rows follow each other. */
export function alongDiagonals({ height, width, values }: Similarity, halfWidth: number): Similarity {
  const sums = new Float32Array(values.length);
  const cells = 2 * halfWidth + 1;
  const inside = (i: number, j: number): boolean => i >= 0 && j >= 0 && i < height && j < width;
  for (let i = 0; i < height; i++) {
    for (let j = 0; j < width; j++) {
      let sum: number;
      if (i > 0 && j > 0) {
        sum = sums[(i - 1) * width + j - 1]!;
        if (i + halfWidth < height && j + halfWidth < width)
          sum += values[(i + halfWidth) * width + j + halfWidth]!;
        if (i > halfWidth && j > halfWidth) sum -= values[(i - halfWidth - 1) * width + j - halfWidth - 1]!;
      } else {
        sum = 0;
        for (let step = -halfWidth; step <= halfWidth; step++)
          if (inside(i + step, j + step)) sum += values[(i + step) * width + j + step]!;
      }
      sums[i * width + j] = sum;
    }
  }
  for (let at = 0; at < sums.length; at++) sums[at]! /= cells;
  return { height, width, values: sums };
}

/** Passages as similar as this are the same passage again. */
const sameLevel = 0.8;
/** Rows that lie closer together than this are similar because music goes slowly. */
const nearRows = 8;

/** The novelty of a beat that sounds just like the one before it. */
const heldNovelty = 0.25;

/** Steps of a similarity between 0 and 1. */
export const similaritySteps = 16;

/** The step of a similarity (−1 … 1), which is no less than it. */
export function similarityStep(similarity: number): number {
  if (similarity <= 0) return 0;
  const below = Math.trunc(similarity * similaritySteps) + 1;
  return below < similaritySteps ? below : similaritySteps - 1;
}

/** The novelty of each row, by how like it the other song's row is: count × similaritySteps. */
export interface RowNovelty {
  readonly forwards: Float32Array;
  /** Of the song backwards: its last row first. */
  readonly backwards: Float32Array;
}

/**
 * 1 for a row that brings something new, less where it goes on sounding like the row before; and divided by the square of
 * one more than the number of earlier passages of the same song that are at least as like it as the other song's passage
 * is, or the same again. What another song shares with a passage no more than the song's own other verses do
 * is the chords on which they stand, and these were heard already. Work grows with the square of the rows.
 */
export function rowNovelty(rows: TonalRows, halfWidth: number): RowNovelty {
  const { count } = rows;
  const raw = similarity(rows, rows, 0);
  const { values, width } = alongDiagonals(raw, halfWidth);
  // Of each row, by step of their similarity: passages before it, and after it; the last is for the same again.
  const bins = similaritySteps + 1;
  const before = new Uint16Array(count * bins);
  const after = new Uint16Array(count * bins);
  for (let row = nearRows; row < count; row++) {
    for (let other = 0; other <= row - nearRows; other++) {
      const similarity = values[row * width + other]!;
      const bin = similarity > sameLevel ? similaritySteps : similarityStep(similarity);
      before[row * bins + bin]!++;
      after[other * bins + bin]!++;
    }
  }
  const heldAt = (row: number, neighbour: number): number =>
    neighbour < 0 || neighbour >= count ? 0 : Math.max(0, raw.values[row * width + neighbour]!);
  const forwards = new Float32Array(count * similaritySteps);
  const backwards = new Float32Array(count * similaritySteps);
  for (let row = 0; row < count; row++) {
    const turnedRow = count - 1 - row;
    fillNovelty(before.subarray(row * bins, (row + 1) * bins), heldAt(row, row - 1), forwards, row);
    fillNovelty(after.subarray(row * bins, (row + 1) * bins), heldAt(row, row + 1), backwards, turnedRow);
  }
  return { forwards, backwards };
}

function fillNovelty(passages: Uint16Array, held: number, into: Float32Array, row: number): void {
  const novelty = 1 - (1 - heldNovelty) * held;
  let times = 0;
  for (let step = similaritySteps - 1; step >= 0; step--) {
    times += passages[step + 1]!;
    into[row * similaritySteps + step] = novelty / (1 + times) ** 2;
  }
}
