/** Area under the ROC curve: the chance that a positive scores above a negative; ties count half, NaN where there are none of either. O(n·m). */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number {
  let wins = 0;
  for (const high of positives) for (const low of negatives) wins += high > low ? 1 : high === low ? 0.5 : 0;
  return wins / (positives.length * negatives.length);
}
