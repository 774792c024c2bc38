/**
 * Linear discriminant analysis (Fisher 1936; Rao 1948): the directions in which classes differ most, measured by how much the members of one
 * class differ. Vectors are rows.
 */
import { CholeskyDecomposition, EigenvalueDecomposition, inverse, Matrix } from 'ml-matrix';

export interface Discriminant {
  /** Of all vectors. */
  readonly mean: readonly number[];
  /** A row for each direction, the one in which classes differ most first. Within classes each has the variance 1 and no other's part. */
  readonly projection: readonly (readonly number[])[];
}

/**
 * `classes`: at least two vectors each. `shrinkage`: of the mean variance within classes, added to that of each dimension, for what few vectors say
 * of rare directions is not trusted. O(vectors × dimensions² + dimensions³).
 * @throws Error where there is no class
 */
export function discriminant(
  classes: readonly number[][][],
  directions: number,
  shrinkage: number,
): Discriminant {
  if (classes.length === 0) throw new Error('No classes of vectors to learn from.');
  const means = new Matrix(classes.map((vectors) => new Matrix(vectors).mean('column')));
  // Deviations from the mean of n vectors are smaller than those from a class's own by the root of 1 − 1/n.
  const within = classes.flatMap((vectors, at) =>
    new Matrix(vectors)
      .subRowVector(means.getRow(at))
      .mul(1 / Math.sqrt(1 - 1 / vectors.length))
      .to2DArray(),
  );
  const whitening = inverse(
    new CholeskyDecomposition(shrunk(covariance(within), shrinkage)).lowerTriangularMatrix,
  );
  const between = means.center('column').mmul(whitening.transpose());
  const { eigenvectorMatrix } = new EigenvalueDecomposition(between.transpose().mmul(between), {
    assumeSymmetric: true,
  });
  // Eigenvalues rise.
  const last = eigenvectorMatrix.columns - 1;
  const best = Array.from({ length: directions }, (_, at) => eigenvectorMatrix.getColumn(last - at));
  return {
    mean: new Matrix(classes.flat()).mean('column'),
    projection: new Matrix(best).mmul(whitening).to2DArray(),
  };
}

/** Of deviations from a mean. */
function covariance(deviations: number[][]): Matrix {
  const rows = new Matrix(deviations);
  return rows.transpose().mmul(rows).div(deviations.length);
}

function shrunk(matrix: Matrix, shrinkage: number): Matrix {
  const mean = matrix.trace() / matrix.rows;
  return matrix.add(Matrix.eye(matrix.rows).mul(shrinkage * mean));
}
