/** Edits (insertions, deletions, substitutions) from one sequence to another (Levenshtein 1966), two rows at a time. */
export function editDistance<T>(from: ArrayLike<T>, to: ArrayLike<T>): number {
  let before = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      row.push(Math.min(before[j - 1]! + same, before[j]! + 1, row[j - 1]! + 1));
    }
    before = row;
  }
  return before[to.length]!;
}
