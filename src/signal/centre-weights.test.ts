import { expect, it } from 'vitest';
import { CentreWeights } from './centre-weights.js';
import { seededRandom } from './seeded-random.js';

const bins = 64;
const weighed = (left: Float32Array, right: Float32Array): CentreWeights => {
  const weights = new CentreWeights(bins);
  weights.weigh(left, right);
  return weights;
};
const noise = (seed: number): Float32Array => {
  const random = seededRandom(seed);
  return Float32Array.from({ length: 2 * bins + 2 }, () => 2 * random() - 1);
};

it('weighs each bin as the textbook does', () => {
  const [left, right] = [noise(1), noise(2)];
  const { mix, centre, sideEnergy, energy } = weighed(left, right);
  let [side, all] = [0, 0];
  for (let bin = 1; bin < bins; bin++) {
    const [lr, li, rr, ri] = [left[2 * bin]!, left[2 * bin + 1]!, right[2 * bin]!, right[2 * bin + 1]!];
    const total = lr * lr + li * li + rr * rr + ri * ri;
    const cross = 2 * (lr * rr + li * ri);
    const similarity = Math.max(0, cross / total);
    expect(mix[bin]).toBe(Math.fround(total / 2));
    expect(centre[bin]).toBe(Math.fround(((total + cross) / 4) * (similarity * similarity) ** 2));
    side += total - cross;
    all += 2 * total;
  }
  expect(sideEnergy).toBeCloseTo(side, 9);
  expect(energy).toBeCloseTo(all, 9);
});

it('leaves all of what both channels have, nothing of what is opposite, and no constant', () => {
  const left = noise(3);
  const same = weighed(left, left);
  expect(same.centre).toEqual(same.mix);
  expect(same.sideEnergy).toBeCloseTo(0, 12);
  expect([same.mix[0], same.mix[bins]]).toEqual([0, 0]);
  const opposite = weighed(
    left,
    left.map((value) => -value),
  );
  expect(opposite.centre.every((power) => power === 0)).toBe(true);
  expect(opposite.mix).toEqual(same.mix);
});

it('silence has no similarity and no energy', () => {
  const { mix, centre, energy } = weighed(new Float32Array(2 * bins + 2), new Float32Array(2 * bins + 2));
  expect([...mix, ...centre, energy].every((value) => value === 0)).toBe(true);
});
