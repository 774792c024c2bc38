import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../signal/seeded-random.js';
import { type CellNovelty, type CellScores, chromaCells, type Similarity } from './chroma-cells.js';
import type { TonalRows } from './tonal-rows.js';
import { similarityStep, similaritySteps } from './tonal-similarity.js';

/** Rows of length 1; every fifth repeats an earlier one, so that some cells are high. */
function rowsOf(seed: number, count: number): TonalRows {
  const random = seededRandom(seed);
  const values = new Float32Array(count * 12);
  for (let row = 0; row < count; row++) {
    const own = Array.from({ length: 12 }, () => random() - 0.5);
    const length = Math.hypot(...own);
    values.set(
      own.map((value) => value / length),
      row * 12,
    );
    if (row > 9 && row % 5 === 0) values.copyWithin(row * 12, (row - 7) * 12, (row - 6) * 12);
  }
  return { count, values };
}

function plainSimilarity(
  a: TonalRows,
  b: TonalRows,
  transposition: number,
  isBackwards: boolean,
): Similarity {
  const [height, width] = [a.count, b.count];
  const values = new Float32Array(height * width);
  for (let i = 0; i < height; i++)
    for (let j = 0; j < width; j++) {
      const other = isBackwards ? width - 1 - j : j;
      let sum = 0;
      for (let k = 0; k < 12; k++)
        sum += a.values[i * 12 + ((k - transposition + 12) % 12)]! * b.values[other * 12 + k]!;
      values[i * width + j] = sum;
    }
  return { height, width, values };
}

/** The mean of the cells that lie in the matrix, of those that are counted. */
function plainMeans({ height, width, values }: Similarity, half: number): number[] {
  return Array.from(values, (_, at) => {
    const [i, j] = [Math.floor(at / width), at % width];
    let sum = 0;
    for (let step = -half; step <= half; step++) {
      const [x, y] = [i + step, j + step];
      if (x >= 0 && y >= 0 && x < height && y < width) sum += values[x * width + y]!;
    }
    return sum / (2 * half + 1);
  });
}

/** Every step a float, as in the kernel. */
function plainScore(cells: Similarity, how: CellScores, novelty: CellNovelty | null): number {
  const float = Math.fround;
  const [level, share, skipCost] = [float(how.level), float(1 / float(how.spread)), float(how.skipCost)];
  const { height, width, values } = cells;
  const table = Array.from({ length: height + 2 }, () => new Float32Array(width + 2));
  let best = 0;
  for (let i = 0; i < height; i++)
    for (let j = 0; j < width; j++) {
      const similarity = values[i * width + j]!;
      let score = Math.max(how.worst, float(float(similarity - level) * share));
      if (score > 0 && novelty) {
        const step = similarityStep(similarity);
        score = float(
          score * Math.min(novelty.a[i * novelty.steps + step]!, novelty.b[j * novelty.steps + step]!),
        );
      }
      // The cell of row i and column j lies at i + 2 and j + 2.
      const from = Math.max(
        table[i + 1]![j + 1]!,
        float(table[i + 1]![j]! - skipCost),
        float(table[i]![j + 1]! - skipCost),
      );
      const value = Math.max(0, float(from + score));
      table[i + 2]![j + 2] = value;
      best = Math.max(best, value);
    }
  return best;
}

const noveltyOf = (seed: number, count: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length: count * similaritySteps }, () => random());
};

describe('the matrix of two songs’ chroma rows', () => {
  const sizes: [number, number, number][] = [
    [41, 38, 3],
    [17, 61, 1],
    [60, 19, 3],
    [5, 4, 3],
    [1, 1, 1],
  ];

  it.each(sizes)(
    'of %i and %i rows holds the plain form’s numbers (half width %i)',
    (height, width, half) => {
      const [a, b] = [rowsOf(height, height), rowsOf(width, width)];
      for (const transposition of [0, 5, 11])
        for (const isBackwards of [false, true]) {
          const cells = chromaCells(a, b, transposition, half, isBackwards);
          const plain = plainSimilarity(a, b, transposition, isBackwards);
          const raw = cells.raw();
          expect(raw.values).toHaveLength(height * width);
          raw.values.forEach((value, at) => {
            expect(value).toBeCloseTo(plain.values[at]!, 6);
          });
          const smoothed = cells.smoothed();
          const means = plainMeans(raw, half);
          smoothed.values.forEach((value, at) => {
            expect(value).toBeCloseTo(means[at]!, 5);
          });
          const mean = smoothed.values.reduce((sum, value) => sum + value, 0) / (height * width);
          const variance = smoothed.values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
          expect(cells.moments().mean).toBeCloseTo(mean, 9);
          expect(cells.moments().spread).toBeCloseTo(
            Math.sqrt(Math.max(1e-6, variance / (height * width))),
            6,
          );
        }
    },
  );

  it.each(sizes)('of %i and %i rows has the plain form’s best alignment', (height, width, half) => {
    const [a, b] = [rowsOf(height, height), rowsOf(width, width)];
    const novelty = { a: noveltyOf(1, height), b: noveltyOf(2, width), steps: similaritySteps };
    // A larger one before: nothing of it may stay behind.
    chromaCells(rowsOf(9, 70), rowsOf(8, 70), 0, half).bestScore(
      { level: -1, spread: 0.1, worst: -3, skipCost: 0.2 },
      null,
    );
    const cells = chromaCells(a, b, 2, half);
    const table = cells.smoothed();
    for (const level of [0.3, 0, -0.5])
      for (const own of [novelty, null]) {
        const how = { level, spread: 0.21, worst: -3, skipCost: 0.2 };
        expect(cells.bestScore(how, own)).toBe(plainScore(table, how, own));
      }
  });
});
