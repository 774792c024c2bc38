import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../signal/seeded-random.js';
import { evidenceOf, scoreNull } from './own-null.js';

/** Scores with an exponential tail of a given decay. */
function scores(decay: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: 5000 }, () => -decay * Math.log(1 - random()));
}

describe('a recording’s own null', () => {
  it.each([0.5, 1, 2])('finds the decay %f of its tail', (decay) => {
    expect(scoreNull(scores(decay)).decay / decay).toBeGreaterThan(0.85);
    expect(scoreNull(scores(decay)).decay / decay).toBeLessThan(1.15);
  });

  it('reaches 1, 2 and 3 as rarely as once in 10, 100 and 1000 draws, however rough the recording is', () => {
    for (const decay of [0.5, 2]) {
      const own = scoreNull(scores(decay));
      const fresh = scores(decay, 7);
      for (const power of [1, 2]) {
        const share = fresh.filter((score) => evidenceOf(score, own, 1) >= power).length / fresh.length;
        expect(share * 10 ** power).toBeGreaterThan(0.6);
        expect(share * 10 ** power).toBeLessThan(1.6);
      }
    }
  });

  it('asks more of the best of many candidates', () => {
    const own = scoreNull(scores(1));
    expect(evidenceOf(8, own, 1) - evidenceOf(8, own, 1000)).toBeCloseTo(3);
  });

  it('is not moved by a lattice that is there', () => {
    const withPeak = scores(1);
    withPeak.fill(30, 0, 20);
    expect(scoreNull(withPeak).decay).toBeLessThan(1.6);
  });

  it('refuses to guess from few scores', () => {
    expect(() => scoreNull(new Float32Array(100))).toThrow(RangeError);
  });
});
