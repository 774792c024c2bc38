/** Logistic regression by Newton's method, for a few measurements. */

/** Weights of the columns, then the bias. `decay`: of the weights' squares. */
export function fitLogistic(
  rows: readonly (readonly number[])[],
  targets: readonly boolean[],
  decay = 1,
): number[] {
  const width = (rows[0]?.length ?? 0) + 1;
  let weights = new Array<number>(width).fill(0);
  for (let round = 0; round < 30; round++) {
    const penalty = (at: number): number => (at < width - 1 ? decay : 1e-6);
    const slope = weights.map((weight, at) => (at < width - 1 ? -decay * weight : 0));
    const curve = weights.map((_, a) => weights.map((_, b) => (a === b ? penalty(a) : 0)));
    for (const [index, row] of rows.entries()) {
      const x = [...row, 1];
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, at) => sum + value * weights[at]!, 0)));
      for (const [a, value] of x.entries()) {
        slope[a]! += (Number(targets[index]) - p) * value;
        for (const [b, other] of x.entries()) curve[a]![b]! += p * (1 - p) * value * other;
      }
    }
    const step = solved(curve, slope);
    weights = weights.map((weight, at) => weight + step[at]!);
  }
  return weights;
}

/** Gauss and Jordan's elimination; the matrix is positive definite. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  for (const [a, pivot] of rows.entries())
    for (const [b, row] of rows.entries()) {
      if (a === b) continue;
      const factor = row[a]! / pivot[a]!;
      for (let at = a; at < pivot.length; at++) row[at]! -= factor * pivot[at]!;
    }
  return rows.map((row, at) => row.at(-1)! / row[at]!);
}
