import { expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { strongestSum } from './delay-lines.js';

const random = seededRandom(2);
const lags = 41;
const drifts = [-2, -1, 0, 1, 2];

it('the strongest sum of correlations is that of the line they lie on, whatever blocks show nothing', () => {
  const blocks = 9;
  const correlations = Array.from({ length: blocks }, (_, block) => {
    if (block === 4) return new Float32Array(0);
    const correlation = Float32Array.from({ length: 2 * lags }, () => 0.2 * (random() - 0.5));
    // At lag 23 in the middle, one sample later a block.
    correlation[2 * (23 + block - 4)]! += 1;
    return correlation;
  });
  const found = strongestSum(correlations, { drifts, lags });
  expect([found.lag, found.line]).toEqual([23, 3]);
  // By the definition, in 64 bits.
  let energies = 0;
  for (const drift of drifts)
    for (let lag = 0; lag < lags; lag++) {
      const sum = [0, 1].map((part) =>
        correlations.reduce((total, correlation, block) => {
          const at = lag + drift * (block - 4);
          return total + (at >= 0 && at < lags ? (correlation[2 * at + part] ?? 0) : 0);
        }, 0),
      );
      const energy = sum[0]! ** 2 + sum[1]! ** 2;
      energies += energy;
      if (drift === 1) {
        expect(found.sums[2 * lag]).toBeCloseTo(sum[0]!, 5);
        expect(found.sums[2 * lag + 1]).toBeCloseTo(sum[1]!, 5);
        if (lag === 23) expect(found.energy).toBeCloseTo(energy, 4);
      }
    }
  expect(found.typicalEnergy).toBeCloseTo(energies / (drifts.length * lags), 5);
  // Of each block by itself.
  expect(found.ofBlocks[4]).toBeNull();
  for (const [block, correlation] of correlations.entries()) {
    if (block === 4) continue;
    const of = Array.from(
      { length: lags },
      (_, lag) => correlation[2 * lag]! ** 2 + correlation[2 * lag + 1]! ** 2,
    );
    const strongest = found.ofBlocks[block]!;
    expect(strongest.lag).toBe(23 + block - 4);
    expect(strongest.energy).toBeCloseTo(Math.max(...of), 5);
    expect(strongest.typicalEnergy).toBeCloseTo(of.reduce((sum, energy) => sum + energy) / lags, 5);
  }
});

it('where all is silent the middle is named, with no energy', () => {
  const found = strongestSum([new Float32Array(2 * lags), new Float32Array(0)], { drifts, lags });
  expect(found).toMatchObject({ lag: 20, line: 2, energy: 0, typicalEnergy: 0 });
});
