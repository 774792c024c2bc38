/** AUC and true-positive rate at a false-positive rate. */
import { areaUnderCurve } from '../area-under-curve.js';

export interface Scored {
  readonly score: number;
  /** Windows of one file are not independent. */
  readonly file: string;
}

/** Area under the ROC curve of fakes over reals. */
export function areaOf(fakes: readonly Scored[], reals: readonly Scored[]): number {
  const scores = (some: readonly Scored[]): number[] => some.map(({ score }) => score);
  return areaUnderCurve(scores(fakes), scores(reals));
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
