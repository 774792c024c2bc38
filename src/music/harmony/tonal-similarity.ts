/** What is new in a song. */
import { chromaCells } from './chroma-cells.js';
import type { TonalRows } from './tonal-rows.js';

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
  const cells = chromaCells(rows, rows, 0, halfWidth);
  const raw = cells.raw();
  const { values, width } = cells.smoothed();
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
