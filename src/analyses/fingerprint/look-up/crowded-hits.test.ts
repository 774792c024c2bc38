import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { crowdedHits } from './crowded-hits.js';
import type { HitList } from './hits.js';

const [middle, width] = [100, 20];

/** Of hits whose value, position − time + middle, is given. */
function hitsAt(values: readonly number[]): HitList {
  const times = Float32Array.from(values, (_, i) => (7 * i) % 200);
  const positions = Float64Array.from(values, (value, i) => value + times[i]! - middle);
  return { count: values.length, positions, times, weights: new Float32Array(values.length) };
}

describe('hits that have others about them', () => {
  const random = seededRandom(8);
  /** So far apart that no two are of neighbouring windows, nor of windows that share a count. */
  const alone = Array.from({ length: 5000 }, (_, i) => 5 * width * i + Math.floor(width * random()));

  it.each([2, 3, 255, 256, 400])(
    'are kept where %d lie in one window, and those that stand alone are not',
    (crowd) => {
      const values = [...alone];
      for (let i = 0; i < crowd; i++) values.splice(10 * i, 0, 3_000_005 + (i % 10));
      const { kept, values: found } = crowdedHits(hitsAt(values), middle, width);
      expect([...kept].map((hit) => values[hit])).toEqual(values.filter((value) => value >= 3_000_000));
      expect([...found]).toEqual(values);
    },
  );

  it('are kept on both sides of zero, and where positions have more than 32 bits', () => {
    const pairs = [-3, 3, 40_000_000_000, 40_000_000_001];
    const { kept } = crowdedHits(hitsAt([...alone.slice(10), ...pairs]), middle, width);
    expect([...kept].slice(-4).map((hit) => hit - (alone.length - 10))).toEqual([0, 1, 2, 3]);
  });

  it('are those of the greatest crowds alone where too many are of any', () => {
    const pairs = Array.from({ length: 80_000 }, (_, i) => 5 * width * (i >> 1) + (i % 2));
    const values = [...pairs, 9_000_000, 9_000_001, 9_000_002];
    const { kept } = crowdedHits(hitsAt(values), middle, width);
    expect([...kept]).toEqual([80_000, 80_001, 80_002]);
  });

  it('are all of few', () => {
    expect([...crowdedHits(hitsAt(alone.slice(0, 1999)), middle, width).kept]).toHaveLength(1999);
  });
});
