/** AUC and true-positive rate at a false-positive rate. */

export interface Scored {
  readonly score: number;
  /** Windows of one file are not independent. */
  readonly file: string;
}

/** Chance that a fake scores above a real; ties count half, NaN where there are none of either. */
export function areaUnderCurve(fakes: readonly Scored[], reals: readonly Scored[]): number {
  let above = 0;
  for (const fake of fakes) {
    for (const real of reals) above += fake.score > real.score ? 1 : fake.score === real.score ? 0.5 : 0;
  }
  return above / (fakes.length * reals.length);
}

/** Share of fakes above the threshold that at most `falsePositiveRate` of the reals exceed. */
export function truePositiveRate(
  fakes: readonly Scored[],
  reals: readonly Scored[],
  falsePositiveRate: number,
): number {
  const sorted = reals.map(({ score }) => score).sort((a, b) => b - a);
  const threshold = sorted[Math.floor(falsePositiveRate * sorted.length)]!;
  return fakes.filter(({ score }) => score > threshold).length / fakes.length;
}
