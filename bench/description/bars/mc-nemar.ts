/** Two-sided exact test of McNemar: how likely so uneven a number of changes is by chance. */
export function mcNemar(won: number, lost: number): number {
  const [all, fewer] = [won + lost, Math.min(won, lost)];
  let term = 0.5 ** all;
  let sum = 0;
  for (let k = 0; k <= fewer; k++) {
    sum += term;
    term *= (all - k) / (k + 1);
  }
  return Math.min(1, 2 * sum);
}
