import { describe, expect, it } from 'vitest';
import { fitCosts, fitSum, type Measured, predictCosts, rowsAGranule, rowsRead } from './cost-model.js';

const sizes = [20_000, 80_000, 320_000];

/** A size as an engine with these very constants would be measured. */
function measured(songs: number, keys: number): Measured {
  const parts = [songs * 60, songs * 40];
  const hits = 0.1 * keys * songs * 1e-2;
  const rows = rowsRead(keys, hits, parts, 1);
  return {
    songs,
    keys,
    span: 1,
    parts,
    hits,
    voted: hits,
    rows,
    countCpuMs: 4 + 2e-5 * rows,
    voteCpuMs: 8 + 1e-3 * hits,
    voteBytes: 3e6 + 500 * hits,
  };
}

describe('the cost model of the search engine', () => {
  it('predicts a size that it was not fitted to, where costs are the sums that it takes them for', () => {
    const model = fitCosts(sizes.flatMap((songs) => [100, 400].map((keys) => measured(songs, keys))));
    const was = measured(1_000_000, 400);
    const said = predictCosts(model, was, Infinity);
    for (const cost of ['hits', 'rows', 'countCpuMs', 'voteCpuMs', 'voteBytes'] as const)
      expect(said[cost] / was[cost]).toBeCloseTo(1, 2);
  });

  it('votes on no more hits than a statement may, and then costs no more', () => {
    const model = fitCosts(sizes.map((songs) => measured(songs, 400)));
    const [bounded, more] = [measured(5_000_000, 400), measured(50_000_000, 400)].map((size) =>
      predictCosts(model, size, 1_000_000),
    );
    expect(bounded!.voted).toBe(1_000_000);
    expect(more!.voteBytes).toBe(bounded!.voteBytes);
    expect(more!.hits).toBe(10 * bounded!.hits);
  });

  it('reads a granule for each key and part, and no row twice where keys lie close together', () => {
    expect(rowsRead(10, 0, [1e9], 1)).toBeCloseTo(10 * rowsAGranule, -1);
    expect(rowsRead(10, 0, [1e9, 1e9], 1)).toBeCloseTo(20 * rowsAGranule, -1);
    expect(rowsRead(10_000, 0, [10_000], 1)).toBeLessThanOrEqual(10_000);
    // In a hundredth of the table ten thousand keys cannot touch more than that.
    expect(rowsRead(10_000, 0, [1e8], 0.01)).toBeLessThanOrEqual(1e6);
  });

  it('leaves out a term that would have to be negative', () => {
    const points = [1, 2, 3, 4].map((x) => ({ x, y: 10 - x }));
    expect(
      fitSum(
        points,
        ({ x }) => [1, x],
        ({ y }) => y,
      )[1],
    ).toBe(0);
    expect(() =>
      fitSum(
        [],
        ({ x }: { x: number }) => [x],
        ({ x }) => x,
      ),
    ).toThrow('Nothing to fit');
  });
});
