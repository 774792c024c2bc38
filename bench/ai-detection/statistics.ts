/** AUC, true-positive rate at a false-positive rate, and intervals by resampling whole files. */

import { seededRandom } from '../../src/signal/seeded-random.js';

export interface Scored {
  readonly score: number;
  /** What is resampled together: windows of one file are not independent. */
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

function resampled(scored: readonly Scored[], random: () => number): Scored[] {
  const byFile = new Map<string, Scored[]>();
  for (const one of scored) byFile.set(one.file, [...(byFile.get(one.file) ?? []), one]);
  const files = [...byFile.values()];
  return files.flatMap(() => files[Math.floor(random() * files.length)]!);
}

/** The 95 % interval of a statistic under resampling of files on both sides. */
export function interval(
  statistic: (fakes: readonly Scored[], reals: readonly Scored[]) => number,
  fakes: readonly Scored[],
  reals: readonly Scored[],
): [number, number] {
  const random = seededRandom(1);
  const values = Array.from({ length: 300 }, () =>
    statistic(resampled(fakes, random), resampled(reals, random)),
  );
  values.sort((a, b) => a - b);
  return [values[7]!, values[292]!];
}
