/** How much the harmony changes at each beat of a count, and how much music repeats some beats later. */

/** Of beats before and after that are compared. */
export const changeSpans = [1, 2, 3, 4, 8] as const;
/** Beats. */
export const repetitionLags = [2, 3, 4, 6, 8, 12, 16] as const;
/** Keeps silence from having a direction. */
const silentPower = 1e-3;

/** Rows of one length, one a beat. */
export interface BeatRows {
  readonly columns: number;
  readonly values: Float64Array;
}

/**
 * One less the cosine of the mean of the beats before and that of this and those after, for each span first by columns 0 to 11, then by the
 * rest; 1 at the first beat. `write(beat, measurement, value)`.
 */
export function addChanges(
  { columns, values }: BeatRows,
  write: (beat: number, at: number, value: number) => void,
): void {
  const beats = values.length / columns;
  const sums = new Float64Array((beats + 1) * columns);
  for (let at = 0; at < values.length; at++) sums[at + columns] = sums[at]! + values[at]!;
  for (let beat = 0; beat < beats; beat++)
    for (const [place, span] of changeSpans.entries()) {
      const from = Math.max(0, beat - span);
      const to = Math.min(beats, beat + span);
      for (let half = 0; half < 2; half++) {
        let [product, before, after] = [0, silentPower, silentPower];
        for (let at = (half * columns) / 2; at < ((half + 1) * columns) / 2; at++) {
          const middle = sums[beat * columns + at]!;
          const a = (middle - sums[from * columns + at]!) / Math.max(1, beat - from);
          const b = (sums[to * columns + at]! - middle) / Math.max(1, to - beat);
          product += a * b;
          before += a * a;
          after += b * b;
        }
        write(beat, 2 * place + half, beat === 0 ? 1 : 1 - product / Math.sqrt(before * after));
      }
    }
}

/** Rows less their mean, of length one; `steadyWidth`: columns are divided by their spread and this first, not where it is null. */
export function directions({ columns, values }: BeatRows, steadyWidth: number | null): BeatRows {
  const beats = values.length / columns;
  const into = Float64Array.from(values);
  for (let at = 0; at < columns; at++) {
    let [sum, squares] = [0, 0];
    for (let row = at; row < values.length; row += columns) sum += values[row]! / beats;
    for (let row = at; row < values.length; row += columns) squares += (values[row]! - sum) ** 2 / beats;
    const width = steadyWidth === null ? 1 : Math.sqrt(squares) + steadyWidth;
    for (let row = at; row < values.length; row += columns) into[row] = (values[row]! - sum) / width;
  }
  for (let row = 0; row < values.length; row += columns) {
    let power = silentPower;
    for (let at = 0; at < columns; at++) power += into[row + at]! ** 2;
    for (let at = 0; at < columns; at++) into[row + at]! /= Math.sqrt(power);
  }
  return { columns, values: into };
}

/** For each lag how like the beat that long before, and the one that long after; 0 where there is none. */
export function addRepetition(
  { columns, values }: BeatRows,
  write: (beat: number, at: number, value: number) => void,
): void {
  const beats = values.length / columns;
  for (const [place, lag] of repetitionLags.entries())
    for (let beat = 0; beat < beats; beat++) {
      const like = (early: number): number => {
        if (early < 0 || early + lag >= beats) return 0;
        let sum = 0;
        for (let at = 0; at < columns; at++)
          sum += values[early * columns + at]! * values[(early + lag) * columns + at]!;
        return sum;
      };
      write(beat, 2 * place, like(beat - lag));
      write(beat, 2 * place + 1, like(beat));
    }
}
