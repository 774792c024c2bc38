import { expect, it } from 'vitest';
import { seededRandom } from '../../src/signal/seeded-random.js';
import { cholesky, inverted } from './fit-sketch.js';

const product = (a: readonly Float64Array[], b: readonly Float64Array[]): number[][] =>
  a.map((row) =>
    b[0]!.length === 0
      ? []
      : Array.from(b[0]!, (_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)),
  );

it('whitens: what a covariance describes has the unit matrix for its covariance afterwards', () => {
  const random = seededRandom(4);
  const made = Array.from({ length: 6 }, () => Float64Array.from({ length: 6 }, () => random() - 0.5));
  const transposed = (matrix: readonly Float64Array[]) =>
    matrix.map((_, i) => Float64Array.from(matrix, (row) => row[i]!));
  const covariance = product(made, transposed(made)).map((row, i) =>
    Float64Array.from(row, (value, j) => value + (i === j ? 0.2 : 0)),
  );
  const whitening = inverted(cholesky(covariance));
  const after = product(
    product(whitening, covariance).map((row) => Float64Array.from(row)),
    transposed(whitening),
  );
  for (const [i, row] of after.entries())
    for (const [j, value] of row.entries()) expect(value).toBeCloseTo(i === j ? 1 : 0, 9);
  expect(whitening[0]!.slice(1)).toEqual(new Float64Array(5));
});
