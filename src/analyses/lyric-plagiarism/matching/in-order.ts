/**
 * How much of two lyrics says the same in the same order. A translation keeps the order of what it says while no single
 * pair of phrases need stand out, so the best path through the matrix of weak similarities separates it from chance
 * far better than best partners do (sentence alignment by dynamic programming: Gale and Church 1993; on vectors:
 * Thompson and Koehn, Vecalign, EMNLP 2019).
 */

/** Work space, kept between songs. */
let before = new Float32Array(0);
let now = new Float32Array(0);

/**
 * The weight of the heaviest path that goes forward in both lyrics, each phrase used once at most. `similarities`:
 * row-major rows × columns, 0 … 1; a pair adds its similarity × the lesser of the two weights. `isReversed`: through
 * the second lyric from its end, which is what chance reaches in these two: same language, same theme, same lengths.
 */
export function heaviestPath(
  similarities: Float32Array,
  rowWeights: Float32Array,
  columnWeights: Float32Array,
  isReversed = false,
): number {
  const rows = rowWeights.length;
  const columns = columnWeights.length;
  if (before.length <= columns) {
    before = new Float32Array(columns + 1);
    now = new Float32Array(columns + 1);
  }
  before.fill(0, 0, columns + 1);
  for (let row = 0; row < rows; row++) {
    const weight = rowWeights[row]!;
    const base = row * columns;
    for (let step = 0; step < columns; step++) {
      const column = isReversed ? columns - 1 - step : step;
      const other = columnWeights[column]!;
      const pair = before[step]! + similarities[base + column]! * (weight < other ? weight : other);
      const best = pair > before[step + 1]! ? pair : before[step + 1]!;
      now[step + 1] = best > now[step]! ? best : now[step]!;
    }
    [before, now] = [now, before];
    now[0] = 0;
    before[0] = 0;
  }
  return before[columns]!;
}
