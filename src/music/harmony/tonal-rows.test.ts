import { describe, expect, it } from 'vitest';
import { contrastedRows, type TonalRows } from './tonal-rows.js';

/** One pitch class a row; null is silence. */
function rowsOf(classes: readonly (number | null)[]): TonalRows {
  const values = new Float32Array(classes.length * 12);
  for (const [row, sounding] of classes.entries())
    if (sounding !== null)
      for (let i = 0; i < 12; i++) values[row * 12 + i] = (i === sounding ? 11 : -1) / Math.sqrt(132);
  return { count: classes.length, values };
}

const rowAt = ({ values }: TonalRows, row: number): number[] => [...values.subarray(row * 12, row * 12 + 12)];

const cosine = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b);

/** A C that comes again and again between other tones: the key of the song. */
const song = rowsOf(Array.from({ length: 300 }, (_, row) => (row % 2 ? 0 : (row * 7) % 11)));

describe('rows in contrast to their surroundings', () => {
  it('are less seven tenths of the mean of 64 rows to each side, of length 1 again', () => {
    const contrasted = contrastedRows(song);
    for (const row of [0, 10, 64, 65, 150, 235, 236, 299]) {
      const near = Array.from({ length: 129 }, (_, at) => row - 64 + at).filter((at) => at >= 0 && at < 300);
      const expected = rowAt(song, row).map((value, i) => {
        const sum = near.reduce((total, at) => total + song.values[at * 12 + i]!, 0);
        return value - (0.7 * sum) / near.length;
      });
      const length = Math.hypot(...expected);
      for (const [i, value] of rowAt(contrasted, row).entries())
        expect(value).toBeCloseTo(expected[i]! / length, 5);
    }
  });

  it('are less similar where they share the key alone', () => {
    const contrasted = contrastedRows(song);
    const mix = (rows: TonalRows, row: number): number[] =>
      rowAt(rows, row).map((value, i) => value + rowAt(rows, row + 1)[i]!);
    expect(cosine(mix(contrasted, 100), mix(contrasted, 102))).toBeLessThan(
      cosine(mix(song, 100), mix(song, 102)) - 0.1,
    );
  });

  it('of silence stay silent, and one held tone keeps its direction', () => {
    const silent = contrastedRows(rowsOf([3, null, 3, null]));
    expect(rowAt(silent, 1).every((value) => value === 0)).toBe(true);
    const held = contrastedRows(rowsOf(new Array<number>(200).fill(3)));
    expect(cosine(rowAt(held, 100), rowAt(rowsOf([3]), 0))).toBeCloseTo(1, 5);
    expect(contrastedRows(rowsOf([])).count).toBe(0);
  });
});
