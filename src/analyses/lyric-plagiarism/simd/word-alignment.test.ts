import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { startAlignment } from './word-alignment.js';

const [unrelated, skipped] = [-20, 25];

/** Row by row, as textbooks write it: sums and where they began, one place later by row, for each column. */
function textbook(gains: readonly (readonly number[])[], rows: number): { sum: number[]; start: number[] }[] {
  const columns = gains.length;
  const none = (): number[] => new Array<number>(rows + 1).fill(0);
  let before = { sum: none(), start: none() };
  return gains.map((column, at) => {
    const now = { sum: none(), start: none() };
    for (let row = 0; row < rows; row++) {
      let sum = before.sum[row]! + column[row]!;
      let start = before.sum[row]! > 0 ? before.start[row]! : row * columns + at;
      if (before.sum[row + 1]! - skipped > sum)
        [sum, start] = [before.sum[row + 1]! - skipped, before.start[row + 1]!];
      if (now.sum[row]! - skipped > sum) [sum, start] = [now.sum[row]! - skipped, now.start[row]!];
      if (sum <= 0) continue;
      now.sum[row + 1] = sum;
      now.start[row + 1] = start;
    }
    before = now;
    return now;
  });
}

describe('the alignment of words', () => {
  it.each([1, 4, 7, 64, 131])('has the sums, starts and hits of the textbook, with %i rows', (rows) => {
    const random = seededRandom(rows);
    const [columns, limit] = [90, 60];
    const gains = Array.from({ length: columns }, () =>
      Array.from({ length: rows }, () => (random() < 0.15 ? 5 * Math.floor(random() * 12) : unrelated)),
    );
    const alignment = startAlignment(rows, columns, limit, unrelated);
    let hitsInAll = 0;
    for (const [column, expected] of textbook(gains, rows).entries()) {
      alignment.gains.set(gains[column]!);
      const hits = alignment.align(column);
      const [sums, starts] = [alignment.sums(), alignment.starts()];
      expect([...sums.subarray(0, rows + 1)]).toEqual(expected.sum);
      for (let place = 1; place <= rows; place++)
        if (expected.sum[place]! > 0) expect(starts[place]).toBe(expected.start[place]);
      const above = gains[column]!.flatMap((gain, row) =>
        gain > 0 && expected.sum[row + 1]! > limit ? [row] : [],
      );
      if (expected.sum.some((sum) => sum > 0)) expect(hits).toBe(above.length);
      expect([...alignment.hits.subarray(0, Math.max(0, hits))]).toEqual(above);
      hitsInAll += above.length;
    }
    if (rows >= 64) expect(hitsInAll).toBeGreaterThan(20);
  });

  it('begins anew each time, also with more rows than ever before', () => {
    const first = startAlignment(8, 2, 0, unrelated);
    first.gains[3] = 100;
    expect(first.align(0)).toBe(1);
    const second = startAlignment(30_000, 2, 0, unrelated);
    expect(second.align(0)).toBe(-1);
    second.gains[29_999] = 100;
    expect(second.align(1)).toBe(1);
    expect(second.hits[0]).toBe(29_999);
    expect(second.starts()[30_000]).toBe(29_999 * 2 + 1);
  });
});
